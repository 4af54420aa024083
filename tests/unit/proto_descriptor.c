/* Serialized descriptors in base64 as schemas: any bytes are a file or refused. */
#include <rt/proto_file.h>
#include <rt/string.h>

#include <criterion/criterion.h>

#include <string.h>

/* proto2: a message with scalars, a map, a oneof, a group, a message and an enum inside. */
static const char schema[] =
    "Cgd0LnByb3RvEgNkLmUi5QIKAVQSDgoCaWQYASACKANSAmlkEhIKBG5hbWUYAiABKAlSBG5hbWUSEAoBbhgDIAMo"
    "EUICEAFSAW4SGwoBbRgEIAMoCzINLmQuZS5ULk1FbnRyeVIBbRIOCgFhGAUgASgJSABSAWESGQoBYhgGIAEoCzIJ"
    "LmQuZS5ULkluSABSAWISFgoBZRgHIAEoDjIILmQuZS5ULkVSAWUSFgoBZxgIIAMoCjIILmQuZS5ULkdSAWcaPwoG"
    "TUVudHJ5EhAKA2tleRgBIAEoCVIDa2V5Eh8KBXZhbHVlGAIgASgLMgkuZC5lLlQuSW5SBXZhbHVlOgI4ARoRCgFH"
    "EgwKAXgYASABKAVSAXgaGQoCSW4SDAoBdhgBIAEoDFIBdioFCGQQyAEiLQoBRRIICgRaRVJPEAASCAoEQUxTTxAA"
    "EhAKA05FRxD///////////8BGgIQAUIDCgFvSgQIFBAVSgQIHhApUgNvbGQyGAoBUxITCgFGEgYuZC5lLlQaBi5k"
    "LmUuVEIFCgN4Lnk=";

/* What comes of a schema; NULL: it is refused, with a reason. */
static const struct rt_proto_file *parse(struct rt_arena *arena, const char *text)
{
    struct rt_memory memory = rt_memory_of(arena);
    const char *error = NULL;
    const struct rt_proto_file *file = rt_proto_parse(&memory, text, &error);

    cr_assert(file || error);
    return file;
}

Test(proto_descriptor, is_the_file_that_was_serialized)
{
    struct rt_arena arena;
    const struct rt_proto_file *file;
    const struct rt_proto_message *message;

    rt_arena_init(&arena);
    file = parse(&arena, schema);
    cr_assert(file);
    cr_assert_eq(file->version, RT_PROTO_2);
    cr_assert_str_eq(file->package, "d.e");
    cr_assert_str_eq(rt_proto_option_value((const void *)&file->options, "java_package"), "x.y");
    cr_assert_eq(file->messages.count, 1);
    message = file->messages.at[0];
    cr_assert_eq(message->fields.count, 8);
    cr_assert_eq(message->fields.at[0].label, RT_PROTO_REQUIRED);
    cr_assert(message->fields.at[3].is_map);
    cr_assert_eq(message->oneofs.count, 1);
    cr_assert(message->fields.at[7].is_group);
    cr_assert_eq(message->enums.at[0]->values.count, 3);
    cr_assert_eq(message->enums.at[0]->values.at[2].number, -1);
    rt_arena_release(&arena);
}

/* Fields that are not there, and a number where bytes belong, have no bytes at all. */
Test(proto_descriptor, absent_bytes)
{
    static const char *const texts[] = {"AAAA", "nothing", "KAA=", "IgMoABA=", "IgA="};
    struct rt_arena arena;

    rt_arena_init(&arena);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        parse(&arena, texts[i]);
    rt_arena_release(&arena);
}

Test(proto_descriptor, any_bytes_are_a_file_or_refused)
{
    struct rt_arena arena, once;
    struct rt_bytes whole;
    size_t files = 0;

    rt_arena_init(&arena);
    rt_arena_init(&once);
    cr_assert(rt_base64_decode(&arena, (struct rt_text){schema, strlen(schema)}, &whole));
    for (size_t i = 0; i < whole.size * 256; i++) {
        uint8_t *bytes = rt_arena_alloc(&once, whole.size);
        struct rt_text text;
        char *terminated;

        memcpy(bytes, whole.data, whole.size);
        bytes[i / 256] = (uint8_t)i;
        /* Each byte in every form, and each length. */
        text = rt_base64_encode(&once, (struct rt_bytes){bytes,
            (uint8_t)i == whole.data[i / 256] ? i / 256 : whole.size});
        terminated = rt_arena_alloc(&once, text.size + 1);
        memcpy(terminated, text.data, text.size);
        terminated[text.size] = '\0';
        files += parse(&once, terminated) != NULL;
        rt_arena_reset(&once);
    }
    cr_assert_gt(files, 0);
    cr_assert_lt(files, whole.size * 256);
    rt_arena_release(&once);
    rt_arena_release(&arena);
}
