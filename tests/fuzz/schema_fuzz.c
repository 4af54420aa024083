/* Any bytes as schemas of each language, the first byte says which: as a version, an older version
 * and a schema that both refer to, each up to a NUL. Types come of them or a reason why not; from
 * the type a schema is derived, which is read again; and the versions are compared. */
#include "fuzz.h"

#include "registry/compat.h"
#include "registry/json_type.h"
#include "registry/proto_class.h"
#include "registry/schema.h"

#include "registry/canonical.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Trees of a schema are larger than its text, and no text that is fuzzed has a megabyte. */
enum { FIXED = 64 << 20, MOST_FIELDS = 1000 };

static const char *const reference_names[] = {"other.Name", "other.json", "other.proto"};

/* Fields of a type, those of its parts too. */
static size_t field_count(const struct type *type)
{
    size_t count = 1;

    if (type->key)
        count += field_count(type->key);
    if (type->element)
        count += field_count(type->element);
    for (size_t i = 0; i < type->field_count; i++)
        count += field_count(type->fields[i].type);
    return count;
}

static void derive(struct arena *arena, const struct schema_text *schema)
{
    const char *why = NULL, *text;
    const struct type *type = schema_to_type(arena, schema, &why);
    struct schema_text derived = {schema->language, NULL, NULL, 0};

    if (!type) {
        if (!why || !why[0])
            abort();
        return;
    }
    /* No columns are derived: JSON's objects without properties are refused, so are ROW<>. */
    if (type->kind != TYPE_ROW || !type->field_count || field_count(type) > MOST_FIELDS)
        return;
    for (int language = SCHEMA_AVRO; language <= SCHEMA_PROTOBUF; language++) {
        text = schema_from_fields(arena, language, "topic", false, type->fields,
            type->field_count, &why);
        derived.language = language;
        derived.text = text;
        if (text && !schema_to_type(arena, &derived, &why)) {
            fprintf(stderr, "not read again: %s\n%s\n", why, text);
            abort();
        }
    }
}

static void compare(struct arena *arena, const struct schema_text *schema,
    const struct schema_text *older)
{
    struct compat_schema new = {.format = (enum compat_format)schema->language,
        .text = schema->text, .references = schema->references,
        .reference_count = schema->reference_count}, old = new;
    struct compat_list list = {.arena = arena}, same = {.arena = arena};
    const char *why = NULL;

    old.text = older->text;
    old.version = 1;
    compat_same(&new, &old);
    compat_check(COMPAT_FULL, &new, &old, 1, &list, &why);
    if (!new.reference_count && !compat_same(&new, &new))
        abort();
    if (compat_read(&new, &new, &same, &why) && compat_refused(&same, 0)) {
        fprintf(stderr, "not compatible with itself: %s\n", compat_rule_name(same.at[0].rule));
        abort();
    }
}

/* What a registry compares texts by: that of it is itself. */
static void canonise(const struct schema_text *schema)
{
    struct rt_buffer once = {0}, twice = {0};
    struct rt_error error;

    if (registry_canonical((enum rt_schema_kind)schema->language, schema->text, &once, &error)) {
        rt_buffer_add(&once, "", 1);
        once.size--;
        if (!registry_canonical((enum rt_schema_kind)schema->language, (const char *)once.data,
                &twice, &error) || once.size != twice.size ||
            (once.size && memcmp(once.data, twice.data, once.size) != 0)) {
            fprintf(stderr, "another canonical form: %s\n", (const char *)once.data);
            abort();
        }
    }
    rt_buffer_release(&once);
    rt_buffer_release(&twice);
}

/* The older version as the name of a Java class in the file, which the third text may import. */
static void find_class(struct arena *arena, const struct schema_text *schema, const char *name)
{
    struct proto_sources sources = {0};
    struct proto_class found;
    const char *why = NULL;

    vec_push(arena, &sources, ((struct proto_source){"folder/file.proto", schema->text}));
    vec_push(arena, &sources,
        ((struct proto_source){"folder/other.proto", schema->references[0].text}));
    if (!proto_class_find(arena, &sources, name, &found, &why) && !why)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, data + size};
    enum schema_language language = fuzz_next(&in) % 3;
    struct rt_buffer texts[3] = {0};
    struct schema_reference other = {.name = reference_names[language]};
    struct schema_text schema = {language, NULL, &other, 0}, older = {language, NULL, &other, 0};
    struct arena *arena;

    for (int i = 0; i < 3; i++)
        fuzz_take_text(&in, &texts[i]);
    schema.text = (const char *)texts[0].data;
    older.text = (const char *)texts[1].data;
    other.text = (const char *)texts[2].data;
    schema.reference_count = older.reference_count = texts[2].size > 1;
    fuzz_heap_begin();
    arena = arena_new();
    derive(arena, &schema);
    if (language == SCHEMA_AVRO)
        avro_inline(arena, &schema);
    if (language == SCHEMA_PROTOBUF)
        find_class(arena, &schema, older.text);
    compare(arena, &schema, &older);
    canonise(&schema);
    arena_free(arena);
    fuzz_heap_end(size, FIXED);
    for (int i = 0; i < 3; i++)
        rt_buffer_release(&texts[i]);
    return 0;
}
