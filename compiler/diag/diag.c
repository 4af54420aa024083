#include "diag.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"

static const struct {
    unsigned number;
    enum diag_severity severity;
    const char *name, *summary;
} codes[] = {
#define ERROR DIAG_ERROR
#define WARNING DIAG_WARNING
#define D(name, number, severity, summary) {number, severity, #name, summary},
#include "codes.def"
#undef D
#undef ERROR
#undef WARNING
};

struct diag *diag_new(struct arena *arena)
{
    struct diag *diag = NEW(arena, struct diag);

    diag->arena = arena;
    return diag;
}

struct span span_join(struct span a, struct span b)
{
    if (!a.source)
        return b;
    if (!b.source || a.source != b.source)
        return a;
    if (b.begin < a.begin)
        a.begin = b.begin;
    if (b.end > a.end)
        a.end = b.end;
    return a;
}

/* ---- sources ---- */

uint32_t diag_add_source(struct diag *diag, const char *name, struct str content)
{
    struct source source = {0};
    size_t line = 0;

    if (content.size >= UINT32_MAX)
        BUG("source %s is larger than 4 GiB", name);
    source.name = arena_strdup(diag->arena, name);
    source.content.data = arena_strndup(diag->arena, content.size ? content.data : "",
        content.size);
    source.content.size = content.size;
    vec_push(diag->arena, &source.lines, 0);
    for (; line < content.size; line++)
        if (content.data[line] == '\n')
            vec_push(diag->arena, &source.lines, (uint32_t)line + 1);
    vec_push(diag->arena, &diag->sources, source);
    return (uint32_t)diag->sources.count;
}

const struct source *diag_find_source(const struct diag *diag, uint32_t number)
{
    if (number == 0 || number > diag->sources.count)
        BUG("no source has number %u", number);
    return &diag->sources.at[number - 1];
}

struct str diag_source(const struct diag *diag, uint32_t source)
{
    return diag_find_source(diag, source)->content;
}

const char *diag_source_name(const struct diag *diag, uint32_t source)
{
    return diag_find_source(diag, source)->name;
}

/* Index of the line that holds `byte`; a byte past the end is on the last line. */
size_t source_line(const struct source *source, uint32_t byte)
{
    size_t low = 0, high = source->lines.count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (source->lines.at[middle] <= byte)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void diag_position(const struct diag *diag, uint32_t number, uint32_t byte, unsigned *line,
    unsigned *column)
{
    const struct source *source = diag_find_source(diag, number);
    const char *at, *end;
    size_t index;

    if (byte > source->content.size)
        byte = (uint32_t)source->content.size;
    index = source_line(source, byte);
    at = source->content.data + source->lines.at[index];
    end = source->content.data + byte;
    *line = (unsigned)index + 1;
    *column = 1;
    while (at < end) {
        uint32_t cp;
        size_t size = utf8_decode(at, source->content.data + source->content.size, &cp);

        at += size ? size : 1;
        if (at <= end)
            ++*column;
    }
}

uint32_t diag_source_count(const struct diag *diag)
{
    return (uint32_t)diag->sources.count;
}

struct str diag_text(const struct diag *diag, struct span span)
{
    struct str content, text = {"", 0};

    if (!span.source)
        return text;
    content = diag_source(diag, span.source);
    if (span.end > content.size || span.begin > span.end)
        return text;
    text.data = content.data + span.begin;
    text.size = span.end - span.begin;
    return text;
}

/* ---- reports ---- */

void diag_report(struct diag *diag, enum diag_code code, struct span span, const char *format, ...)
{
    struct report report = {.code = code, .severity = codes[code].severity};
    va_list args;

    va_start(args, format);
    report.message.span = span;
    report.message.text = arena_vprintf(diag->arena, format, args);
    va_end(args);
    vec_push(diag->arena, &diag->reports, report);
}

void diag_note(struct diag *diag, struct span span, const char *format, ...)
{
    struct report *last;
    struct message note = {.span = span};
    va_list args;

    if (!diag->reports.count)
        BUG("a note without a report: %s", format);
    va_start(args, format);
    note.text = arena_vprintf(diag->arena, format, args);
    va_end(args);
    last = &diag->reports.at[diag->reports.count - 1];
    vec_push(diag->arena, &last->notes, note);
}

size_t diag_error_count(const struct diag *diag)
{
    size_t count = 0, i;

    for (i = 0; i < diag->reports.count; i++)
        count += diag->reports.at[i].severity == DIAG_ERROR;
    return count;
}

size_t diag_count(const struct diag *diag)
{
    return diag->reports.count;
}

const char *diag_first(const struct diag *diag, size_t from, enum diag_severity severity,
    enum diag_code *code)
{
    for (; from < diag->reports.count; from++) {
        const struct report *report = &diag->reports.at[from];

        if (report->severity != severity)
            continue;
        if (code)
            *code = report->code;
        return report->message.text;
    }
    return NULL;
}

void diag_truncate(struct diag *diag, size_t from)
{
    if (from < diag->reports.count)
        diag->reports.count = from;
}

const char *diag_code_name(enum diag_code code)
{
    static char names[DIAG_CODE_COUNT][16];

    if (!names[code][0])
        snprintf(names[code], sizeof names[code], "D%04u", codes[code].number % 10000);
    return names[code];
}

const char *diag_code_summary(enum diag_code code)
{
    return codes[code].summary;
}
