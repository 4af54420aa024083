/*
 * Random rows, their JSON codecs by the emitter, as C: json_gen SEED COUNT OUT.c
 *
 * A case is a schema (as derived from the columns), a row struct, and functions that json_test.c
 * drives. Odd cases are of the format 'json', which has no schema: it only tells the columns there.
 */
#include "cases.h"
#include "emit/shape.h"
#include "registry/json_type.h"

#include <stdio.h>
#include <stdlib.h>

enum { FIELDS = 9, DEPTH = 2 };

struct gen {
    struct cases *cases;
    struct arena *arena;
    bool plain;
};

static uint32_t next(struct gen *gen, uint32_t below)
{
    return cases_next(gen->cases, below);
}

static const char *const names[] = {"id", "name", "int", "Value", "value", "row", "error", "in",
    "class", "null", "nulls", "count", "at", "out", "size", "struct", "arena", "member", "absent",
    "i", "main", "errno", "x_y", "a b", "\xc3\xa9t\xc3\xa9", "a\"b", "back\\slash", "tab\t",
    "a name that is longer than sixteen bytes", "a name that is longer than sixteen byteS", "keys",
    "values", "items", "start", "key", "_"};

static const struct type *gen_type(struct gen *gen, int depth);

static const struct type *gen_row(struct gen *gen, int depth)
{
    size_t count = 1 + next(gen, depth == DEPTH ? FIELDS : 4);
    size_t first = next(gen, sizeof names / sizeof *names);
    struct type_field *fields = arena_array(gen->arena, count, sizeof *fields);

    for (size_t i = 0; i < count; i++)
        fields[i] = (struct type_field){names[(first + i) % (sizeof names / sizeof *names)],
            gen_type(gen, depth - 1), NULL};
    return type_row(gen->arena, fields, count, false);
}

static const struct type *gen_scalar(struct gen *gen)
{
    static const enum type_kind simple[] = {TYPE_BOOLEAN, TYPE_TINYINT, TYPE_SMALLINT, TYPE_INT,
        TYPE_BIGINT, TYPE_FLOAT, TYPE_DOUBLE, TYPE_DATE};
    static const enum type_kind times[] = {TYPE_TIME, TYPE_TIMESTAMP, TYPE_TIMESTAMP_LTZ};
    int precision;

    switch (next(gen, 6)) {
    case 0:
        precision = 1 + (int)next(gen, 38);
        return type_decimal(gen->arena, precision, (int)next(gen, (uint32_t)precision + 1), false);
    case 1:
        return next(gen, 4) ? type_string(gen->arena, false)
                            : type_sized(gen->arena, TYPE_VARCHAR, 50, false);
    case 2:
        return type_bytes(gen->arena, false);
    case 3:
        return type_temporal(gen->arena, times[next(gen, 3)], 3, false);
    }
    return type_simple(gen->arena, simple[next(gen, 8)], false);
}

static const struct type *gen_type(struct gen *gen, int depth)
{
    const struct type *type;

    switch (depth > 0 ? next(gen, 12) : 11) {
    case 0: case 1:
        type = type_array(gen->arena, gen_type(gen, depth - 1), false);
        break;
    case 2:
        type = type_map(gen->arena, type_string(gen->arena, false), gen_type(gen, depth - 1),
            false);
        break;
    case 3:
        type = gen->plain ? type_multiset(gen->arena, type_string(gen->arena, false), false)
            : type_map(gen->arena, type_simple(gen->arena, TYPE_INT, false),
                gen_type(gen, depth - 1), false);
        break;
    case 4: case 5:
        type = gen_row(gen, depth);
        break;
    default:
        type = gen_scalar(gen);
        break;
    }
    return type_with_null(gen->arena, type, next(gen, 2));
}

static const struct type *evolve(struct gen *gen, const struct type *type);

/* Some that may be NULL are gone, one is new, the order is another. */
static const struct type *evolve_row(struct gen *gen, const struct type *type)
{
    struct type_field *fields = arena_array(gen->arena, type->field_count + 1, sizeof *fields);
    size_t count = 0, first = next(gen, (uint32_t)type->field_count);

    for (size_t i = 0; i < type->field_count; i++) {
        const struct type_field *field = &type->fields[(first + i) % type->field_count];

        if (field->type->nullable && next(gen, 4) == 0)
            continue;
        fields[count++] = (struct type_field){field->name, evolve(gen, field->type), NULL};
    }
    if (!count || next(gen, 2))
        fields[count++] = (struct type_field){"added",
            type_with_null(gen->arena, gen_type(gen, 1), true), NULL};
    return type_row(gen->arena, fields, count, type->nullable);
}

/* What another version may have in place of a type; it need not fit every value. */
static const struct type *evolve(struct gen *gen, const struct type *type)
{
    static const enum type_kind numbers[] = {TYPE_TINYINT, TYPE_SMALLINT, TYPE_INT, TYPE_BIGINT,
        TYPE_FLOAT, TYPE_DOUBLE};

    switch (type->kind) {
    case TYPE_ROW:
        return evolve_row(gen, type);
    case TYPE_ARRAY:
        return type_array(gen->arena, evolve(gen, type->element), type->nullable);
    case TYPE_MAP:
        return type_map(gen->arena, type->key, evolve(gen, type->element), type->nullable);
    default:
        return type_is_numeric(type) && next(gen, 3) == 0
            ? type_simple(gen->arena, numbers[next(gen, 6)], type->nullable) : type;
    }
}

