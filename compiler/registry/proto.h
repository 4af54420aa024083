/* Protobuf files and SQL types, both ways (README.md). Reading them is the runtime's
 * (rt/proto_file.h). */
#ifndef DDL2C_PROTO_H
#define DDL2C_PROTO_H

#include "schema.h"

#include <rt/proto_file.h>

/* The compiler's memory, for what reads .proto files. */
struct rt_memory proto_memory(struct arena *arena);
/* A schema with its imports; NULL: not valid, *error says why. */
struct rt_proto_schema *proto_load(struct arena *arena, const struct schema_text *schema,
    const char **error);

const struct type *proto_to_type(struct arena *arena, const struct schema_text *schema,
    const char **error);
/* Text of a file with one message of these fields, as Flink derives it. */
const char *proto_from_fields(struct arena *arena, const char *message_name,
    const struct type_field *fields, size_t count, const char **error);

#endif
