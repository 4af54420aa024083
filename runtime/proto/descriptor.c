/* A serialized FileDescriptorProto as .proto text. Services, extensions and options that say
 * nothing to SQL are left out. Source: google/protobuf/descriptor.proto, confluent/meta.proto. */
#include "proto/descriptor.h"

#include <rt/cast.h>
#include <rt/string.h>

#include <inttypes.h>
#include <string.h>

enum { DEPTH = 60, FIELD_META = 1088 };

/* One field of a message at a time. */
struct wire {
    const uint8_t *at, *end;
    bool broken;
    uint32_t number;
    uint64_t value;        /* of a varint */
    struct rt_bytes bytes; /* of a length-delimited one */
};

static struct wire wire_of(struct rt_bytes bytes)
{
    /* Absent bytes are NULL, to which C adds nothing, not even 0. */
    return (struct wire){
        .at = bytes.data, .end = bytes.size ? bytes.data + bytes.size : bytes.data};
}

static uint64_t varint(struct wire *in)
{
    uint64_t value = 0;

    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte;

        if (in->at == in->end)
            break;
        byte = *in->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    in->broken = true;
    return 0;
}

static void skip(struct wire *in, uint64_t size)
{
    if (size > (uint64_t)(in->end - in->at))
        in->broken = true;
    else
        in->at += size;
}

/* False: the end, or in->broken. */
static bool next(struct wire *in)
{
    uint64_t tag, size;

    if (in->broken || in->at == in->end)
        return false;
    tag = varint(in);
    in->number = (uint32_t)(tag >> 3);
    in->value = 0;
    in->bytes = (struct rt_bytes){0};
    switch (tag & 7) {
    case 0:
        in->value = varint(in);
        break;
    case 1:
        skip(in, 8);
        break;
    case 2:
        size = varint(in);
        in->bytes.data = in->at;
        skip(in, size);
        in->bytes.size = in->broken ? 0 : (size_t)size;
        break;
    case 5:
        skip(in, 4);
        break;
    default:
        in->broken = true;
    }
    return !in->broken;
}

/* The last bytes, or varint, of a field; `found` may be NULL. */
static struct wire last(struct rt_bytes message, uint32_t number, bool *found)
{
    struct wire in = wire_of(message), kept = {0};

    if (found)
        *found = false;
    while (next(&in)) {
        if (in.number != number)
            continue;
        kept = in;
        if (found)
            *found = true;
    }
    kept.broken = in.broken;
    return kept;
}

static struct rt_bytes bytes_of(struct rt_bytes message, uint32_t number)
{
    return last(message, number, NULL).bytes;
}

static uint64_t number_of(struct rt_bytes message, uint32_t number)
{
    return last(message, number, NULL).value;
}

/* ---- text ---- */

struct printer {
    struct rt_buffer out;
    bool proto3, broken;
};

static void put(struct printer *p, const char *text)
{
    rt_buffer_add_text(&p->out, text);
}

static void put_number(struct printer *p, int64_t number)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRId64, number);
    put(p, text);
}

/* A name, with dots if it may have them: whatever else would be text of the file is refused. */
static void put_name(struct printer *p, struct rt_bytes name, bool dots)
{
    for (size_t i = 0; i < name.size; i++) {
        uint8_t c = name.data[i];
        bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';

        if (!letter && c != '_' && !(i && c >= '0' && c <= '9') && !(dots && c == '.'))
            p->broken = true;
    }
    p->broken |= !name.size;
    rt_buffer_add(&p->out, name.data, name.size);
}

static void put_string(struct printer *p, struct rt_bytes text)
{
    char escaped[8];

    put(p, "\"");
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        bool plain = c >= 0x20 && c != '"' && c != '\\' && c != 0x7f;

        snprintf(escaped, sizeof escaped, plain ? "%c" : "\\%03o", c);
        put(p, escaped);
    }
    put(p, "\"");
}

/* ---- options ---- */

/* Meta: documentation and parameters. */
static void put_meta(struct printer *p, struct rt_bytes meta)
{
    struct wire in = wire_of(meta);
    bool first = true;

    put(p, "(confluent.field_meta) = {");
    if (bytes_of(meta, 1).size) {
        put(p, " doc: ");
        put_string(p, bytes_of(meta, 1));
        put(p, ",");
    }
    put(p, " params: [");
    while (next(&in)) {
        if (in.number != 2)
            continue;
        put(p, first ? "{ key: " : ", { key: ");
        put_string(p, bytes_of(in.bytes, 1));
        put(p, ", value: ");
        put_string(p, bytes_of(in.bytes, 2));
        put(p, " }");
        first = false;
    }
    put(p, "] }");
    p->broken |= in.broken;
}

