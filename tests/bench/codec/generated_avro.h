/* Of the generated Avro codecs besides: schemas that are not that of the build. */
#include "generated.h"

uint64_t avro_program(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena)
{
    static struct codec_program *program;
    static const struct rt_schema schema = {.text = ORDERS_SCHEMA};
    struct rt_error error;
    uint64_t h = 0;

    if (!program)
        program = codec_program_new(RT_SCHEMA_AVRO, &schema, NULL, &orders_value_shape, &error);
    for (size_t i = 0; program && i < count; i++) {
        struct orders row;

        rt_row_clear(&row, sizeof row);
        if (!program->run(program, record(bytes, offsets, i), &row, arena, &error))
            return 0;
        h += sum(&row);
    }
    return h;
}

/* As a source does it. */
static bool decode_version(int version, struct rt_bytes in, struct orders *row,
    struct rt_arena *arena, struct rt_error *error)
{
    switch (version) {
    case 0: return orders_decode_value_0(in, row, arena, error);
    case 1: return orders_decode_value_1(in, row, arena, error);
    case 2: return orders_decode_value_2(in, row, arena, error);
    case 3: return orders_decode_value_3(in, row, arena, error);
    case 4: return orders_decode_value_4(in, row, arena, error);
    case 5: return orders_decode_value_5(in, row, arena, error);
    case 6: return orders_decode_value_6(in, row, arena, error);
    case 7: return orders_decode_value_7(in, row, arena, error);
    case 8: return orders_decode_value_8(in, row, arena, error);
    case 9: return orders_decode_value_9(in, row, arena, error);
    }
    return false;
}

uint64_t avro_versions(const uint8_t *bytes, const uint32_t *offsets, const uint8_t *versions,
    size_t count, struct rt_arena *arena)
{
    struct rt_error error;
    uint64_t h = 0;

    for (size_t i = 0; i < count; i++) {
        struct orders row;

        rt_row_clear(&row, sizeof row);
        if (!decode_version(versions[i], record(bytes, offsets, i), &row, arena, &error))
            return 0;
        h += sum(&row);
    }
    return h;
}
