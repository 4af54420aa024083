#include "diag/diag.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Positions, carets and JSON of reports. */

static char *print(struct arena *arena, struct diag *diag, enum diag_format format, bool colour)
{
    char *data = NULL, *copy;
    size_t size;
    FILE *file = open_memstream(&data, &size);

    diag_print(diag, 0, format, colour, file);
    fclose(file);
    copy = arena_strdup(arena, data);
    free(data);
    return copy;
}

static struct span find(struct diag *diag, uint32_t source, const char *text)
{
    const char *content = diag_source(diag, source).data, *at = strstr(content, text);
    struct span span = {source, (uint32_t)(at - content), 0};

    span.end = span.begin + (uint32_t)strlen(text);
    return span;
}

Test(diag, text_with_caret_and_notes)
{
    struct arena *arena = arena_new();
    struct diag *diag = diag_new(arena);
    uint32_t source = diag_add_source(diag, "a.sql", str_of("SELECT 1;\n\tSELECT 日本 x\n"));

    diag_error(diag, D_SYNTAX, find(diag, source, "x"), "second %d", 2);
    diag_note(diag, find(diag, source, "日本"), "wide");
    diag_error(diag, D_SYNTAX, (struct span){0}, "nowhere");
    diag_warn(diag, D_TRAILING_COMMA, find(diag, source, "1"), "first");
    cr_expect_str_eq(print(arena, diag, DIAG_TEXT, false),
        "a.sql:1:8: warning[D0008]: first\n"
        "    SELECT 1;\n"
        "           ^\n"
        "a.sql:2:12: error[D0001]: second 2\n"
        "        SELECT 日本 x\n"
        "                    ^\n"
        "a.sql:2:9: note: wide\n"
        "        SELECT 日本 x\n"
        "               ^~~~\n"
        "error[D0001]: nowhere\n");
    cr_expect_eq(diag_error_count(diag), 2);
    cr_expect_eq(diag_count(diag), 3);
    cr_expect_str_eq(diag_first(diag, 1, DIAG_ERROR, NULL), "nowhere");
    cr_expect_null(diag_first(diag, 2, DIAG_ERROR, NULL));
    diag_truncate(diag, 1);
    cr_expect_eq(diag_count(diag), 1);
    arena_free(arena);
}

Test(diag, json)
{
    struct arena *arena = arena_new();
    struct diag *diag = diag_new(arena);
    uint32_t source = diag_add_source(diag, "a \"b\".sql", str_of("one\ntwo three"));

    diag_error(diag, D_SYNTAX, find(diag, source, "three"), "tab\there \\");
    diag_note(diag, (struct span){0}, "nowhere");
    cr_expect_str_eq(print(arena, diag, DIAG_JSON, false),
        "{\"file\":\"a \\\"b\\\".sql\",\"line\":2,\"column\":5,\"endLine\":2,\"endColumn\":10,"
        "\"severity\":\"error\",\"code\":\"D0001\",\"message\":\"tab\\u0009here \\\\\","
        "\"notes\":[{\"message\":\"nowhere\"}]}\n");
    arena_free(arena);
}

Test(diag, control_characters_do_not_reach_the_terminal)
{
    struct arena *arena = arena_new();
    struct diag *diag = diag_new(arena);
    uint32_t source = diag_add_source(diag, "a.sql", str_of("x \033[31m \xFF y"));

    diag_error(diag, D_SYNTAX, find(diag, source, "y"), "here");
    cr_expect_str_eq(print(arena, diag, DIAG_TEXT, false),
        "a.sql:1:11: error[D0001]: here\n"
        "    x ?[31m \xEF\xBF\xBD y\n"
        "              ^\n");
    arena_free(arena);
}

Test(diag, spans_beyond_the_text)
{
    struct arena *arena = arena_new();
    struct diag *diag = diag_new(arena);
    uint32_t source = diag_add_source(diag, "empty", (struct str){NULL, 0});
    struct span a = {source, 0, 0}, b = {source, 5, 9};

    diag_error(diag, D_SYNTAX, a, "at the start");
    diag_error(diag, D_SYNTAX, b, "past the end");
    cr_expect_str_eq(print(arena, diag, DIAG_TEXT, false),
        "empty:1:1: error[D0001]: at the start\n    \n    ^\n"
        "empty:1:1: error[D0001]: past the end\n    \n    ^\n");
    cr_expect_eq(diag_text(diag, b).size, 0u);
    arena_free(arena);
}