static void put_options(struct printer *p, struct rt_bytes field)
{
    struct rt_bytes options = bytes_of(field, 8), meta = bytes_of(options, FIELD_META);
    bool packed;
    struct wire in = last(options, 2, &packed);

    p->broken |= in.broken;
    if (!packed && !meta.size)
        return;
    put(p, " [");
    if (packed)
        put(p, in.value ? "packed = true" : "packed = false");
    if (packed && meta.size)
        put(p, ", ");
    if (meta.size)
        put_meta(p, meta);
    put(p, "]");
}

/* ---- messages ---- */

static void put_body(struct printer *p, struct rt_bytes message, int depth);

static bool equal(struct rt_bytes a, struct rt_bytes b)
{
    return a.size == b.size && (!a.size || !memcmp(a.data, b.data, a.size));
}

/* The message inside of `message` that a type's full name ends with; size 0: none. */
static struct rt_bytes nested(struct rt_bytes message, struct rt_bytes type)
{
    const uint8_t *dot = type.size ? memrchr(type.data, '.', type.size) : NULL;
    struct rt_bytes name = dot
        ? (struct rt_bytes){dot + 1, type.size - (size_t)(dot + 1 - type.data)} : type;
    struct wire in = wire_of(message);

    while (next(&in))
        if (in.number == 3 && equal(bytes_of(in.bytes, 1), name))
            return in.bytes;
    return (struct rt_bytes){0};
}

static bool is_entry(struct rt_bytes message)
{
    return message.size && number_of(bytes_of(message, 7), 7);
}

static struct rt_bytes field_numbered(struct rt_bytes message, uint64_t number)
{
    struct wire in = wire_of(message);

    while (next(&in))
        if (in.number == 2 && number_of(in.bytes, 3) == number)
            return in.bytes;
    return (struct rt_bytes){0};
}

enum { TYPE_GROUP = 10, TYPE_MESSAGE = 11, TYPE_ENUM = 14, TYPES = 19 };

static void put_type(struct printer *p, struct rt_bytes field)
{
    static const char *const names[TYPES] = {NULL, "double", "float", "int64", "uint64", "int32",
        "fixed64", "fixed32", "bool", "string", NULL, NULL, "bytes", "uint32", NULL, "sfixed32",
        "sfixed64", "sint32", "sint64"};
    uint64_t type = number_of(field, 5);

    if (type == TYPE_MESSAGE || type == TYPE_ENUM)
        put_name(p, bytes_of(field, 6), true);
    else if (type < TYPES && names[type])
        put(p, names[type]);
    else
        p->broken = true;
}

static void put_label(struct printer *p, struct rt_bytes field, bool in_oneof)
{
    enum { OPTIONAL = 1, REQUIRED, REPEATED };
    uint64_t label = number_of(field, 4);

    if (label == REPEATED)
        put(p, "repeated ");
    else if (label == REQUIRED)
        put(p, "required ");
    else if (!in_oneof && (!p->proto3 || number_of(field, 17)))
        put(p, "optional ");
}

static void put_field(struct printer *p, struct rt_bytes message, struct rt_bytes field,
    bool in_oneof, int depth)
{
    struct rt_bytes inner = nested(message, bytes_of(field, 6));
    uint64_t type = number_of(field, 5);

    if (type == TYPE_MESSAGE && is_entry(inner)) {
        put(p, "map<");
        put_type(p, field_numbered(inner, 1));
        put(p, ", ");
        put_type(p, field_numbered(inner, 2));
        put(p, "> ");
    } else {
        put_label(p, field, in_oneof);
        if (type == TYPE_GROUP)
            put(p, "group");
        else
            put_type(p, field);
        put(p, " ");
    }
    put_name(p, type == TYPE_GROUP ? bytes_of(inner, 1) : bytes_of(field, 1), false);
    put(p, " = ");
    put_number(p, (int64_t)number_of(field, 3));
    put_options(p, field);
    if (type == TYPE_GROUP)
        put_body(p, inner, depth + 1);
    else
        put(p, ";\n");
}

/* Whether the field is in a oneof that the text has, and in which. */
static bool in_oneof(struct rt_bytes field, uint64_t *index)
{
    bool found;

    *index = last(field, 9, &found).value;
    return found && !number_of(field, 17);
}

/* A oneof stands where its first field is. */
static void put_oneof(struct printer *p, struct rt_bytes message, struct rt_bytes first,
    uint64_t index, int depth)
{
    struct wire in = wire_of(message), names = wire_of(message);
    uint64_t at = 0, other;

    while (next(&in)) {
        if (in.number != 2 || !in_oneof(in.bytes, &other) || other != index)
            continue;
        if (in.bytes.data != first.data)
            return; /* It has been there. */
        break;
    }
    put(p, "oneof ");
    while (next(&names))
        if (names.number == 8 && at++ == index)
            put_name(p, bytes_of(names.bytes, 1), false);
    put(p, " {\n");
    in = wire_of(message);
    while (next(&in))
        if (in.number == 2 && in_oneof(in.bytes, &other) && other == index)
            put_field(p, message, in.bytes, true, depth);
    put(p, "}\n");
}

