/* Avro 1.12 schema resolution, as a registry applies it: can the reader's schema read what the
 * writer's wrote? */
#include "avro.h"
#include "compat_internal.h"

#include <string.h>

/* Records that refer to each other in circles can make millions of pairs; behind so many, or so
 * deep, they are taken to fit. */
enum { PAIR_LIMIT = 10000, DEPTH_LIMIT = 500 };

/* A pair of records that has been compared, or is being. */
struct pair {
    const struct avro_schema *reader, *writer;
    bool refused;
    struct compat_difference first; /* if refused */
};

struct resolver {
    struct arena *arena;
    struct compat_list *list;
    const char *column;
    int record_depth; /* 1: in the outermost record */
    VEC(struct pair) pairs;
};

static void resolve(struct resolver *resolver, const struct avro_schema *reader,
    const struct avro_schema *writer, const char *path);

static const char *below(struct resolver *resolver, const char *path, const char *member)
{
    return arena_printf(resolver->arena, "%s/%s", path, member);
}

static const char *item(struct resolver *resolver, const char *path, const char *member,
    size_t index)
{
    return arena_printf(resolver->arena, "%s/%s/%zu", path, member, index);
}

/* ---- a schema in a few words ---- */

static void describe(struct text *out, const struct avro_schema *schema)
{
    const char *name = avro_branch_name(out->arena, schema);

    switch (schema->kind) {
    case AVRO_UNION:
        text_add_char(out, '[');
        for (size_t i = 0; i < schema->branch_count; i++) {
            text_add(out, i ? ", " : "");
            describe(out, schema->branches[i]);
        }
        text_add_char(out, ']');
        return;
    case AVRO_ARRAY: case AVRO_MAP:
        text_printf(out, "%s of ", name);
        describe(out, schema->items);
        return;
    case AVRO_RECORD: text_printf(out, "record %s", name); return;
    case AVRO_ENUM: text_printf(out, "enum %s", name); return;
    case AVRO_FIXED: text_printf(out, "fixed(%d) %s", schema->size, name); break;
    case AVRO_NULL: case AVRO_BOOLEAN: case AVRO_INT: case AVRO_LONG: case AVRO_FLOAT:
    case AVRO_DOUBLE: case AVRO_BYTES: case AVRO_STRING: text_add(out, name); break;
    }
    if (schema->logical == AVRO_DECIMAL)
        text_printf(out, " decimal(%d, %d)", schema->precision, schema->scale);
    else if (schema->logical)
        text_printf(out, " %s", avro_logical_name(schema->logical));
}

static const char *text_of(struct resolver *resolver, const struct avro_schema *schema)
{
    struct text text = {.arena = resolver->arena};

    describe(&text, schema);
    return text_chars(&text);
}

static void add(struct resolver *resolver, enum compat_rule rule, const char *path,
    const struct avro_schema *reader, const struct avro_schema *writer)
{
    compat_add(resolver->list, rule, path, resolver->column, text_of(resolver, writer),
        text_of(resolver, reader));
}

/* ---- named types ---- */

static bool has_name(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0)
            return true;
    }
    return false;
}

/* The name without its namespace is what counts, as in Java; an alias is a full name, and one
 * without dots is in the reader's namespace. */
static void resolve_name(struct resolver *resolver, const struct avro_schema *reader,
    const struct avro_schema *writer, const char *path)
{
    const char *full = avro_full_name(resolver->arena, writer);

    if (strcmp(reader->name, writer->name) == 0 ||
            has_name(reader->aliases, reader->alias_count, full))
        return;
    for (size_t i = 0; i < reader->alias_count; i++) {
        const char *alias = reader->aliases[i];

        if (!strchr(alias, '.') && *reader->space &&
                strcmp(arena_printf(resolver->arena, "%s.%s", reader->space, alias), full) == 0)
            return;
    }
    add(resolver, COMPAT_NAME_MISMATCH, below(resolver, path, "name"), reader, writer);
}

static void resolve_enum(struct resolver *resolver, const struct avro_schema *reader,
    const struct avro_schema *writer, const char *path)
{
    struct text missing = {.arena = resolver->arena}, have = {.arena = resolver->arena};

    resolve_name(resolver, reader, writer, path);
    for (size_t i = 0; i < writer->symbol_count; i++) {
        if (!has_name(reader->symbols, reader->symbol_count, writer->symbols[i]))
            text_printf(&missing, "%s%s", missing.size ? ", " : "", writer->symbols[i]);
    }
    if (!missing.size || reader->enum_default)
        return;
    for (size_t i = 0; i < reader->symbol_count; i++)
        text_printf(&have, "%s%s", i ? ", " : "", reader->symbols[i]);
    compat_add(resolver->list, COMPAT_MISSING_ENUM_SYMBOLS, below(resolver, path, "symbols"),
        resolver->column, arena_printf(resolver->arena, "also %s", text_chars(&missing)),
        arena_printf(resolver->arena, "only %s", text_chars(&have)));
}

