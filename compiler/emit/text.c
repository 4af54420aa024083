/* Small pieces of generated text. */
#include "emit_internal.h"

#include <string.h>

enum { FILL_COLUMNS = 92 };

const char *emit_fill(struct arena *arena, const char *const *items, size_t count)
{
    struct text out = {.arena = arena};
    size_t column = 0;

    for (size_t i = 0; i < count; i++) {
        size_t size = strlen(items[i]) + 1;

        if (column && column + 1 + size > FILL_COLUMNS) {
            text_add_char(&out, '\n');
            column = 0;
        } else if (column) {
            text_add_char(&out, ' ');
            column++;
        }
        text_add(&out, items[i]);
        text_add_char(&out, ',');
        column += size;
    }
    return text_chars(&out);
}

const char *emit_sql_type(struct arena *arena, const struct type *type)
{
    struct text out = {.arena = arena};

    type_print_summary(&out, type);
    return emit_comment(arena, text_chars(&out));
}

void emit_statement(struct text *out, const char *call)
{
    text_printf(out, "%s;", call);
    text_add_char(out, '\n');
}
