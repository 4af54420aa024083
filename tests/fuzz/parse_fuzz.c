/* Any bytes through lexer, parser, dump and printer. What was accepted must print as SQL that is
 * accepted again and means the same: its tree dumps alike (function names in upper case). */
#include "parse/parse.h"

#include <stdlib.h>
#include <string.h>

static const char *dump(struct arena *arena, struct diag *diag, const char *name, struct str sql,
    struct script **script)
{
    struct text text = {.arena = arena};

    *script = parse_script(arena, diag, diag_add_source(diag, name, sql));
    ast_dump(&text, *script);
    return text_chars(&text);
}

static void print_again(struct arena *arena, const struct statement *statement)
{
    struct script only = {0}, *again;
    struct text sql = {.arena = arena}, before = {.arena = arena};
    struct diag *diag = diag_new(arena);
    const char *after;

    if (statement->kind != STMT_QUERY)
        return;
    ast_print_query(&sql, statement->as.query);
    vec_push(arena, &only.statements, (struct statement *)statement);
    ast_dump(&before, &only);
    after = dump(arena, diag, "printed", (struct str){text_chars(&sql), sql.size}, &again);
    /* Printing writes out parentheses, so the tree may now be too deep, but no other error. */
    if (diag_error_count(diag) && strstr(diag_first(diag, 0, DIAG_ERROR, NULL), "levels deep"))
        return;
    if (diag_error_count(diag) || strcasecmp(after, text_chars(&before))) {
        diag_print(diag, 0, DIAG_TEXT, false, stderr);
        fprintf(stderr, "printed: %s\n--- before\n%s--- after\n%s", text_chars(&sql),
            text_chars(&before), after);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    struct arena *arena = arena_new();
    struct diag *diag = diag_new(arena);
    struct script *script;
    size_t i;

    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    dump(arena, diag, "fuzz", (struct str){(const char *)data, size}, &script);
    diag_print(diag, 0, DIAG_TEXT, true, nowhere);
    diag_print(diag, 0, DIAG_JSON, false, nowhere);
    for (i = 0; i < script->statements.count; i++)
        print_again(arena, script->statements.at[i]);
    arena_free(arena);
    return 0;
}
