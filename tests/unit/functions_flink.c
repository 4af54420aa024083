/* functions_flink.def says of each of Flink's functions whether it is here: each is called. */
#include "bind/bind.h"
#include "parse/parse.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
    const char *name, *why;
} all[] = {
#define FLINK(name, why) {#name, why},
#include "catalog/functions_flink.def"
#undef FLINK
};

/* What binding `SELECT NAME()` says: of arguments, of the place, or that there is no such
 * function. */
static const char *answer(struct arena *arena, const char *name)
{
    struct diag *diag = diag_new(arena);
    struct catalog *catalog = catalog_new(arena, diag);
    const char *sql = arena_printf(arena, "SELECT %s();", name);
    struct script *script = parse_script(arena, diag, diag_add_source(diag, "t.sql", str_of(sql)));
    struct bound_job job = {0};

    if (script->statements.count == 1)
        bind_statement(catalog, script->statements.at[0], &job);
    return diag_error_count(diag) ? diag_first(diag, 0, DIAG_ERROR, NULL) : "";
}

Test(functions_flink, each_is_what_the_table_says)
{
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const char *text = answer(arena, all[i].name);
        bool missing = strstr(text, "not supported yet") || strstr(text, "does not exist");

        /* Functions of windows and rows need more than a call to be told from others. */
        if (strstr(all[i].why, "OVER windows"))
            continue;
        cr_expect_eq(missing, *all[i].why != '\0', "%s: %s", all[i].name, text);
    }
    arena_free(arena);
}