static void put_enum(struct printer *p, struct rt_bytes enumeration)
{
    struct wire in = wire_of(enumeration);

    put(p, "enum ");
    put_name(p, bytes_of(enumeration, 1), false);
    put(p, " {\n");
    if (number_of(bytes_of(enumeration, 3), 2))
        put(p, "option allow_alias = true;\n");
    while (next(&in)) {
        if (in.number != 2)
            continue;
        put_name(p, bytes_of(in.bytes, 1), false);
        put(p, " = ");
        put_number(p, (int32_t)number_of(in.bytes, 2));
        put(p, ";\n");
    }
    put(p, "}\n");
    p->broken |= in.broken;
}

/* The message is that of a group: its field has it. */
static bool is_group(struct rt_bytes message, struct rt_bytes inner)
{
    struct wire in = wire_of(message);

    while (next(&in))
        if (in.number == 2 && number_of(in.bytes, 5) == TYPE_GROUP &&
            nested(message, bytes_of(in.bytes, 6)).data == inner.data)
            return true;
    return false;
}

static void put_message(struct printer *p, struct rt_bytes message, int depth)
{
    put(p, "message ");
    put_name(p, bytes_of(message, 1), false);
    put_body(p, message, depth);
}

static void put_body(struct printer *p, struct rt_bytes message, int depth)
{
    struct wire in = wire_of(message);
    uint64_t index;

    if (depth > DEPTH) {
        p->broken = true;
        return;
    }
    put(p, " {\n");
    while (next(&in)) {
        if (in.number == 2 && in_oneof(in.bytes, &index))
            put_oneof(p, message, in.bytes, index, depth);
        else if (in.number == 2)
            put_field(p, message, in.bytes, false, depth);
        else if (in.number == 3 && !is_entry(in.bytes) && !is_group(message, in.bytes))
            put_message(p, in.bytes, depth + 1);
        else if (in.number == 4)
            put_enum(p, in.bytes);
    }
    put(p, "}\n");
    p->broken |= in.broken;
}

/* ---- the file ---- */

static void put_imports(struct printer *p, struct rt_bytes file)
{
    struct wire in = wire_of(file);

    while (next(&in)) {
        if (in.number != 3)
            continue;
        put(p, "import ");
        put_string(p, in.bytes);
        put(p, ";\n");
    }
}

/* Where Java's classes are, which 'message-class' asks for. */
static void put_file_options(struct printer *p, struct rt_bytes options)
{
    static const struct {
        uint32_t number;
        const char *name;
    } texts[] = {{1, "java_package"}, {8, "java_outer_classname"}};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!bytes_of(options, texts[i].number).size)
            continue;
        put(p, "option ");
        put(p, texts[i].name);
        put(p, " = ");
        put_string(p, bytes_of(options, texts[i].number));
        put(p, ";\n");
    }
    if (number_of(options, 10))
        put(p, "option java_multiple_files = true;\n");
}

static void put_file(struct printer *p, struct rt_bytes file)
{
    struct rt_bytes syntax = bytes_of(file, 12);
    struct wire in = wire_of(file);

    if (!syntax.size)
        syntax = rt_cast_text_bytes(RT_TEXT("proto2"));
    p->proto3 = equal(syntax, rt_cast_text_bytes(RT_TEXT("proto3")));
    put(p, "syntax = ");
    put_string(p, syntax); /* "editions" is refused where it is read. */
    put(p, ";\n");
    if (bytes_of(file, 2).size) {
        put(p, "package ");
        put_name(p, bytes_of(file, 2), true);
        put(p, ";\n");
    }
    put_imports(p, file);
    put_file_options(p, bytes_of(file, 8));
    while (next(&in)) {
        if (in.number == 4)
            put_message(p, in.bytes, 0);
        else if (in.number == 5)
            put_enum(p, in.bytes);
    }
    p->broken |= in.broken;
}

bool descriptor_is(const char *schema)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                   "0123456789+/=\r\n";

    return *schema && !schema[strspn(schema, alphabet)];
}

const char *descriptor_text(const struct rt_memory *memory, const char *schema,
    const char **error)
{
    struct rt_text text = {schema, strcspn(schema, "\r\n")};
    struct printer p = {0};
    struct rt_bytes file;
    struct rt_arena arena;
    const char *made = NULL;

    rt_arena_init(&arena);
    p.broken = !rt_base64_decode(&arena, text, &file);
    if (!p.broken)
        put_file(&p, file);
    if (p.broken)
        *error = "neither .proto text nor a serialized descriptor in base64";
    else
        made = memory_copy(memory, (const char *)p.out.data, p.out.size);
    rt_buffer_release(&p.out);
    rt_arena_release(&arena);
    return made;
}
