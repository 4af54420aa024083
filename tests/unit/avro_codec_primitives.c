/* rt/avro.h: what generated decoders and encoders are made of. */
#include <rt/avro.h>
#include <rt/string.h>

#include <criterion/criterion.h>

#define IN(...)                                                                                    \
    rt_avro_open(                                                                                  \
        (struct rt_bytes){(const uint8_t[]){__VA_ARGS__}, sizeof((uint8_t[]){__VA_ARGS__})})

Test(avro, varints)
{
    struct rt_avro in = IN(0x02);
    int64_t value;
    int32_t narrow;
    int8_t tiny;

    cr_assert(rt_avro_long(&in, &value) && value == 1 && in.at == in.end);
    in = IN(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01);
    cr_assert(rt_avro_long(&in, &value) && value == INT64_MIN);
    in = IN(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02);
    cr_assert(!rt_avro_long(&in, &value) && in.problem == RT_AVRO_VARINT);
    in = IN(0x80, 0x80);
    cr_assert(!rt_avro_long(&in, &value) && in.problem == RT_AVRO_SHORT);
    in = IN(0xfe, 0xff, 0xff, 0xff, 0x0f);
    cr_assert(rt_avro_int(&in, &narrow) && narrow == INT32_MAX);
    in = IN(0x80, 0x80, 0x80, 0x80, 0x10);
    cr_assert(!rt_avro_int(&in, &narrow) && in.problem == RT_AVRO_INT);
    in = IN(0xff, 0x01);
    cr_assert(rt_avro_tinyint(&in, &tiny) && tiny == -128);
    in = IN(0x80, 0x02);
    cr_assert(!rt_avro_tinyint(&in, &tiny) && in.problem == RT_AVRO_INT);
}

Test(avro, promotions)
{
    struct rt_avro in = IN(0x03);
    int64_t wide;
    double both;
    float single = 1.5f;
    uint8_t bytes[4];

    cr_assert(rt_avro_int_to_long(&in, &wide) && wide == -2);
    in = IN(0x03);
    cr_assert(rt_avro_long_to_double(&in, &both) && both == -2.0);
    memcpy(bytes, &single, 4);
    in = rt_avro_open((struct rt_bytes){bytes, 4});
    cr_assert(rt_avro_float_to_double(&in, &both) && both == 1.5);
}

Test(avro, text_is_checked)
{
    /* Every place of a bad byte in texts of up to 40 bytes, 0 to 40 bytes before and behind. */
    for (size_t size = 1; size <= 40; size++)
        for (size_t bad = 0; bad < size; bad++)
            for (size_t around = 0; around <= 40; around += 8) {
                uint8_t bytes[128];
                struct rt_avro in;
                struct rt_text text;

                memset(bytes, 'a', sizeof bytes);
                bytes[around] = (uint8_t)(size << 1);
                in = rt_avro_open((struct rt_bytes){bytes, around + 1 + size + around});
                in.at += around;
                cr_assert(rt_avro_text(&in, &text) && text.size == size);
                bytes[around + 1 + bad] = 0xff;
                in.at = bytes + around;
                cr_assert(!rt_avro_text(&in, &text) && in.problem == RT_AVRO_UTF8);
            }
}

Test(avro, utf8_as_the_functions_see_it)
{
    uint8_t bytes[4];

    for (uint32_t n = 0; n < 1u << 24; n += 7) {
        memcpy(bytes, &n, 4);
        bytes[3] = (uint8_t)(n >> 7 & 0xBF);
        cr_assert_eq(rt_utf8_check(bytes, 4), rt_utf8_valid((const char *)bytes, 4), "%08x", n);
    }
}

Test(avro, lengths)
{
    struct rt_avro in = IN(0x06, 'a', 'b');
    struct rt_bytes bytes;

    cr_assert(!rt_avro_bytes(&in, &bytes) && in.problem == RT_AVRO_LENGTH);
    in = IN(0x01, 'a');
    cr_assert(!rt_avro_bytes(&in, &bytes) && in.problem == RT_AVRO_LENGTH);
    in = IN(0x04, 'a', 'b', 'c');
    cr_assert(rt_avro_bytes(&in, &bytes) && bytes.size == 2 && in.at + 1 == in.end);
}

