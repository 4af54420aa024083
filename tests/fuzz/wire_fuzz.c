/* Any bytes as payload and header of a record: what names a schema is read, written, read again. */
#include "fuzz.h"
#include "task/wire.h"

#include <rt/proto.h>

#include <stdlib.h>
#include <string.h>

static void check(int fine)
{
    if (!fine)
        abort();
}

/* The decoders' readers of a message index and what measures it in a header agree. */
static void check_index(struct rt_bytes bytes)
{
    static const int32_t paths[] = {1, 0, 1, 3, 2, 1, 0, 3, 0, 2, 70000};
    struct rt_proto in = rt_proto_open(bytes), first = in;
    size_t message = SIZE_MAX;

    check(wire_index_size(bytes) <= bytes.size);
    if (rt_proto_message(&in, paths, 4, &message))
        check(message < 4 && (size_t)(in.at - bytes.data) == wire_index_size(bytes));
    if (rt_proto_first(&first))
        check(message == 0 && first.at == in.at);
    else
        check(message != 0);
}

/* The bytes as two headers, of which the last of the name counts. */
static void check_headers(struct rt_bytes bytes)
{
    struct rt_header headers[2] = {{.key = wire_header_name(bytes.size % 2), .value = bytes},
        {.key = {(const char *)bytes.data, bytes.size}}};
    struct rt_record record = {.headers = headers, .header_count = 2};
    const struct rt_header *found = wire_header_find(&record, bytes.size % 2);

    check(found && (found == headers || found->key.size == headers->key.size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rt_bytes bytes = {data, size};
    struct wire_schema schema, again;
    uint8_t header[WIRE_GUID_SIZE];
    char text[WIRE_TEXT_SIZE];
    const char *why = NULL;
    size_t taken = wire_read(bytes, &schema, &why);

    check(taken <= size && (taken == 0) == (schema.kind == WIRE_NONE));
    check(strlen(wire_text(&schema, text)) < WIRE_TEXT_SIZE);
    check_index(bytes);
    check_headers(bytes);
    if (!taken) {
        check(why != NULL);
        return 0;
    }
    check(wire_header_write(&schema, header) == taken && !memcmp(header, data, taken));
    check(wire_read((struct rt_bytes){header, taken}, &again, &why) == taken);
    check(wire_equal(&schema, &again));
    return 0;
}
