/* The runtime's Avro reader (rt/avro_schema.h) in the compiler's arena. */
#include "avro.h"

static void *allocate_in_arena(void *arena, size_t size)
{
    return arena_alloc(arena, size);
}

struct avro_memory avro_memory(struct arena *arena)
{
    return (struct avro_memory){allocate_in_arena, arena};
}

static struct rt_schema schema_of(struct arena *arena, const struct schema_text *text)
{
    struct rt_schema_name *names = arena_array(arena, text->reference_count + 1, sizeof *names);

    for (size_t i = 0; i < text->reference_count; i++)
        names[i] = (struct rt_schema_name){text->references[i].name, text->references[i].text};
    return (struct rt_schema){text->text, names, text->reference_count};
}

struct avro_schema *avro_parse(struct arena *arena, const char *json, const char **error)
{
    return avro_schema_read(avro_memory(arena), &(struct rt_schema){.text = json}, error);
}

const char *avro_inline(struct arena *arena, const struct schema_text *schema)
{
    struct rt_schema text = schema_of(arena, schema);

    return avro_schema_inline(avro_memory(arena), &text);
}

const char *avro_full_name(struct arena *arena, const struct avro_schema *schema)
{
    return avro_schema_full_name(avro_memory(arena), schema);
}

const char *avro_branch_name(struct arena *arena, const struct avro_schema *schema)
{
    return avro_schema_branch_name(avro_memory(arena), schema);
}
