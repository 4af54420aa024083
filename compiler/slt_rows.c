/* Rows of a query: sorting, materialising, comparing. */
#include "slt.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN_LINES = 60, CONTEXT_LINES = 2 };

struct slt_rows rows_split(struct arena *arena, const char *text, size_t size)
{
    const char *end = text + size;
    struct slt_rows rows = {0};

    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((newline ? newline : end) - text);

        vec_push(arena, &rows, arena_strndup(arena, text, length));
        text += length + (newline != NULL);
    }
    return rows;
}

/* Of a file that a Windows editor wrote, by its first line. */
static void drop_returns(struct arena *arena, struct slt_rows *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        size_t size = strlen(lines->at[i]);

        if (size && lines->at[i][size - 1] == '\r')
            lines->at[i] = arena_strndup(arena, lines->at[i], size - 1);
        else if (i == 0)
            return;
    }
}

struct slt_rows rows_split_file(struct arena *arena, struct str content)
{
    struct slt_rows lines = rows_split(arena, content.data, content.size);

    drop_returns(arena, &lines);
    return lines;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void rows_sort(struct slt_rows *rows)
{
    if (rows->count > 1)
        qsort(rows->at, rows->count, sizeof *rows->at, compare);
}

static bool is_deletion(const char *row)
{
    return !strncmp(row, "-U", 2) || !strncmp(row, "-D", 2);
}

struct slt_rows rows_materialise(struct arena *arena, const struct slt_rows *changes)
{
    struct slt_rows rows = {0};

    for (size_t i = 0; i < changes->count; i++) {
        const char *row = changes->at[i];
        const char *insert = strlen(row) < 2 ? row : arena_printf(arena, "+I%s", row + 2);

        if (!is_deletion(row)) {
            vec_push(arena, &rows, insert);
            continue;
        }
        for (size_t k = rows.count; k-- > 0;)
            if (!strcmp(rows.at[k], insert)) {
                rows.at[k] = rows.at[--rows.count];
                break;
            }
    }
    rows_sort(&rows);
    return rows;
}

struct slt_rows rows_net(struct arena *arena, const struct slt_rows *changes)
{
    struct slt_rows inserts = {0}, deletes = {0}, rows = {0};

    for (size_t i = 0; i < changes->count; i++) {
        const char *row = changes->at[i];
        const char *insert = strlen(row) < 2 ? row : arena_printf(arena, "+I%s", row + 2);

        if (is_deletion(row))
            vec_push(arena, &deletes, insert);
        else
            vec_push(arena, &inserts, insert);
    }
    rows_sort(&inserts);
    rows_sort(&deletes);
    for (size_t i = 0, k = 0; i < inserts.count; i++) {
        while (k < deletes.count && strcmp(deletes.at[k], inserts.at[i]) < 0)
            k++;
        if (k < deletes.count && !strcmp(deletes.at[k], inserts.at[i]))
            k++;
        else
            vec_push(arena, &rows, inserts.at[i]);
    }
    return rows;
}

bool rows_equal(const struct slt_rows *a, const struct slt_rows *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->at[i], b->at[i]))
            return false;
    return true;
}

static void add_rows(struct text *out, const char *sign, const struct slt_rows *rows,
    size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        if (i - begin == SHOWN_LINES) {
            text_printf(out, "  %s ... %zu more\n", sign, end - i);
            return;
        }
        text_printf(out, "  %s %s\n", sign, rows->at[i]);
    }
}

void rows_difference(struct text *out, const struct slt_rows *expected,
    const struct slt_rows *got)
{
    size_t least = expected->count < got->count ? expected->count : got->count;
    size_t same = 0, tail = 0, before;

    while (same < least && !strcmp(expected->at[same], got->at[same]))
        same++;
    while (tail < least - same &&
        !strcmp(expected->at[expected->count - 1 - tail], got->at[got->count - 1 - tail]))
        tail++;
    before = same > CONTEXT_LINES ? same - CONTEXT_LINES : 0;
    text_add(out, "  - expected, + got\n");
    add_rows(out, " ", expected, before, same);
    add_rows(out, "-", expected, same, expected->count - tail);
    add_rows(out, "+", got, same, got->count - tail);
    add_rows(out, " ", got, got->count - tail,
        got->count - (tail > CONTEXT_LINES ? tail - CONTEXT_LINES : 0));
}