Test(avro, blocks)
{
    struct rt_items items = {0};
    struct rt_avro in = IN(0x03, 0x02, 0x07, 0x08, 0x00); /* -2 items, in 1 byte. */

    cr_assert(rt_avro_block(&in, &items, 1) && items.left == 2);
    in = IN(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x00);
    cr_assert(!rt_avro_block(&in, &items, 1) && in.problem == RT_AVRO_COUNT, "INT64_MIN items");
    in = IN(0x08, 0x01);
    cr_assert(!rt_avro_block(&in, &items, 1) && in.problem == RT_AVRO_COUNT);
    in = IN(0x00);
    cr_assert(rt_avro_block(&in, &items, 1) && !items.left);
}

Test(avro, decimals)
{
    uint8_t out[RT_AVRO_DECIMAL_MAX + RT_AVRO_SLACK], *end;
    static const int64_t values[] = {0, 1, -1, 127, 128, -128, -129, 255, 32767, -32768, 99999999,
        INT64_C(999999999999999999), INT64_C(-999999999999999999)};

    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        uint8_t wide[RT_AVRO_DECIMAL_MAX];
        struct rt_avro in;
        int64_t value;
        rt_int128 value128;

        end = rt_avro_put_decimal(out, values[i]);
        cr_assert_eq(rt_avro_put_decimal128(wide, values[i]) - wide, end - out);
        cr_assert_arr_eq(wide, out, (size_t)(end - out));
        in = rt_avro_open((struct rt_bytes){out, (size_t)(end - out)});
        cr_assert(rt_avro_decimal(&in, INT64_C(999999999999999999), &value) && value == values[i]);
        in = rt_avro_open((struct rt_bytes){out, (size_t)(end - out)});
        cr_assert(rt_avro_decimal128(&in, 18, &value128) && value128 == values[i]);
    }
}

Test(avro, decimal_limits)
{
    struct rt_avro in = IN(0x02, 100);
    int64_t value;

    cr_assert(!rt_avro_decimal(&in, 99, &value) && in.problem == RT_AVRO_RANGE);
    in = IN(0x00);
    cr_assert(!rt_avro_decimal(&in, 99, &value) && in.problem == RT_AVRO_RANGE, "no byte");
    in = IN(0x14, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe);
    cr_assert(rt_avro_decimal(&in, 99, &value) && value == -2, "sign bytes beyond eight");
}

Test(avro, timestamps)
{
    struct rt_avro in = IN(0x03);
    struct rt_timestamp stamp;
    int64_t value;

    cr_assert(rt_avro_timestamp(&in, 1000, &stamp) && stamp.ms == -1 && stamp.nanos == 998000);
    in = IN(0x03);
    cr_assert(rt_avro_long_divided(&in, 1000, &value) && value == -1, "towards the past");
    in = IN(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01);
    cr_assert(!rt_avro_ms_to_us(&in, &value) && in.problem == RT_AVRO_RANGE);
}

Test(avro, messages)
{
    struct rt_avro in = IN(0x06, 'a');
    struct rt_text text;
    struct rt_error error;

    cr_assert(!rt_avro_text(&in, &text) && !rt_avro_fail(in, "address.street", &error));
    cr_assert_eq(error.code, RT_DECODE);
    cr_assert_eq(error.action, RT_SKIP);
    cr_assert_str_eq(error.message, "Avro field 'address.street' at byte 1 of 2: a length that is "
        "negative or beyond the record's end");
    in = IN(0x02, 0x02);
    in.at++;
    cr_assert(!rt_avro_end(&in, &error));
    cr_assert_str_eq(error.message, "Avro datum ends at byte 1, but 1 more follow");
}

Test(avro, texts_of_any_size_are_copied)
{
    char from[128];
    uint8_t out[160];

    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (char)('!' + i % 90);
    for (size_t size = 0; size <= sizeof from; size++) {
        uint8_t *end = rt_avro_put_raw(out, from + sizeof from - size, size);

        cr_assert_eq((size_t)(end - out), size);
        cr_assert(!size || !memcmp(out, from + sizeof from - size, size));
    }
}
