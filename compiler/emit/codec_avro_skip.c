/* Statements that pass over data which no column wants: a decoder walks to the record's end. */
#include "codec_avro.h"

#include "codec_avro_tpl.h"

struct skipper {
    struct avro_codec *codec;
    struct text *out;
    const char *path, *stem;
    size_t fixed; /* bytes of fixed size passed and not written yet */
};

static bool skip(struct skipper *s, const struct avro_schema *schema);

static void read_call(struct skipper *s, const char *call)
{
    tpl_avro_read(s->out,
        &(struct tpl_avro_read){.call = call, .path = avro_quote(s->codec, s->path)});
}

static void flush(struct skipper *s)
{
    if (s->fixed)
        read_call(s, arena_printf(s->codec->e->arena, "rt_avro_skip_fixed(&in, %zu)", s->fixed));
    s->fixed = 0;
}

/* The statements of an inner datum, as a block of their own. */
static const char *skip_apart(struct skipper *s, const struct avro_schema *schema, const char *path,
    const char *stem)
{
    struct text out = {.arena = s->codec->e->arena};

    return avro_skip(s->codec, &out, schema, path, stem) ? text_chars(&out) : NULL;
}

static bool skip_union(struct skipper *s, const struct avro_schema *schema)
{
    struct arena *arena = s->codec->e->arena;
    int null_branch = avro_schema_null_branch(schema);
    struct text cases = {.arena = arena};

    if (null_branch >= 0) {
        const char *inner = skip_apart(s, schema->branches[!null_branch], s->path, s->stem);

        if (!inner)
            return false;
        s->codec->uses_null = true;
        tpl_avro_skip_nullable(s->out,
            &(struct tpl_avro_skip_nullable){.null_branch = null_branch ? "1" : "0",
                .path = avro_quote(s->codec, s->path), .skip = inner});
        return true;
    }
    s->codec->uses_branch = true;
    for (size_t i = 0; i < schema->branch_count; i++) {
        const char *inner = skip_apart(s, schema->branches[i], s->path, s->stem);

        if (!inner)
            return false;
        if (*inner)
            tpl_avro_case(&cases, &(struct tpl_avro_case){
                .branch = arena_printf(arena, "%zu", i),
                .type = emit_comment(arena, avro_label(arena, schema->branches[i])),
                .code = inner});
    }
    tpl_avro_skip_union(s->out, &(struct tpl_avro_skip_union){
        .count = arena_printf(arena, "%zu", schema->branch_count),
        .path = avro_quote(s->codec, s->path), .cases = text_chars(&cases)});
    return true;
}

static bool skip_items(struct skipper *s, const struct avro_schema *schema)
{
    struct arena *arena = s->codec->e->arena;
    size_t least = avro_schema_least(schema->items) + (schema->kind == AVRO_MAP);
    const char *left = names_make(s->codec->e->names, s->codec->scope,
        arena_printf(arena, "%s_left", s->stem));
    const char *path = arena_printf(arena, "%s[]", s->path), *inner;
    struct text item = {.arena = arena};

    if (!least) {
        tpl_avro_skip_empty_items(s->out, &(struct tpl_avro_skip_empty_items){.left = left,
            .path = avro_quote(s->codec, s->path)});
        return true;
    }
    if (schema->kind == AVRO_MAP)
        tpl_avro_read(&item, &(struct tpl_avro_read){.call = "rt_avro_skip_bytes(&in)",
            .path = avro_quote(s->codec, path)});
    inner = skip_apart(s, schema->items, path, arena_printf(arena, "%s_item", s->stem));
    if (!inner)
        return false;
    text_add(&item, inner);
    tpl_avro_skip_items(s->out, &(struct tpl_avro_skip_items){.left = left,
        .least = arena_printf(arena, "%zu", least), .skip = text_chars(&item),
        .path = avro_quote(s->codec, s->path)});
    return true;
}

static bool skip_record(struct skipper *s, const struct avro_schema *schema)
{
    const char *path = s->path, *stem = s->stem;
    bool ok = true;

    for (size_t i = 0; ok && i < schema->field_count; i++) {
        s->path = arena_printf(s->codec->e->arena, "%s.%s", path, schema->fields[i].name);
        s->stem = arena_printf(s->codec->e->arena, "%s_%s", stem, schema->fields[i].name);
        ok = skip(s, schema->fields[i].schema);
    }
    s->path = path;
    s->stem = stem;
    return ok;
}

static bool skip_datum(struct skipper *s, const struct avro_schema *schema)
{
    switch (schema->kind) {
    case AVRO_NULL:
        return true;
    case AVRO_BOOLEAN:
        s->fixed += 1;
        return true;
    case AVRO_FLOAT:
        s->fixed += 4;
        return true;
    case AVRO_DOUBLE:
        s->fixed += 8;
        return true;
    case AVRO_FIXED:
        s->fixed += (size_t)schema->size;
        return true;
    case AVRO_INT:
    case AVRO_LONG:
    case AVRO_ENUM:
        flush(s);
        read_call(s, "rt_avro_skip_varint(&in)");
        return true;
    case AVRO_BYTES:
    case AVRO_STRING:
        flush(s);
        read_call(s, "rt_avro_skip_bytes(&in)");
        return true;
    case AVRO_ARRAY:
    case AVRO_MAP:
        flush(s);
        return skip_items(s, schema);
    case AVRO_UNION:
        flush(s);
        return skip_union(s, schema);
    case AVRO_RECORD:
        return skip_record(s, schema);
    }
    return false;
}

static bool skip(struct skipper *s, const struct avro_schema *schema)
{
    bool ok;

    if (!avro_enter(s->codec, schema, s->path))
        return false;
    ok = skip_datum(s, schema);
    avro_leave(s->codec);
    return ok;
}

bool avro_skip(struct avro_codec *codec, struct text *out, const struct avro_schema *schema,
    const char *path, const char *stem)
{
    struct skipper s = {.codec = codec, .out = out, .path = path, .stem = stem};
    bool ok = skip(&s, schema);

    flush(&s);
    return ok;
}
