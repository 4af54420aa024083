/* How a record says which schema it was written with: Confluent's wire format.
 *
 * In front of the datum, or as the value of a header, stand the magic byte 0 and the schema's id in
 * big-endian order, or the magic byte 1 and the 16 bytes of its GUID. Readers look into the header
 * first, then into the payload (reference 000, key.format.id-encoding). Protobuf puts the path of
 * the message's index behind the id, wherever that is. No state; any thread. */
#ifndef RT_TASK_WIRE_H
#define RT_TASK_WIRE_H

#include <rt/log.h>
#include <rt/registry.h>

enum wire_kind { WIRE_NONE, WIRE_ID, WIRE_GUID };

struct wire_schema {
    enum wire_kind kind;
    int32_t id;       /* WIRE_ID */
    uint8_t guid[16]; /* WIRE_GUID */
};

enum { WIRE_ID_SIZE = 5, WIRE_GUID_SIZE = 17, WIRE_TEXT_SIZE = 48 };

bool wire_equal(const struct wire_schema *a, const struct wire_schema *b);
/* "schema id 7", "schema GUID 0e2…" for messages; `text` has WIRE_TEXT_SIZE bytes. Returns it. */
const char *wire_text(const struct wire_schema *schema, char *text);

/* The schema named at the start of `bytes`, and how many bytes say so. Kind WIRE_NONE, 0 bytes:
 * none is; *why says what stands there instead. */
size_t wire_read(struct rt_bytes bytes, struct wire_schema *schema, const char **why);

/* The name of the header of a key's or a value's schema. */
struct rt_text wire_header_name(bool key);
/* The last header of that name; NULL: there is none. */
const struct rt_header *wire_header_find(const struct rt_record *record, bool key);
/* A header's value: 5 or 17 bytes, which wire_read reads. Returns the size. */
size_t wire_header_write(const struct wire_schema *schema, uint8_t bytes[WIRE_GUID_SIZE]);
/* How many bytes at the start of a Protobuf datum are its message index: zigzag varints, their
 * number first. 0: malformed. */
size_t wire_index_size(struct rt_bytes bytes);

#endif
