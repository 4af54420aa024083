/* Schemas that are no text: some clients register a serialized FileDescriptorProto in base64. */
#ifndef RT_PROTO_DESCRIPTOR_H
#define RT_PROTO_DESCRIPTOR_H

#include "proto/memory.h"

/* Whether the schema can only be one: base64 has none of the characters of a statement. */
bool descriptor_is(const char *schema);
/* The same file as text. NULL: malformed, *error says so. */
const char *descriptor_text(const struct rt_memory *memory, const char *schema,
    const char **error);

#endif
