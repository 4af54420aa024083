/* Formats of a record's key or value, and what is fixed of each. */
#ifndef DDL2C_FORMAT_H
#define DDL2C_FORMAT_H

#include "../registry/schema.h"

/* In the order of format.c's table. */
enum format { FORMAT_NONE, FORMAT_RAW, FORMAT_AVRO_REGISTRY, FORMAT_JSON_REGISTRY,
    FORMAT_PROTO_REGISTRY, FORMAT_AVRO_DEBEZIUM, FORMAT_JSON_DEBEZIUM, FORMAT_PROTO_DEBEZIUM,
    FORMAT_PROTO_CONFLUENT, FORMAT_JSON, FORMAT_CSV, FORMAT_AVRO, FORMAT_AVRO_CONFLUENT,
    FORMAT_DEBEZIUM_JSON, FORMAT_COUNT };

struct format_info {
    const char *name;              /* as an option has it; "" for none */
    enum schema_language language; /* of its schema, registered or not; SCHEMA_NONE */
    bool registered;               /* its schemas are in a registry, records have an id of theirs */
    bool envelope;                 /* records are Debezium's: rows before and after a change */
};

const struct format_info *format_info(enum format format);
/* The format of an envelope's rows; others are their own. */
enum format format_base(enum format format);
/* False: there is none of that name. */
bool format_find(const char *name, enum format *format);
/* "avsc", "json", "proto"; NULL for SCHEMA_NONE. */
const char *schema_language_extension(enum schema_language language);
/* "Avro", "JSON Schema", "Protobuf". */
const char *schema_language_name(enum schema_language language);

#endif
