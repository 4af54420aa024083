/* Reports as workflow commands of GitHub Actions, which it shows in the changed lines. */
#include "report.h"

/* In a property ':' and ',' are escaped too. */
static void print_escaped(const char *text, bool property, FILE *out)
{
    for (; *text; text++) {
        if (*text == '%' || *text == '\r' || *text == '\n' ||
                (property && (*text == ':' || *text == ',')))
            fprintf(out, "%%%02X", (unsigned char)*text);
        else
            fputc(*text, out);
    }
}

static void print_place(const struct diag *diag, struct span span, FILE *out)
{
    unsigned line, column, end_line, end_column;

    diag_position(diag, span.source, span.begin, &line, &column);
    diag_position(diag, span.source, span.end, &end_line, &end_column);
    fputs("file=", out);
    print_escaped(diag_source_name(diag, span.source), true, out);
    fprintf(out, ",line=%u,endLine=%u", line, end_line);
    if (line == end_line) /* columns of several lines are refused */
        fprintf(out, ",col=%u,endColumn=%u", column, end_column);
    fputc(',', out);
}

void print_github(const struct diag *diag, const struct report *report, FILE *out)
{
    fputs(report->severity == DIAG_ERROR     ? "::error "
            : report->severity == DIAG_WARNING ? "::warning "
                                               : "::notice ", out);
    if (report->message.span.source)
        print_place(diag, report->message.span, out);
    fprintf(out, "title=%s::", diag_code_name(report->code));
    print_escaped(report->message.text, false, out);
    for (size_t i = 0; i < report->notes.count; i++) {
        const struct message *note = &report->notes.at[i];
        unsigned line, column;

        fputs("%0A", out);
        if (note->span.source) {
            diag_position(diag, note->span.source, note->span.begin, &line, &column);
            print_escaped(diag_source_name(diag, note->span.source), false, out);
            fprintf(out, ":%u:%u: ", line, column);
        }
        print_escaped(note->text, false, out);
    }
    fputc('\n', out);
}
