#include "task/wire.h"

#include "core/internal.h"

#include <stdio.h>
#include <string.h>

enum { MAGIC_ID = 0, MAGIC_GUID = 1, MOST_INDEXES = 128, VARINT_BYTES = 10 };

bool wire_equal(const struct wire_schema *a, const struct wire_schema *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case WIRE_NONE:
        break;
    case WIRE_ID:
        return a->id == b->id;
    case WIRE_GUID:
        return !memcmp(a->guid, b->guid, sizeof a->guid);
    }
    return true;
}

const char *wire_text(const struct wire_schema *schema, char *text)
{
    char guid[RT_GUID_TEXT];

    switch (schema->kind) {
    case WIRE_NONE:
        snprintf(text, WIRE_TEXT_SIZE, "no schema id");
        break;
    case WIRE_ID:
        snprintf(text, WIRE_TEXT_SIZE, "schema id %d", (int)schema->id);
        break;
    case WIRE_GUID:
        snprintf(text, WIRE_TEXT_SIZE, "GUID %s", rt_guid_print(schema->guid, guid));
        break;
    }
    return text;
}

static int32_t big_endian(const uint8_t *at)
{
    return (int32_t)((uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3]);
}

size_t wire_read(struct rt_bytes bytes, struct wire_schema *schema, const char **why)
{
    *schema = (struct wire_schema){0};
    *why = "it is empty";
    if (!bytes.size)
        return 0;
    if (bytes.data[0] == MAGIC_ID && bytes.size >= WIRE_ID_SIZE) {
        schema->kind = WIRE_ID;
        schema->id = big_endian(bytes.data + 1);
        return WIRE_ID_SIZE;
    }
    if (bytes.data[0] == MAGIC_GUID && bytes.size >= WIRE_GUID_SIZE) {
        schema->kind = WIRE_GUID;
        memcpy(schema->guid, bytes.data + 1, sizeof schema->guid);
        return WIRE_GUID_SIZE;
    }
    *why = bytes.size < WIRE_ID_SIZE ? "too few bytes for magic byte and schema id"
                                     : "wrong magic byte";
    return 0;
}

struct rt_text wire_header_name(bool key)
{
    return key ? RT_TEXT("__key_schema_id") : RT_TEXT("__value_schema_id");
}

const struct rt_header *wire_header_find(const struct rt_record *record, bool key)
{
    struct rt_text name = wire_header_name(key);

    for (size_t i = record->header_count; i-- > 0;) {
        const struct rt_header *header = &record->headers[i];

        if (header->key.size == name.size && !memcmp(header->key.data, name.data, name.size))
            return header;
    }
    return NULL;
}

size_t wire_header_write(const struct wire_schema *schema, uint8_t bytes[WIRE_GUID_SIZE])
{
    if (schema->kind == WIRE_GUID) {
        bytes[0] = MAGIC_GUID;
        memcpy(bytes + 1, schema->guid, sizeof schema->guid);
        return WIRE_GUID_SIZE;
    }
    bytes[0] = MAGIC_ID;
    for (int i = 0; i < 4; i++)
        bytes[1 + i] = (uint8_t)((uint32_t)schema->id >> (24 - 8 * i));
    return WIRE_ID_SIZE;
}

/* Bytes of one varint; 0: malformed. */
static size_t varint(struct rt_bytes bytes, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < bytes.size && i < VARINT_BYTES; i++) {
        *value |= (uint64_t)(bytes.data[i] & 0x7F) << (7 * i);
        if (!(bytes.data[i] & 0x80))
            return i + 1;
    }
    return 0;
}

size_t wire_index_size(struct rt_bytes bytes)
{
    uint64_t count, index;
    size_t size = varint(bytes, &count), more;

    if (!size || count & 1 || count / 2 > MOST_INDEXES)
        return 0;
    for (uint64_t i = 0; i < count / 2; i++, size += more) {
        more = varint((struct rt_bytes){bytes.data + size, bytes.size - size}, &index);
        if (!more)
            return 0;
    }
    return size;
}
