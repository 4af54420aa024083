#include "cases.h"

#include <stdio.h>
#include <stdlib.h>

uint32_t cases_next(struct cases *cases, uint32_t below)
{
    cases->state ^= cases->state << 13;
    cases->state ^= cases->state >> 7;
    cases->state ^= cases->state << 17;
    return (uint32_t)(cases->state * UINT64_C(0x2545F4914F6CDD1D) >> 33) % below;
}

struct table *cases_table(struct cases *cases, const char *name, enum format format,
    const struct type *type, const char *schema)
{
    struct table *table = NEW(cases->arena, struct table);
    size_t count = type->kind == TYPE_ROW ? type->field_count : 1;
    struct column *columns = arena_array(cases->arena, count + 1, sizeof *columns);
    size_t *numbers = arena_array(cases->arena, count + 1, sizeof *numbers);
    const char **names = arena_array(cases->arena, count + 1, sizeof *names);

    for (size_t i = 0; i < count; i++) {
        columns[i].name = type->kind == TYPE_ROW ? type->fields[i].name : "datum";
        columns[i].type = type->kind == TYPE_ROW ? type->fields[i].type : type;
        numbers[i] = i;
        names[i] = columns[i].name;
    }
    table->name = name;
    table->columns = columns;
    table->column_count = table->declared_count = count;
    table->value_side = (struct table_side){.format = format, .columns = numbers, .count = count,
        .names = names, .schema = schema};
    return table;
}

struct cases_rows cases_rows(struct cases *cases, const struct table *table, unsigned number)
{
    size_t count = table->column_count;
    struct rel_column *columns = arena_array(cases->arena, count + 1, sizeof *columns);
    bool *used = arena_array(cases->arena, count + 1, sizeof *used);
    struct cases_rows rows;

    for (size_t i = 0; i < count; i++) {
        columns[i] = (struct rel_column){table->columns[i].name, table->columns[i].type};
        used[i] = cases_next(cases, 3) == 0;
    }
    rows.all = emit_row(&cases->e, &cases->out, table->name, columns, count, NULL);
    rows.few = emit_row(&cases->e, &cases->out, arena_printf(cases->arena, "few%u", number),
        columns, count, used);
    return rows;
}

static bool write_file(struct cases *cases, const char *path, const char *kind,
    const char *header, const char *seed, unsigned count)
{
    FILE *file = fopen(path, "w");

    if (!file)
        return perror(path), false;
    fprintf(file, "/* %s_gen %s %u */\n#include \"%s\"\n\n%s\n%s", kind, seed, count, header,
        text_chars(&cases->e.types), text_chars(&cases->out));
    fprintf(file, "const struct %s_case %s_cases_%s[] = {\n%s};\n"
        "const size_t %s_cases_%s_count = %u;\n", kind, kind, seed, text_chars(&cases->list), kind,
        seed, count);
    return fclose(file) == 0;
}

int cases_main(int argc, char **argv, const char *kind, const char *header,
    bool (*emit)(struct cases *cases, unsigned number))
{
    struct arena *arena = arena_new();
    struct cases cases = {.arena = arena, .e = {.arena = arena, .diag = diag_new(arena),
        .names = names_new(arena), .types.arena = arena, .composite.arena = arena},
        .out.arena = arena, .list.arena = arena};
    bool ok = argc == 4;
    unsigned count = ok ? (unsigned)strtoul(argv[2], NULL, 10) : 0;

    if (!ok)
        return fprintf(stderr, "usage: %s_gen SEED COUNT OUT.c\n", kind), 2;
    cases.state = strtoull(argv[1], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) + 1;
    for (unsigned i = 0; ok && i < count; i++)
        ok = emit(&cases, i);
    if (ok)
        ok = write_file(&cases, argv[3], kind, header, argv[1], count);
    else
        diag_print(cases.e.diag, 0, DIAG_TEXT, false, stderr);
    arena_free(arena);
    return ok ? 0 : 1;
}
