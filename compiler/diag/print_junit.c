/* Reports as JUnit XML: a suite a source, a failed test an error; warnings are in system-out. */
#include "report.h"

#include <string.h>

/* Text or attribute; what XML cannot hold becomes U+FFFD. */
static void print_xml(const char *text, FILE *out)
{
    const char *end = text + strlen(text);

    while (text < end) {
        uint32_t cp;
        size_t size = utf8_decode(text, end, &cp);

        if (!size || (cp < 0x20 && cp != '\t' && cp != '\n' && cp != '\r') || cp == 0xFFFE ||
                cp == 0xFFFF) {
            fputs("\xEF\xBF\xBD", out);
            size = size ? size : 1;
        } else if (cp < 0x20 || cp == '<' || cp == '>' || cp == '&' || cp == '"' || cp == '\'') {
            fprintf(out, "&#%u;", (unsigned)cp);
        } else {
            fwrite(text, 1, size, out);
        }
        text += size;
    }
}

static void print_line(const struct diag *diag, const struct message *message,
    const char *severity, const char *code, FILE *out)
{
    unsigned line, column;

    if (message->span.source) {
        diag_position(diag, message->span.source, message->span.begin, &line, &column);
        print_xml(diag_source_name(diag, message->span.source), out);
        fprintf(out, ":%u:%u: ", line, column);
    }
    fprintf(out, code ? "%s[%s]: " : "%s: ", severity, code);
    print_xml(message->text, out);
    fputc('\n', out);
}

static void print_report(const struct diag *diag, const struct report *report, FILE *out)
{
    print_line(diag, &report->message, severity_name(report->severity),
        diag_code_name(report->code), out);
    for (size_t i = 0; i < report->notes.count; i++)
        print_line(diag, &report->notes.at[i], "note", NULL, out);
}

static size_t count_of(const struct report *const *reports, size_t count, uint32_t source,
    enum diag_severity severity)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++)
        found += reports[i]->message.span.source == source && reports[i]->severity == severity;
    return found;
}

static void print_failure(const struct diag *diag, const struct report *report, FILE *out)
{
    unsigned line = 0, column = 0;

    if (report->message.span.source)
        diag_position(diag, report->message.span.source, report->message.span.begin, &line,
            &column);
    fprintf(out, "    <testcase classname=\"ddl2c\" name=\"%s line %u\">\n"
        "      <failure type=\"%s\" message=\"", diag_code_name(report->code), line,
        diag_code_name(report->code));
    print_xml(report->message.text, out);
    fputs("\">", out);
    print_report(diag, report, out);
    fputs("</failure>\n    </testcase>\n", out);
}

/* Source 0: what has no place. */
static void print_suite(const struct diag *diag, const struct report *const *reports,
    size_t count, uint32_t source, FILE *out)
{
    size_t errors = count_of(reports, count, source, DIAG_ERROR);
    size_t warnings = count_of(reports, count, source, DIAG_WARNING);

    fputs("  <testsuite name=\"", out);
    print_xml(source ? diag_source_name(diag, source) : "ddl2c", out);
    fprintf(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n", errors ? errors : 1, errors);
    if (!errors)
        fputs("    <testcase classname=\"ddl2c\" name=\"check\"/>\n", out);
    for (size_t i = 0; i < count; i++) {
        if (reports[i]->message.span.source == source && reports[i]->severity == DIAG_ERROR)
            print_failure(diag, reports[i], out);
    }
    if (warnings) {
        fputs("    <system-out>", out);
        for (size_t i = 0; i < count; i++) {
            if (reports[i]->message.span.source == source &&
                    reports[i]->severity == DIAG_WARNING)
                print_report(diag, reports[i], out);
        }
        fputs("</system-out>\n", out);
    }
    fputs("  </testsuite>\n", out);
}

void print_junit(const struct diag *diag, const struct report *const *reports, size_t count,
    FILE *out)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ddl2c\">\n", out);
    for (uint32_t source = 1; source <= diag->sources.count; source++)
        print_suite(diag, reports, count, source, out);
    if (count && !reports[count - 1]->message.span.source)
        print_suite(diag, reports, count, 0, out);
    fputs("</testsuites>\n", out);
}