static void resolve_fixed(struct resolver *resolver, const struct avro_schema *reader,
    const struct avro_schema *writer, const char *path)
{
    resolve_name(resolver, reader, writer, path);
    if (reader->size != writer->size)
        add(resolver, COMPAT_FIXED_SIZE_MISMATCH, below(resolver, path, "size"), reader, writer);
}

/* ---- records ---- */

/* By name, else by an alias of the reader's field. */
static const struct avro_field *find_field(const struct avro_schema *writer,
    const struct avro_field *field)
{
    for (size_t i = 0; i < writer->field_count; i++) {
        if (strcmp(writer->fields[i].name, field->name) == 0)
            return &writer->fields[i];
    }
    for (size_t i = 0; i < writer->field_count; i++) {
        if (has_name(field->aliases, field->alias_count, writer->fields[i].name))
            return &writer->fields[i];
    }
    return NULL;
}

static void resolve_record(struct resolver *resolver, const struct avro_schema *reader,
    const struct avro_schema *writer, const char *path)
{
    resolve_name(resolver, reader, writer, path);
    resolver->record_depth++;
    for (size_t i = 0; i < reader->field_count; i++) {
        const struct avro_field *field = &reader->fields[i];
        const struct avro_field *written = find_field(writer, field);
        const char *here = item(resolver, path, "fields", i);

        if (resolver->record_depth == 1)
            resolver->column = field->name;
        if (written)
            resolve(resolver, field->schema, written->schema, below(resolver, here, "type"));
        else if (!field->has_default)
            compat_add(resolver->list, COMPAT_READER_FIELD_MISSING_DEFAULT_VALUE, here,
                resolver->column, NULL, arena_printf(resolver->arena, "%s %s", field->name,
                    text_of(resolver, field->schema)));
    }
    if (--resolver->record_depth == 0)
        resolver->column = NULL;
}

/* ---- unions ---- */

/* Whether `reader` reads it all; leaves no trace. */
static bool reads(struct resolver *resolver, const struct avro_schema *reader,
    const struct avro_schema *writer, const char *path)
{
    size_t from = resolver->list->count;
    bool refused;

    resolve(resolver, reader, writer, path);
    refused = compat_refused(resolver->list, from);
    if (refused)
        resolver->list->count = from;
    return !refused; /* what is misread in the branch that fits is kept */
}

static void resolve_branch(struct resolver *resolver, const struct avro_schema *reader,
    const struct avro_schema *writer, const char *path)
{
    for (size_t i = 0; i < reader->branch_count; i++) {
        if (reader->branches[i]->kind == writer->kind &&
                reads(resolver, reader->branches[i], writer, path))
            return;
    }
    for (size_t i = 0; i < reader->branch_count; i++) {
        if (reader->branches[i]->kind != writer->kind &&
                reads(resolver, reader->branches[i], writer, path))
            return;
    }
    add(resolver, COMPAT_MISSING_UNION_BRANCH, path, reader, writer);
}

/* The writer's is a union: each of its branches must be readable. */
static void resolve_union(struct resolver *resolver, const struct avro_schema *reader,
    const struct avro_schema *writer, const char *path)
{
    for (size_t i = 0; i < writer->branch_count; i++) {
        const struct avro_schema *branch = writer->branches[i];
        const char *here = arena_printf(resolver->arena, "%s/%zu", path, i);

        if (reader->kind == AVRO_UNION)
            resolve_branch(resolver, reader, branch, here);
        else
            resolve(resolver, reader, branch, here);
    }
}

/* ---- a pair ---- */

static bool promotes(enum avro_kind reader, enum avro_kind writer)
{
    switch (reader) {
    case AVRO_LONG: return writer == AVRO_INT;
    case AVRO_FLOAT: return writer == AVRO_INT || writer == AVRO_LONG;
    case AVRO_DOUBLE:
        return writer == AVRO_INT || writer == AVRO_LONG || writer == AVRO_FLOAT;
    case AVRO_BYTES: return writer == AVRO_STRING;
    case AVRO_STRING: return writer == AVRO_BYTES;
    case AVRO_NULL: case AVRO_BOOLEAN: case AVRO_INT: case AVRO_RECORD: case AVRO_ENUM:
    case AVRO_ARRAY: case AVRO_MAP: case AVRO_UNION: case AVRO_FIXED: return false;
    }
    return false;
}

static bool is_timestamp(enum avro_logical logical)
{
    return logical >= AVRO_TIMESTAMP_MILLIS && logical <= AVRO_LOCAL_NANOS;
}

/* Logical types are no matter to a registry, but one and the same number then means two things. */
static void resolve_logical(struct resolver *resolver, const struct avro_schema *reader,
    const struct avro_schema *writer, const char *path)
{
    enum avro_logical r = reader->logical, w = writer->logical;

    if (r == AVRO_DECIMAL && w == AVRO_DECIMAL) {
        if (reader->scale != writer->scale || reader->precision < writer->precision)
            add(resolver, COMPAT_DECIMAL_CHANGED, path, reader, writer);
    } else if (r != w && ((r == AVRO_DECIMAL) != (w == AVRO_DECIMAL) ||
                   (is_timestamp(r) && is_timestamp(w)) ||
                   (r == AVRO_DATE) != (w == AVRO_DATE) ||
                   (r == AVRO_TIME_MILLIS) != (w == AVRO_TIME_MILLIS) ||
                   (r == AVRO_TIME_MICROS) != (w == AVRO_TIME_MICROS))) {
        add(resolver, COMPAT_LOGICAL_TYPE_CHANGED, path, reader, writer);
    }
}

