/* Texts that an item prints or finds, compared without white space; `...` stands for what a
 * document leaves out. */
#include "slt.h"

#include <ctype.h>
#include <string.h>

struct parts {
    const char **at;
    size_t count, capacity;
};

static char *squeeze(struct arena *arena, const struct slt_rows *rows)
{
    struct text out = {.arena = arena};

    for (size_t i = 0; i < rows->count; i++)
        for (const char *at = rows->at[i]; *at; at++)
            if (!isspace((unsigned char)*at))
                text_add_char(&out, *at);
    return arena_strndup(arena, text_chars(&out), out.size);
}

/* ---- options ---- */

/* The end of "WITH(…", at its ')'; NULL: it is not closed. */
static const char *options_end(const char *at)
{
    for (bool quoted = false; *at; at++) {
        quoted ^= *at == '\'';
        if (*at == ')' && !quoted)
            return at;
    }
    return NULL;
}

/* 'key'='value' each; `...` goes. */
static struct parts split_options(struct arena *arena, const char *at, const char *end)
{
    struct parts parts = {0};

    while (at < end) {
        const char *begin = at;
        bool quoted = false;

        for (; at < end && (quoted || (*at != ',' && strncmp(at, "...", 3) != 0)); at++)
            quoted ^= *at == '\'';
        if (at > begin)
            vec_push(arena, &parts, arena_strndup(arena, begin, (size_t)(at - begin)));
        at += at < end && *at == '.' ? 3 : 1;
    }
    return parts;
}

/* Every expected option is there; others may be. */
static bool options_match(struct arena *arena, const char *expected, const char *expected_end,
    const char *got, const char *got_end)
{
    struct parts wanted = split_options(arena, expected, expected_end);
    struct parts found = split_options(arena, got, got_end);

    for (size_t i = 0; i < wanted.count; i++) {
        bool there = false;

        for (size_t k = 0; k < found.count && !there; k++)
            there = !strcmp(wanted.at[i], found.at[k]);
        if (!there)
            return false;
    }
    return true;
}

/* ---- the whole ---- */

static bool match(struct arena *arena, const char *expected, const char *got)
{
    static const char with[] = "WITH(", dots[] = "...";

    while (*expected) {
        if (!strncmp(expected, with, strlen(with)) && !strncmp(got, with, strlen(with))) {
            const char *end = options_end(expected), *got_end = options_end(got);

            expected += strlen(with);
            got += strlen(with);
            if (!end || !got_end)
                return false;
            if (memmem(expected, (size_t)(end - expected), dots, strlen(dots))) {
                if (!options_match(arena, expected, end, got, got_end))
                    return false;
                expected = end;
                got = got_end;
            }
        } else if (!strcmp(expected, dots)) {
            return true;
        } else if (*expected++ != *got++) {
            return false;
        }
    }
    return !*got;
}

bool text_matches(struct arena *arena, const struct slt_rows *expected,
    const struct slt_rows *got)
{
    return match(arena, squeeze(arena, expected), squeeze(arena, got));
}
