/* Tables that no statement declares: what a topic and its registered schemas say of one. Nothing
 * here asks an environment; the driver does, and fills struct infer_topic. */
#ifndef DDL2C_INFER_H
#define DDL2C_INFER_H

#include "catalog.h"

/* A schema of the topic's key or value, as registered. */
struct infer_schema {
    const char *text;       /* NULL: none */
    const char *other_kind; /* it is no Avro schema: "JSON Schema", "Protobuf" */
};

struct infer_topic {
    const char *catalog, *database, *name; /* of the table; the name is the topic's */
    int32_t partitions;
    const struct table_config *configs;    /* of the topic */
    size_t config_count;
    struct infer_schema key, value;
};

/* The CREATE TABLE statement that declares the table as it is. NULL: *error tells why there can be
 * none. *note: what a user should know of it, or NULL. */
const char *infer_table(struct arena *arena, const struct infer_topic *topic, const char **note,
    const char **error);

/* Whether an Avro schema is that of Debezium's envelopes. */
struct avro_schema;
bool infer_is_envelope(const struct avro_schema *schema);
/* The row in the envelope: the record that `after` holds. */
struct avro_schema *infer_envelope_row(const struct avro_schema *schema);

#endif
