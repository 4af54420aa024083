/* Reports as a SARIF 2.1.0 log, for code scanning. */
#include "report.h"

#include <string.h>

/* Paths are relative URIs: what is no letter, digit or one of the rest is percent-encoded. */
static void print_uri(const char *path, FILE *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        "-._~/";

    fputc('"', out);
    for (; *path; path++) {
        if (strchr(plain, *path))
            fputc(*path, out);
        else
            fprintf(out, "%%%02X", (unsigned char)*path);
    }
    fputc('"', out);
}

static void print_location(const struct diag *diag, struct span span, FILE *out)
{
    unsigned line, column, end_line, end_column;

    fputs("{\"physicalLocation\":{\"artifactLocation\":{\"uri\":", out);
    print_uri(diag_source_name(diag, span.source), out);
    diag_position(diag, span.source, span.begin, &line, &column);
    diag_position(diag, span.source, span.end, &end_line, &end_column);
    fprintf(out, "},\"region\":{\"startLine\":%u,\"startColumn\":%u,\"endLine\":%u,"
        "\"endColumn\":%u}}", line, column, end_line, end_column);
}

/* The message, and the notes that have no place, a line each. */
static void print_message(const struct diag *diag, const struct report *report, FILE *out)
{
    struct text text = {.arena = diag->arena};

    text_add(&text, report->message.text);
    for (size_t i = 0; i < report->notes.count; i++) {
        if (!report->notes.at[i].span.source)
            text_printf(&text, "\n%s", report->notes.at[i].text);
    }
    fputs("\"message\":{\"text\":", out);
    print_json_string(text_chars(&text), out);
    fputc('}', out);
}

static void print_related(const struct diag *diag, const struct report *report, FILE *out)
{
    size_t printed = 0;

    for (size_t i = 0; i < report->notes.count; i++) {
        const struct message *note = &report->notes.at[i];

        if (!note->span.source)
            continue;
        fputs(printed++ ? "," : ",\"relatedLocations\":[", out);
        print_location(diag, note->span, out);
        fputs(",\"message\":{\"text\":", out);
        print_json_string(note->text, out);
        fputs("}}", out);
    }
    fputs(printed ? "]" : "", out);
}

static void print_result(const struct diag *diag, const struct report *report, size_t rule,
    FILE *out)
{
    fprintf(out, "{\"ruleId\":\"%s\",\"ruleIndex\":%zu,\"level\":\"%s\",",
        diag_code_name(report->code), rule, severity_name(report->severity));
    print_message(diag, report, out);
    if (report->message.span.source) {
        fputs(",\"locations\":[", out);
        print_location(diag, report->message.span, out);
        fputs("}]", out);
    }
    print_related(diag, report, out);
    fputc('}', out);
}

void print_sarif(const struct diag *diag, const struct report *const *reports, size_t count,
    FILE *out)
{
    size_t rules[DIAG_CODE_COUNT] = {0}, rule_count = 0; /* number + 1 */

    fputs("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
        "\"runs\":[{\"tool\":{\"driver\":{\"name\":\"ddl2c\",\"rules\":[", out);
    for (size_t i = 0; i < count; i++) {
        enum diag_code code = reports[i]->code;

        if (rules[code])
            continue;
        rules[code] = ++rule_count;
        fprintf(out, "%s{\"id\":\"%s\",\"shortDescription\":{\"text\":",
            rule_count > 1 ? "," : "", diag_code_name(code));
        print_json_string(diag_code_summary(code), out);
        fprintf(out, "},\"defaultConfiguration\":{\"level\":\"%s\"}}",
            severity_name(reports[i]->severity));
    }
    fputs("]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[", out);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ",\n" : "\n", out);
        print_result(diag, reports[i], rules[reports[i]->code] - 1, out);
    }
    fputs(count ? "\n]}]}\n" : "]}]}\n", out);
}
