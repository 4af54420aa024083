/* What is fixed of each format. */
#include "format.h"

#include <string.h>

static const struct format_info infos[FORMAT_COUNT] = {
    [FORMAT_NONE] = {"", SCHEMA_NONE, false, false},
    [FORMAT_RAW] = {"raw", SCHEMA_NONE, false, false},
    [FORMAT_AVRO_REGISTRY] = {"avro-registry", SCHEMA_AVRO, true, false},
    [FORMAT_JSON_REGISTRY] = {"json-registry", SCHEMA_JSON, true, false},
    [FORMAT_PROTO_REGISTRY] = {"proto-registry", SCHEMA_PROTOBUF, true, false},
    [FORMAT_AVRO_DEBEZIUM] = {"avro-debezium-registry", SCHEMA_AVRO, true, true},
    [FORMAT_JSON_DEBEZIUM] = {"json-debezium-registry", SCHEMA_JSON, true, true},
    [FORMAT_PROTO_DEBEZIUM] = {"proto-debezium-registry", SCHEMA_PROTOBUF, true, true},
    [FORMAT_PROTO_CONFLUENT] = {"proto-confluent", SCHEMA_PROTOBUF, true, false},
    [FORMAT_JSON] = {"json", SCHEMA_NONE, false, false},
    [FORMAT_CSV] = {"csv", SCHEMA_NONE, false, false},
    [FORMAT_AVRO] = {"avro", SCHEMA_AVRO, false, false},
    [FORMAT_AVRO_CONFLUENT] = {"avro-confluent", SCHEMA_AVRO, true, false},
    [FORMAT_DEBEZIUM_JSON] = {"debezium-json", SCHEMA_NONE, false, true},
};

const struct format_info *format_info(enum format format)
{
    return &infos[format];
}

enum format format_base(enum format format)
{
    switch (format) {
    case FORMAT_AVRO_DEBEZIUM: return FORMAT_AVRO_REGISTRY;
    case FORMAT_JSON_DEBEZIUM: return FORMAT_JSON_REGISTRY;
    case FORMAT_PROTO_DEBEZIUM: return FORMAT_PROTO_REGISTRY;
    case FORMAT_DEBEZIUM_JSON: return FORMAT_JSON;
    case FORMAT_NONE: case FORMAT_RAW: case FORMAT_AVRO_REGISTRY: case FORMAT_JSON_REGISTRY:
    case FORMAT_PROTO_REGISTRY: case FORMAT_PROTO_CONFLUENT: case FORMAT_JSON: case FORMAT_CSV:
    case FORMAT_AVRO: case FORMAT_AVRO_CONFLUENT: case FORMAT_COUNT:
        break;
    }
    return format;
}

bool format_find(const char *name, enum format *format)
{
    for (size_t i = FORMAT_RAW; i < FORMAT_COUNT; i++) {
        if (!strcmp(infos[i].name, name)) {
            *format = (enum format)i;
            return true;
        }
    }
    return false;
}

const char *schema_language_extension(enum schema_language language)
{
    switch (language) {
    case SCHEMA_AVRO: return "avsc";
    case SCHEMA_JSON: return "json";
    case SCHEMA_PROTOBUF: return "proto";
    case SCHEMA_NONE: break;
    }
    return NULL;
}

const char *schema_language_name(enum schema_language language)
{
    switch (language) {
    case SCHEMA_AVRO: return "Avro";
    case SCHEMA_JSON: return "JSON Schema";
    case SCHEMA_PROTOBUF: return "Protobuf";
    case SCHEMA_NONE: break;
    }
    return NULL;
}
