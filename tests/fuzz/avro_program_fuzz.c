/* Writer's schemas, and data, through the schema reader and resolution programs.
 *
 * The first byte tells how the schema is made: raw text up to a NUL, or by choosing for each field
 * of the table's schema its type, another one or none. What is left is data for the program. Rows
 * that come out are written as the table's schema. */
#include "codec/program.h"
#include "codec/avro_schema.h"
#include "fuzz.h"

#include <rt/avro.h>
#include <rt/rowline.h>
#include <rt/string.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "avro_fuzz_codec.h"

static void add_type(struct rt_buffer *out, struct fuzz_input *in, int depth)
{
    static const char *const types[] = {"\"null\"", "\"boolean\"", "\"int\"", "\"long\"",
        "\"float\"", "\"double\"", "\"bytes\"", "\"string\"",
        "{\"type\":\"enum\",\"name\":\"N%u\",\"symbols\":[\"A\",\"B\",\"X\"]}",
        "{\"type\":\"fixed\",\"name\":\"N%u\",\"size\":5}",
        "{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}",
        "{\"type\":\"int\",\"logicalType\":\"date\"}"};
    static unsigned serial;
    uint8_t kind = fuzz_next(in) % 16;

    if (depth > 3)
        kind %= 12;
    if (kind < 12) {
        rt_buffer_printf(out, types[kind], serial++);
    } else if (kind == 12) {
        rt_buffer_add_text(out, "[\"null\",");
        add_type(out, in, depth + 1);
        rt_buffer_add_text(out, "]");
    } else if (kind == 13) {
        rt_buffer_add_text(out, "{\"type\":\"array\",\"items\":");
        add_type(out, in, depth + 1);
        rt_buffer_add_text(out, "}");
    } else if (kind == 14) {
        rt_buffer_add_text(out, "{\"type\":\"map\",\"values\":");
        add_type(out, in, depth + 1);
        rt_buffer_add_text(out, "}");
    } else {
        rt_buffer_printf(out, "{\"type\":\"record\",\"name\":\"N%u\",\"fields\":[", serial++);
        for (uint8_t i = fuzz_next(in) % 4; i < 4; i++) {
            rt_buffer_printf(out, "{\"name\":\"%c\",\"type\":", "pqxy"[i]);
            add_type(out, in, depth + 1);
            rt_buffer_add_text(out, i < 3 ? "}," : "}");
        }
        rt_buffer_add_text(out, "]}");
    }
}

static void add_schema(struct rt_buffer *out, struct fuzz_input *in)
{
    size_t count = sizeof all_fields / sizeof *all_fields, first = fuzz_next(in) % count;
    bool any = false;

    rt_buffer_add_text(out, "{\"type\":\"record\",\"name\":\"W\",\"fields\":[");
    for (size_t i = 0; i < count; i++) {
        const char *const *field = all_fields[(first + i) % count];
        uint8_t choice = fuzz_next(in) % 8;

        if (choice == 0)
            continue;
        rt_buffer_printf(out, "%s{\"name\":\"%s%s\",\"type\":", any ? "," : "", field[0],
            choice == 1 ? "_other" : "");
        any = true;
        if (choice < 3)
            add_type(out, in, 0);
        else
            rt_buffer_add_text(out, field[1]);
        rt_buffer_add_text(out, "}");
    }
    rt_buffer_add_text(out, "]}");
}

/* Trees of a schema are larger than its text, and no text that is fuzzed has a megabyte. */
enum { SCHEMA_FIXED = 64 << 20 };

static void run_program(const char *schema_text, struct fuzz_input *in)
{
    const struct rt_schema writer = {.text = schema_text}, own = {.text = all_schema};
    struct rt_error error = {0};
    struct codec_program *program;
    struct rt_buffer out = {0};
    struct rt_arena arena;
    struct all row = {0};

    fuzz_heap_begin();
    program = codec_program_new(RT_SCHEMA_AVRO, &writer, &own, &all_value_shape, &error);
    fuzz_heap_end(strlen(schema_text), SCHEMA_FIXED);
    if (!program) {
        if (!error.message[0])
            abort();
        return;
    }
    fuzz_arena_open(&arena, (size_t)(in->end - in->at));
    program->run(program, fuzz_rest(in), &row, &arena, &error);
    fuzz_arena_close(&arena, (size_t)(in->end - in->at));
    row = (struct all){0};
    rt_arena_init(&arena);
    if (program->run(program, fuzz_rest(in), &row, &arena,
            &error))
        all_encode_value(&row, &out, &error);
    rt_buffer_release(&out);
    rt_arena_release(&arena);
    program->free(program);
}

/* Everything that is said of a schema, and its defaults as bytes. */
static void describe(const char *text)
{
    const struct rt_schema schema = {.text = text};
    struct rt_arena arena;
    struct avro_memory memory;
    struct avro_schema *parsed;
    const char *why = NULL;

    rt_arena_init(&arena);
    memory = avro_memory_of(&arena);
    parsed = avro_schema_read(memory, &schema, &why);
    if (!parsed && !why)
        abort();
    if (parsed)
        avro_schema_branch_name(memory, parsed);
    if (parsed && parsed->kind != AVRO_UNION)
        avro_schema_label(memory, parsed);
    for (size_t i = 0; parsed && i < parsed->field_count; i++)
        if (parsed->fields[i].has_default && !parsed->recursive)
            avro_schema_default(memory, &parsed->fields[i]);
    rt_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, data + size};
    struct rt_buffer text = {0};

    if (fuzz_next(&in) % 2) {
        add_schema(&text, &in);
        rt_buffer_add(&text, "", 1);
    } else {
        fuzz_take_text(&in, &text);
    }
    describe((const char *)text.data);
    run_program((const char *)text.data, &in);
    rt_buffer_release(&text);
    return 0;
}
