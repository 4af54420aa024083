/* Decoders made at run time: a case a schema language. */
#include "codec/program.h"

#include "codec/avro_program.h"
#include "codec/json_program.h"
#include "codec/proto_program.h"

struct codec_program *codec_program_new(enum rt_schema_kind kind, const struct rt_schema *writer,
    const struct rt_schema *reader, const struct rt_shape *shape, struct rt_error *error)
{
    switch (kind) {
    case RT_SCHEMA_AVRO:
        return avro_program_new(writer, reader, shape, error);
    case RT_SCHEMA_JSON:
        return json_program_new(writer, shape, error);
    case RT_SCHEMA_PROTOBUF:
        return proto_program_new(writer, reader, shape, error);
    }
    return NULL;
}
