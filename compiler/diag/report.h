/* Inside of the diagnostics: what diag.c collects and print.c writes. */
#ifndef DDL2C_DIAG_REPORT_H
#define DDL2C_DIAG_REPORT_H

#include "diag.h"

struct source {
    const char *name;
    struct str content;
    VEC(uint32_t) lines; /* First byte of each line. */
};

struct message {
    struct span span;
    const char *text;
};

struct report {
    enum diag_code code;
    enum diag_severity severity;
    struct message message;
    VEC(struct message) notes;
};

struct diag {
    struct arena *arena;
    VEC(struct source) sources;
    VEC(struct report) reports;
};

const struct source *diag_find_source(const struct diag *diag, uint32_t number);
size_t source_line(const struct source *source, uint32_t byte);

/* ---- other forms: the reports in order ---- */

const char *severity_name(enum diag_severity severity);
/* In quotes, escaped; what is not UTF-8 becomes U+FFFD. */
void print_json_string(const char *text, FILE *out);
void print_sarif(const struct diag *diag, const struct report *const *reports, size_t count,
    FILE *out);
void print_github(const struct diag *diag, const struct report *report, FILE *out);
void print_junit(const struct diag *diag, const struct report *const *reports, size_t count,
    FILE *out);

/* Columns a terminal gives the code point: 0, 1 or 2. */
int codepoint_width(uint32_t cp);

#endif
