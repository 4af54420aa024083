/* The table that error-handling.log.target names, or dead-letter-topic of proto-confluent. */
#include "../catalog/error_table.h"
#include "../parse/parse.h"
#include "bind.h"

#include <string.h>

static struct path path_of(struct name parts[3], const struct table *table, const char *name)
{
    parts[0] = (struct name){.text = table->catalog};
    parts[1] = (struct name){.text = table->database};
    parts[2] = (struct name){.text = name};
    return (struct path){.parts = {.at = parts, .count = 3}};
}

static struct table *declare(struct catalog *catalog, const struct table *table, const char *name)
{
    const char *sql = table->dead_letters ? dead_letters_sql(catalog->arena, table)
        : error_table_sql(catalog->arena, table->catalog, table->database, name);
    uint32_t source = diag_add_source(catalog->diag,
        arena_printf(catalog->arena, "<error table %s>", name), str_of(sql));
    struct script *script = parse_script(catalog->arena, catalog->diag, source);
    struct table *made = NULL;

    if (script->statements.count != 1)
        BUG("the statement of an error table");
    bind_create_table(catalog, script->statements.at[0], &made);
    return made;
}

struct table *table_error_target(struct catalog *catalog, const struct table *table)
{
    struct name parts[3];
    struct path path = path_of(parts, table, table_error_target_name(table));

    return catalog_table(catalog, &path);
}

/* The option that asks for the table. */
static struct span span_of(const struct table *table)
{
    bool in_value = table_has_option(table, OPT_VALUE_PROTO_DEAD_LETTER);
    enum option_id id = !table->dead_letters ? OPT_ERROR_TARGET
        : in_value                           ? OPT_VALUE_PROTO_DEAD_LETTER
                                             : OPT_KEY_PROTO_DEAD_LETTER;

    return table_option_by_id(table, table_has_option(table, id) ? id : OPT_ERROR_MODE)
        ->value_span;
}

bool bind_error_table(struct catalog *catalog, const struct table *table, struct table **made)
{
    const char *name = table_error_target_name(table);
    struct span span = span_of(table);
    struct table *target;
    const char *problem;

    *made = NULL;
    if (!table_logs_errors(table))
        return true;
    if (strcmp(name, table->name) == 0) {
        diag_error(catalog->diag, D_ERROR_TABLE, span,
            "table '%s' cannot take its own errors: 'error-handling.log.target' names another",
            table->name);
        return false;
    }
    target = table_error_target(catalog, table);
    if (!target) {
        *made = declare(catalog, table, name);
        return *made != NULL;
    }
    problem = table->dead_letters ? dead_letters_problem(catalog->arena, target, table)
                                  : error_table_problem(catalog->arena, target);
    if (!problem)
        return true;
    diag_error(catalog->diag, D_ERROR_TABLE, span,
        "table '%s' cannot take the errors of table '%s': %s", target->name, table->name, problem);
    diag_note(catalog->diag, target->span, "declared here");
    return false;
}
