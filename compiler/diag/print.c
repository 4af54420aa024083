#include "report.h"

#include <stdlib.h>
#include <string.h>

enum {
    INDENT = 4,
    TAB_WIDTH = 4,
    LINE_WIDTH = 120, /* Columns of a source line shown; a longer one is cut around the caret. */
    LEAD_WIDTH = 40   /* Columns kept before the caret when it is cut. */
};

const char *severity_name(enum diag_severity severity)
{
    switch (severity) {
    case DIAG_NOTE:
        return "note";
    case DIAG_WARNING:
        return "warning";
    case DIAG_ERROR:
        return "error";
    }
    return "";
}

static const char *severity_colour(enum diag_severity severity)
{
    switch (severity) {
    case DIAG_NOTE:
        return "\033[1;36m";
    case DIAG_WARNING:
        return "\033[1;35m";
    case DIAG_ERROR:
        return "\033[1;31m";
    }
    return "";
}

/* ---- the source line and its caret ---- */

/* One character of the line as printed. */
struct cell {
    const char *at;
    size_t size;  /* 0: print `text` instead */
    const char *text;
    int width;
};

static struct cell cell_at(const char *at, const char *end, int column)
{
    static const char spaces[] = "        ";
    struct cell cell = {.at = at, .size = 1, .width = 1};
    uint32_t cp;
    size_t size = utf8_decode(at, end, &cp);

    if (!size) {
        cell.text = "\xEF\xBF\xBD";
    } else if (cp == '\t') {
        cell.width = TAB_WIDTH - column % TAB_WIDTH;
        cell.text = spaces + sizeof spaces - 1 - cell.width;
    } else if (cp < 0x20 || (cp >= 0x7F && cp < 0xA0)) {
        cell.text = "?"; /* Nothing of a script may drive the terminal. */
        cell.size = size;
    } else {
        cell.size = size;
        cell.width = codepoint_width(cp);
    }
    return cell;
}

static int width_between(const char *line, const char *from, const char *to, const char *end)
{
    const char *at = line;
    int column = 0, before = 0;

    while (at < to) {
        struct cell cell = cell_at(at, end, column);

        if (at < from)
            before += cell.width;
        column += cell.width;
        at += cell.size;
    }
    return column - before;
}

static void print_caret(FILE *out, int before, int width, bool colour)
{
    int i;

    fprintf(out, "%*s%s^", INDENT + before, "", colour ? "\033[1;32m" : "");
    for (i = 1; i < width; i++)
        fputc('~', out);
    fprintf(out, "%s\n", colour ? "\033[0m" : "");
}

static void print_excerpt(const struct source *source, struct span span, bool colour, FILE *out)
{
    const char *content = source->content.data, *stop = content + source->content.size;
    uint32_t first = span.begin > source->content.size ? (uint32_t)source->content.size
                                                       : span.begin;
    const char *line = content + source->lines.at[source_line(source, first)];
    const char *end = memchr(line, '\n', (size_t)(stop - line)), *at = line;
    const char *begin = content + first, *caret_end = content + span.end;
    int column = 0, skip, before, width;

    end = end ? end : stop;
    if (end > line && end[-1] == '\r')
        end--;
    if (begin > end)
        begin = end;
    if (caret_end > end)
        caret_end = end;
    before = width_between(line, line, begin, end);
    width = caret_end > begin ? width_between(line, begin, caret_end, end) : 1;
    skip = before > LINE_WIDTH - LEAD_WIDTH ? before - LEAD_WIDTH : 0;
    fprintf(out, "%*s", INDENT, "");
    while (at < end && column < skip + LINE_WIDTH) {
        struct cell cell = cell_at(at, end, column);

        if (column >= skip) {
            if (cell.text)
                fputs(cell.text, out);
            else
                fwrite(cell.at, 1, cell.size, out);
        } else if (column + cell.width > skip) {
            fprintf(out, "%*s", column + cell.width - skip, "");
        }
        column += cell.width;
        at += cell.size;
    }
    fputs(at < end ? "…\n" : "\n", out);
    before -= skip;
    if (width > LINE_WIDTH - before)
        width = LINE_WIDTH - before;
    print_caret(out, before, width, colour);
}

/* ---- text ---- */