static void resolve_pair(struct resolver *resolver, const struct avro_schema *reader,
    const struct avro_schema *writer, const char *path)
{
    if (writer->kind == AVRO_UNION) {
        resolve_union(resolver, reader, writer, path);
        return;
    }
    if (reader->kind == AVRO_UNION) {
        resolve_branch(resolver, reader, writer, path);
        return;
    }
    if (reader->kind != writer->kind) {
        if (!promotes(reader->kind, writer->kind))
            add(resolver, COMPAT_TYPE_MISMATCH, path, reader, writer);
        return;
    }
    switch (reader->kind) {
    case AVRO_RECORD: resolve_record(resolver, reader, writer, path); break;
    case AVRO_ENUM: resolve_enum(resolver, reader, writer, path); break;
    case AVRO_FIXED: resolve_fixed(resolver, reader, writer, path); break;
    case AVRO_ARRAY:
        resolve(resolver, reader->items, writer->items, below(resolver, path, "items"));
        break;
    case AVRO_MAP:
        resolve(resolver, reader->items, writer->items, below(resolver, path, "values"));
        break;
    case AVRO_NULL: case AVRO_BOOLEAN: case AVRO_INT: case AVRO_LONG: case AVRO_FLOAT:
    case AVRO_DOUBLE: case AVRO_BYTES: case AVRO_STRING: case AVRO_UNION: break;
    }
    resolve_logical(resolver, reader, writer, path);
}

static struct pair *find_pair(struct resolver *resolver, const struct avro_schema *reader,
    const struct avro_schema *writer)
{
    for (size_t i = 0; i < resolver->pairs.count; i++) {
        struct pair *pair = &resolver->pairs.at[i];

        if (pair->reader == reader && pair->writer == writer)
            return pair;
    }
    return NULL;
}

/* Records are compared once: they may contain themselves, and each other many times. A pair still
 * being compared counts as fitting. */
static void resolve(struct resolver *resolver, const struct avro_schema *reader,
    const struct avro_schema *writer, const char *path)
{
    bool records = reader->kind == AVRO_RECORD && writer->kind == AVRO_RECORD;
    struct pair *known = records ? find_pair(resolver, reader, writer) : NULL;
    size_t from = resolver->list->count, number = resolver->pairs.count;

    if (known) {
        if (known->refused)
            compat_add(resolver->list, known->first.rule, known->first.path, resolver->column,
                known->first.before, known->first.after);
        return;
    }
    if (records && (number == PAIR_LIMIT || resolver->record_depth == DEPTH_LIMIT))
        return;
    if (records)
        vec_push(resolver->arena, &resolver->pairs, ((struct pair){reader, writer, false, {0}}));
    resolve_pair(resolver, reader, writer, path);
    for (size_t i = from; records && i < resolver->list->count; i++) {
        if (compat_rule_verdict(resolver->list->at[i].rule) == COMPAT_REFUSED) {
            resolver->pairs.at[number].refused = true;
            resolver->pairs.at[number].first = resolver->list->at[i];
            break;
        }
    }
}

/* ---- schemas with references ---- */

/* Referenced schemas become fields of a record before the schema itself: names are then known. */
static struct avro_schema *parse(struct arena *arena, const struct compat_schema *schema,
    const char **error)
{
    struct text text = {.arena = arena};
    const char *reason = "";
    struct avro_schema *parsed;

    if (!schema->reference_count) {
        parsed = avro_parse(arena, schema->text, &reason);
    } else {
        text_add(&text, "{\"type\":\"record\",\"name\":\"_\",\"fields\":[");
        for (size_t i = 0; i < schema->reference_count; i++)
            text_printf(&text, "{\"name\":\"_%zu\",\"type\":%s},", i, schema->references[i].text);
        text_printf(&text, "{\"name\":\"_\",\"type\":%s}]}", schema->text);
        parsed = avro_parse(arena, text_chars(&text), &reason);
        if (parsed)
            parsed = parsed->fields[schema->reference_count].schema;
    }
    if (!parsed)
        compat_fail(arena, schema, reason, error);
    return parsed;
}

bool compat_read_avro(const struct compat_schema *reader, const struct compat_schema *writer,
    struct compat_list *list, const char **error)
{
    struct resolver resolver = {.arena = list->arena, .list = list};
    struct avro_schema *read = parse(list->arena, reader, error);
    struct avro_schema *written = read ? parse(list->arena, writer, error) : NULL;
    size_t from = list->count;

    if (!written)
        return false;
    resolve(&resolver, read, written, "");
    for (size_t i = from; i < list->count; i++) {
        if (!*list->at[i].path)
            list->at[i].path = "/";
    }
    return true;
}
