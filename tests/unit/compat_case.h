/* What the tables of schema pairs share. */
#ifndef COMPAT_CASE_H
#define COMPAT_CASE_H

#include "registry/compat.h"

#include <criterion/criterion.h>
#include <string.h>

struct compat_case {
    const char *name, *old, *new;
    bool accepted;           /* Confluent's verdict on the new one under BACKWARD */
    /* "CATEGORY path: was -> is; …", in any order; - for what one of them has not. */
    const char *differences;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorted, so that the order does not matter. */
static const char *sorted(struct arena *arena, const char *list)
{
    const char *at[64];
    size_t count = 0;
    struct text out = {.arena = arena};

    while (*list && count < 64) {
        size_t size = strcspn(list, ";");

        at[count++] = arena_strndup(arena, list, size);
        list += size;
        list += *list ? 2 : 0;
    }
    qsort(at, count, sizeof *at, by_text);
    for (size_t i = 0; i < count; i++)
        text_printf(&out, "%s%s", i ? "; " : "", at[i]);
    return text_chars(&out);
}

static inline void run_cases(enum compat_format format, const struct compat_case *cases,
    size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct arena *arena = arena_new();
        struct compat_schema old = {.format = format, .text = cases[i].old, .version = 1};
        struct compat_schema new = {.format = format, .text = cases[i].new};
        struct compat_list list = {.arena = arena};
        struct text got = {.arena = arena};
        const char *error = "";

        cr_expect(compat_read(&new, &old, &list, &error), "%s: %s", cases[i].name, error);
        for (size_t k = 0; k < list.count; k++)
            text_printf(&got, "%s%s %s: %s -> %s", k ? "; " : "",
                compat_rule_name(list.at[k].rule), list.at[k].path,
                list.at[k].before ? list.at[k].before : "-",
                list.at[k].after ? list.at[k].after : "-");
        cr_expect_str_eq(sorted(arena, text_chars(&got)), sorted(arena, cases[i].differences),
            "%s: got \"%s\"", cases[i].name, text_chars(&got));
        cr_expect_eq(!compat_refused(&list, 0), cases[i].accepted, "%s: the verdict",
            cases[i].name);
        arena_free(arena);
    }
}

#endif
