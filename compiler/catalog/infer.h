/* Tables that no statement declares: what a topic and its registered schemas say of one. Nothing
 * here asks an environment; the driver does, and fills struct infer_topic. */
#ifndef DDL2C_INFER_H
#define DDL2C_INFER_H

#include "catalog.h"

struct infer_topic {
    const char *catalog, *database, *name; /* of the table; the name is the topic's */
    int32_t partitions;
    const struct table_config *configs;    /* of the topic */
    size_t config_count;
    const struct schema_text *key, *value; /* as registered; NULL: none */
    const char *value_format;              /* told by an option; NULL: by the schema */
};

/* The CREATE TABLE statement that declares the table as it is. *note: what a user should know of
 * it, or NULL. */
const char *infer_table(struct arena *arena, const struct infer_topic *topic,
    const char **note);

/* The row in a Debezium envelope (a ROW with before, after and op): the type of `after`. NULL: it
 * is no envelope. */
const struct type *infer_envelope_row(const struct type *type);

#endif
