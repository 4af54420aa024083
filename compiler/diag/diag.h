/* Diagnostics: sources, positions, and reports with stable numbers.
 *
 * A report is collected, not printed: diag_print writes them all, ordered by position. Functions
 * that report return false or NULL to their caller, and that means "already reported". */
#ifndef DDL2C_DIAG_H
#define DDL2C_DIAG_H

#include "../base/base.h"

#include <stdio.h>

/* Bytes [begin, end) of source number `source`. A zeroed span (source 0) is "no position". */
struct span {
    uint32_t source;
    uint32_t begin, end;
};

struct span span_join(struct span a, struct span b); /* From the start of `a` to the end of `b`. */

/* D(name, number, severity, summary): see codes.def. */
enum diag_code {
#define D(name, number, severity, summary) D_##name,
#include "codes.def"
#undef D
    DIAG_CODE_COUNT
};

enum diag_severity { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR };
enum diag_format { DIAG_TEXT, DIAG_JSON, DIAG_SARIF, DIAG_GITHUB, DIAG_JUNIT };

struct diag;

struct diag *diag_new(struct arena *arena);

/* Registers a source text; the first has number 1. `name` is what reports print. Copies both. */
uint32_t diag_add_source(struct diag *diag, const char *name, struct str content);
struct str diag_source(const struct diag *diag, uint32_t source);
const char *diag_source_name(const struct diag *diag, uint32_t source);
/* 1-based line and column (column in code points) of a byte. */
void diag_position(const struct diag *diag, uint32_t source, uint32_t byte, unsigned *line,
    unsigned *column);
/* How many are registered. */
uint32_t diag_source_count(const struct diag *diag);
/* The source text of a span, "" for none. Not NUL-terminated: use the size. */
struct str diag_text(const struct diag *diag, struct span span);

/* Severity comes from the code's row in codes.def. The message names what is wrong and what would
 * be right; no full stop at its end. */
void diag_report(struct diag *diag, enum diag_code code, struct span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#define diag_error diag_report
#define diag_warn diag_report
/* A note under the report made last. */
void diag_note(struct diag *diag, struct span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

size_t diag_error_count(const struct diag *diag);
size_t diag_count(const struct diag *diag);
/* Message of the first report of this severity at or after report number `from`, and its code;
 * NULL if there is none. `code` may be NULL. */
const char *diag_first(const struct diag *diag, size_t from, enum diag_severity severity,
    enum diag_code *code);
/* Forgets reports from number `from` on (a test script that expected them). */
void diag_truncate(struct diag *diag, size_t from);

/* Prints reports from number `from` on. Text: the form of design.md section 4, with colour if
 * `colour`. JSON: one object a line: {"file","line","column","endLine","endColumn","severity",
 * "code","message","notes":[{"file",…,"message"}]}. SARIF: one log of version 2.1.0. GITHUB:
 * workflow commands. JUNIT: one XML document, a test suite a source. SARIF and JUNIT are complete
 * also when there is nothing to report. */
void diag_print(const struct diag *diag, size_t from, enum diag_format format, bool colour,
    FILE *out);

/* "D0123" of a code, and its summary from the table. */
const char *diag_code_name(enum diag_code code);
const char *diag_code_summary(enum diag_code code);

#endif
