/* Any bytes as payload and header of a record: what names a schema is read, written, read again. */
#include "task/wire.h"

#include <stdlib.h>
#include <string.h>

static void check(int fine)
{
    if (!fine)
        abort();
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
    check(wire_index_size(bytes) <= size);
    if (!taken) {
        check(why != NULL);
        return 0;
    }
    check(wire_header_write(&schema, header) == taken && !memcmp(header, data, taken));
    check(wire_read((struct rt_bytes){header, taken}, &again, &why) == taken);
    check(wire_equal(&schema, &again));
    return 0;
}
