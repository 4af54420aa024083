/* Protobuf files in the compiler's memory. */
#include "proto.h"

static void *allocate(void *owner, size_t size)
{
    return arena_alloc(owner, size);
}

struct rt_memory proto_memory(struct arena *arena)
{
    return (struct rt_memory){allocate, arena};
}

struct rt_proto_schema *proto_load(struct arena *arena, const struct schema_text *schema,
    const char **error)
{
    struct rt_memory memory = proto_memory(arena);
    struct rt_schema_name *names = arena_array(arena, schema->reference_count + 1, sizeof *names);
    const struct rt_schema text = {schema->text, names, schema->reference_count};

    for (size_t i = 0; i < schema->reference_count; i++)
        names[i] = (struct rt_schema_name){schema->references[i].name,
            schema->references[i].text};
    return rt_proto_load(&memory, &text, error);
}