static const char program_text[] =
    "static bool %1$s_evolved(struct rt_bytes in, struct rt_arena *arena,\n"
    "    struct rt_buffer *out, struct rt_error *error)\n"
    "{\n"
    "    struct %1$s row = {0};\n\n"
    "    return %1$s_decode_value_1(in, &row, arena, error) &&\n"
    "        %1$s_encode_value(&row, out, error);\n"
    "}\n\n"
    "static bool %1$s_by_program(const struct codec_program *program, struct rt_bytes in,\n"
    "    struct rt_arena *arena, struct rt_buffer *out, struct rt_error *error)\n"
    "{\n"
    "    struct %1$s row = {0};\n\n"
    "    return program->run(program, in, &row, arena, error) &&\n"
    "        %1$s_encode_value(&row, out, error);\n"
    "}\n\n";

static const char case_text[] =
    "static bool %1$s_through_row(struct rt_bytes in, struct rt_arena *arena,\n"
    "    struct rt_buffer *out, struct rt_error *error)\n"
    "{\n"
    "    struct %1$s row = {0};\n\n"
    "    return %1$s_decode_value_0(in, &row, arena, error) &&\n"
    "        %1$s_encode_value(&row, out, error);\n"
    "}\n\n"
    "static bool %1$s_few(struct rt_bytes in, struct rt_arena *arena, struct rt_error *error)\n"
    "{\n"
    "    struct %2$s row = {0};\n\n"
    "    return %2$s_decode_value_0(in, &row, arena, error);\n"
    "}\n\n";

/* What tells of another writer, for the case: its schema, functions, the row's shape. */
static const char *emit_evolved(struct gen *gen, struct emitter *e, struct text *out,
    const struct row *row, const struct table *table, const struct type *type)
{
    const struct type *other = evolve_row(gen, type);
    const char *why, *shape, *schema =
        json_from_fields(gen->arena, "evolved", other->fields, other->field_count, &why);
    const struct schema_text writer = {SCHEMA_JSON, schema, NULL, 0};

    if (!schema || !emit_json_decoder(e, out, row, table, false, &writer, 1))
        return NULL;
    shape = emit_shape(e, out, row, table, false);
    text_printf(out, program_text, row->tag);
    return arena_printf(gen->arena, ".evolved = %s, .evolved_row = %s_evolved,\n"
        "        .by_program = %s_by_program, .shape = &%s, ",
        emit_c_string(gen->arena, str_of(schema)), row->tag, row->tag, shape);
}

static bool emit_case(struct cases *cases, unsigned number)
{
    static struct option_value option = {
        .id = OPT_JSON_PLAIN_DECIMALS, .key = "", .text = "true", .number = 1};
    static struct gen kept;
    struct gen *gen = &kept;
    struct emitter *e = &cases->e;
    struct text *out = &cases->out;
    const char *name = arena_printf(cases->arena, "case%u", number), *why;
    const struct type *type;
    const char *schema, *tag, *evolved = "";
    struct table *table;
    struct schema_text writer = {SCHEMA_JSON, NULL, NULL, 0};
    struct cases_rows rows;

    gen->cases = cases;
    gen->arena = cases->arena;
    gen->plain = number % 2;
    type = gen_row(gen, DEPTH);
    schema = json_from_fields(gen->arena, name, type->fields, type->field_count, &why);
    if (!schema)
        return fprintf(stderr, "%s\n", why), false;
    writer.text = schema;
    table = cases_table(cases, name, gen->plain ? FORMAT_JSON : FORMAT_JSON_REGISTRY, type, schema);
    table->options = &option;
    table->option_count = 1;
    rows = cases_rows(cases, table, number);
    tag = rows.all->tag;
    if (!emit_json_decoder(e, out, rows.all, table, false, gen->plain ? NULL : &writer, 0) ||
            !emit_json_encoder(e, out, rows.all, table, false) ||
            !emit_json_decoder(e, out, rows.few, table, false, gen->plain ? NULL : &writer, 0))
        return fprintf(stderr, "%s\n", schema), false;
    if (!gen->plain)
        evolved = emit_evolved(gen, e, out, rows.all, table, type);
    if (!evolved)
        return fprintf(stderr, "another version of\n%s\n", schema), false;
    text_printf(out, case_text, tag, rows.few->tag);
    text_printf(&cases->list, "    {.schema = %s,\n        .plain = %s, .through_row = "
        "%s_through_row,\n        %s.few = %s_few},\n", emit_c_string(gen->arena, str_of(schema)),
        gen->plain ? "true" : "false", tag, evolved, tag);
    return true;
}

int main(int argc, char **argv)
{
    return cases_main(argc, argv, "json", "json_case.h", emit_case);
}
