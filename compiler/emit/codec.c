/* Formats and their codecs. */
#include "emit_internal.h"

const struct emit_codec *emit_codec_of(enum format format)
{
    static const struct emit_codec csv = {emit_csv_decoder, emit_csv_encoder};
    static const struct emit_codec raw = {emit_raw_decoder, emit_raw_encoder};
    static const struct emit_codec avro = {emit_avro_decoder, emit_avro_encoder};
    static const struct emit_codec proto = {emit_proto_decoder, emit_proto_encoder};
    static const struct emit_codec json = {emit_json_decoder, emit_json_encoder};
    static const struct emit_codec change = {NULL, emit_json_encoder}; /* of its row */

    switch (format) {
    case FORMAT_RAW:
        return &raw;
    case FORMAT_CSV:
        return &csv;
    case FORMAT_AVRO_REGISTRY: case FORMAT_AVRO: case FORMAT_AVRO_CONFLUENT:
        return &avro;
    case FORMAT_JSON_REGISTRY: case FORMAT_JSON:
        return &json;
    case FORMAT_DEBEZIUM_JSON:
        return &change;
    case FORMAT_PROTO_REGISTRY: case FORMAT_PROTO_CONFLUENT:
        return &proto;
    case FORMAT_AVRO_DEBEZIUM:
    case FORMAT_JSON_DEBEZIUM: case FORMAT_PROTO_DEBEZIUM:
    case FORMAT_NONE: case FORMAT_COUNT:
        break;
    }
    return NULL;
}