static void print_message(const struct diag *diag, enum diag_severity severity, const char *code,
    const struct message *message, bool colour, FILE *out)
{
    unsigned line, column;

    if (message->span.source) {
        diag_position(diag, message->span.source, message->span.begin, &line, &column);
        fprintf(out, "%s%s:%u:%u:%s ", colour ? "\033[1m" : "",
            diag_source_name(diag, message->span.source), line, column, colour ? "\033[0m" : "");
    }
    if (colour)
        fputs(severity_colour(severity), out);
    if (code)
        fprintf(out, "%s[%s]:", severity_name(severity), code);
    else
        fprintf(out, "%s:", severity_name(severity));
    fprintf(out, "%s %s\n", colour ? "\033[0m" : "", message->text);
    if (message->span.source)
        print_excerpt(diag_find_source(diag, message->span.source), message->span, colour, out);
}

static void print_text(const struct diag *diag, const struct report *report, bool colour, FILE *out)
{
    size_t i;

    print_message(diag, report->severity, diag_code_name(report->code), &report->message, colour,
        out);
    for (i = 0; i < report->notes.count; i++)
        print_message(diag, DIAG_NOTE, NULL, &report->notes.at[i], colour, out);
}

/* ---- JSON ---- */

void print_json_string(const char *text, FILE *out)
{
    const char *end = text + strlen(text);

    fputc('"', out);
    while (text < end) {
        uint32_t cp;
        size_t size = utf8_decode(text, end, &cp);

        if (!size) {
            fputs("\\ufffd", out);
            size = 1;
        } else if (cp == '"' || cp == '\\') {
            fprintf(out, "\\%c", (char)cp);
        } else if (cp < 0x20) {
            fprintf(out, "\\u%04x", cp);
        } else {
            fwrite(text, 1, size, out);
        }
        text += size;
    }
    fputc('"', out);
}

/* Members for the place, each followed by a comma; none without a position. */
static void json_place(const struct diag *diag, struct span span, FILE *out)
{
    unsigned line, column;

    if (!span.source)
        return;
    fputs("\"file\":", out);
    print_json_string(diag_source_name(diag, span.source), out);
    diag_position(diag, span.source, span.begin, &line, &column);
    fprintf(out, ",\"line\":%u,\"column\":%u", line, column);
    diag_position(diag, span.source, span.end, &line, &column);
    fprintf(out, ",\"endLine\":%u,\"endColumn\":%u,", line, column);
}

static void print_json(const struct diag *diag, const struct report *report, FILE *out)
{
    size_t i;

    fputc('{', out);
    json_place(diag, report->message.span, out);
    fprintf(out, "\"severity\":\"%s\",\"code\":\"%s\",\"message\":",
        severity_name(report->severity), diag_code_name(report->code));
    print_json_string(report->message.text, out);
    fputs(",\"notes\":[", out);
    for (i = 0; i < report->notes.count; i++) {
        fputs(i ? ",{" : "{", out);
        json_place(diag, report->notes.at[i].span, out);
        fputs("\"message\":", out);
        print_json_string(report->notes.at[i].text, out);
        fputc('}', out);
    }
    fputs("]}\n", out);
}

/* ---- order ---- */

/* By source and byte; reports without a position last; else as reported. */
static int compare(const void *left, const void *right)
{
    const struct report *a = *(const struct report *const *)left;
    const struct report *b = *(const struct report *const *)right;
    struct span x = a->message.span, y = b->message.span;

    if (x.source != y.source)
        return x.source - 1 < y.source - 1 ? -1 : 1; /* Source 0 wraps to the end. */
    if (x.begin != y.begin)
        return x.begin < y.begin ? -1 : 1;
    return a < b ? -1 : a > b;
}

void diag_print(const struct diag *diag, size_t from, enum diag_format format, bool colour,
    FILE *out)
{
    size_t count = from < diag->reports.count ? diag->reports.count - from : 0, i;
    const struct report **sorted;

    if (!count && format != DIAG_SARIF && format != DIAG_JUNIT)
        return;
    sorted = arena_array(diag->arena, count, sizeof *sorted);
    for (i = 0; i < count; i++)
        sorted[i] = &diag->reports.at[from + i];
    qsort(sorted, count, sizeof *sorted, compare);
    if (format == DIAG_SARIF)
        print_sarif(diag, sorted, count, out);
    else if (format == DIAG_JUNIT)
        print_junit(diag, sorted, count, out);
    for (i = 0; i < count; i++) {
        switch (format) {
        case DIAG_TEXT:
            print_text(diag, sorted[i], colour, out);
            break;
        case DIAG_JSON:
            print_json(diag, sorted[i], out);
            break;
        case DIAG_GITHUB:
            print_github(diag, sorted[i], out);
            break;
        case DIAG_SARIF:
        case DIAG_JUNIT: /* as a whole */
            break;
        }
    }
}
