#include "gen.h"

#include "emit/shape.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 64, FEW = 5 };

struct gen gen_new(void)
{
    struct arena *arena = arena_new();

    return (struct gen){.arena = arena, .ok = true, .out.arena = arena,
        .e = {.arena = arena, .diag = diag_new(arena), .names = names_new(arena),
            .types.arena = arena, .composite.arena = arena}};
}

const struct type *gen_type(struct gen *gen, const struct schema_text *schema)
{
    const char *why = "";
    const struct type *type = schema_to_type(gen->arena, schema, &why);

    if (!type || type->kind != TYPE_ROW || type->field_count > MOST) {
        fprintf(stderr, "no row of at most %d fields: %s\n", MOST, why);
        gen->ok = false;
        return NULL;
    }
    return type;
}

const struct type *gen_only(struct gen *gen, const struct type *type,
    bool (*wanted)(const struct type_field *field))
{
    struct type_field *fields = arena_array(gen->arena, type->field_count + 1, sizeof *fields);
    size_t count = 0;

    for (size_t i = 0; i < type->field_count; i++)
        if (wanted(&type->fields[i]))
            fields[count++] = type->fields[i];
    return type_row(gen->arena, fields, count, type->nullable);
}

void gen_text(struct gen *gen, const char *name, const char *text)
{
    text_printf(&gen->out, "static const char %s[] =\n    %s;\n\n", name,
        emit_c_string(gen->arena, str_of(text)));
}

static bool emit(struct gen *gen, const struct gen_table *spec, const struct table *table,
    const struct rel_column *columns, const bool *used)
{
    const struct emit_codec *codec = emit_codec_of(spec->format);
    struct emitter *e = &gen->e;
    size_t count = spec->type->field_count;
    const struct row *all = emit_row(e, &gen->out, spec->tag, columns, count, NULL);
    const struct row *few = emit_row(e, &gen->out,
        arena_printf(gen->arena, "%s_few", spec->tag), columns, count, used);
    const struct row *sink =
        spec->sink ? emit_row(e, &gen->out, spec->sink, columns, count, NULL) : all;

    if (spec->shape) {
        gen_text(gen, arena_printf(gen->arena, "%s_schema", spec->tag), spec->schema->text);
        emit_shape(e, &gen->out, all, table, false);
    }
    return codec->decoder(e, &gen->out, all, table, false, spec->schema, 0) &&
        codec->decoder(e, &gen->out, few, table, false, spec->schema, 0) &&
        (spec->read_only || codec->encoder(e, &gen->out, sink, table, false)) &&
        (!spec->lines || (emit_line_reader(e, &gen->out, all) &&
            emit_line_writer(e, &gen->out, all)));
}

void gen_table(struct gen *gen, const struct gen_table *spec)
{
    struct rel_column columns[MOST] = {0};
    struct column table_columns[MOST] = {0};
    const char *names[MOST];
    size_t numbers[MOST], count = spec->type ? spec->type->field_count : 0;
    bool used[MOST];
    struct table table = {.name = spec->tag, .columns = table_columns,
        .options = (struct option_value *)spec->options, .option_count = spec->option_count,
        .column_count = count, .declared_count = count};

    if (!gen->ok)
        return;
    for (size_t i = 0; i < count; i++) {
        table_columns[i].name = names[i] = columns[i].name = spec->type->fields[i].name;
        table_columns[i].type = columns[i].type = spec->type->fields[i].type;
        numbers[i] = i;
        used[i] = i % FEW == 0;
    }
    table.value_side = (struct table_side){.format = spec->format, .columns = numbers,
        .count = count, .names = names, .schema = spec->schema ? spec->schema->text : NULL};
    gen->ok = emit(gen, spec, &table, columns, used);
    if (!gen->ok)
        diag_print(gen->e.diag, 0, DIAG_TEXT, false, stderr);
}

void gen_seed(struct gen *gen, const char *folder, const char *name, const void *data, size_t size)
{
    const char *path = arena_printf(gen->arena, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");

    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        gen->ok = false;
    }
}

void gen_schema_seed(struct gen *gen, const char *folder, char language, const char *text)
{
    const char *seed = arena_printf(gen->arena, "%c%s", language, text);

    gen_seed(gen, folder, "read_schema", seed, strlen(seed));
}

int gen_finish(struct gen *gen, const char *path)
{
    FILE *file = gen->ok ? fopen(path, "w") : NULL;
    bool ok = file &&
        fprintf(file, "%s\n%s", text_chars(&gen->e.types), text_chars(&gen->out)) > 0;

    if (gen->ok && !file)
        perror(path);
    if (file)
        ok = fclose(file) == 0 && ok;
    arena_free(gen->arena);
    return ok ? 0 : 1;
}
