#include "codec/program.h"
#include "registry/canonical.h"
#include "task/task.h"

#include <stdlib.h>
#include <string.h>

enum { UNKNOWN_MS = 10000, LATEST_MS = 60000, MOST_ANSWERS = 1000 };

#define DECODER_NONE (SIZE_MAX - 1) /* No generated decoder reads that schema. */
#define DECODER_UNKNOWN SIZE_MAX    /* The registry does not know the id, for now. */

static const struct rt_side *side_of(const struct rt_source *source, bool key)
{
    return key ? &source->table->key : &source->table->value;
}

static struct decoder_side *decoders_of(struct rt_task *task, const struct rt_source *source,
    bool key)
{
    struct rt_task_private *own = task->private_;

    if (!own->decoders)
        own->decoders = rt_allocate(task->job->source_count * 2, sizeof *own->decoders);
    return &own->decoders[source->index * 2 + key];
}

void decoders_close(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; own->decoders && i < task->job->source_count * 2; i++) {
        struct decoder_side *decoders = &own->decoders[i];
        const struct rt_source *source = task->job->sources[i / 2];

        if (decoders->canonical)
            for (size_t j = 0; j < side_of(source, i % 2)->writer_count; j++)
                rt_buffer_release(&decoders->canonical[j]);
        for (size_t j = 0; j < decoders->answer_count; j++)
            free(decoders->answers[j].why);
        for (size_t j = 0; j < decoders->program_count; j++)
            codec_program_free(decoders->programs[j]);
        free(decoders->programs);
        free(decoders->canonical);
        free(decoders->answers);
    }
    free(own->decoders);
    lookups_close(task);
}

/* A schema and all that it names, as one text. */
static bool add_canonical(enum rt_schema_kind kind, const char *name, const char *text,
    struct rt_buffer *out, struct rt_error *error)
{
    if (name)
        rt_buffer_printf(out, "\n%s\n", name);
    return registry_canonical(kind, text, out, error);
}

static bool make_canonical(const struct rt_side *side, struct decoder_side *decoders,
    struct rt_error *error)
{
    if (decoders->canonical)
        return true;
    decoders->canonical = rt_allocate(side->writer_count, sizeof *decoders->canonical);
    for (size_t i = 0; i < side->writer_count; i++) {
        const struct rt_schema *writer = &side->writers[i];
        struct rt_buffer *out = &decoders->canonical[i];

        if (!add_canonical(side->schema_kind, NULL, writer->text, out, error))
            return false;
        for (size_t k = 0; k < writer->reference_count; k++)
            if (!add_canonical(side->schema_kind, writer->references[k].name,
                    writer->references[k].text, out, error))
                return false;
    }
    return true;
}

/* A generated decoder that reads the schema, DECODER_NONE if there is none. */
static bool match(const struct rt_side *side, struct decoder_side *decoders,
    enum rt_schema_kind kind, const struct rt_schema *writer, size_t *decoder,
    struct rt_error *error)
{
    struct rt_buffer text = {0};
    bool done = make_canonical(side, decoders, error) &&
        add_canonical(kind, NULL, writer->text, &text, error);

    for (size_t i = 0; done && i < writer->reference_count; i++)
        done = add_canonical(kind, writer->references[i].name, writer->references[i].text, &text,
            error);
    *decoder = DECODER_NONE;
    for (size_t i = 0; done && i < side->writer_count && *decoder == DECODER_NONE; i++)
        if (kind == side->schema_kind && text.size == decoders->canonical[i].size &&
            !memcmp(text.data, decoders->canonical[i].data, text.size))
            *decoder = i;
    rt_buffer_release(&text);
    return done;
}

/* No generated decoder reads the schema: a program is made for it, or `why` says that none can
 * be. */
static void make_program(const struct rt_source *source, bool key, struct decoder_side *decoders,
    enum rt_schema_kind kind, const struct rt_schema *writer, struct decoder_answer *answer)
{
    const struct rt_side *side = side_of(source, key);
    const struct rt_shape *shape = key ? source->key_shape : source->value_shape;
    struct rt_schema own =
        side->writer_count && !side->by_name ? side->writers[0] : (struct rt_schema){0};
    struct codec_program *program = NULL;
    struct rt_error error = {
        .message = "it differs from every version this pipeline was built with: build it again"};

    if (kind != side->schema_kind)
        rt_fail(&error, RT_DECODE, RT_SKIP, "it is a schema of another language");
    else if (shape)
        program = codec_program_new(kind, writer, &own, shape, &error);
    if (!program) {
        answer->why = rt_duplicate(error.message);
        return;
    }
    decoders->programs = rt_reallocate(decoders->programs, decoders->program_count + 1,
        sizeof(struct codec_program *));
    answer->decoder = side->writer_count + decoders->program_count;
    decoders->programs[decoders->program_count++] = program;
}

static bool choose(const struct rt_source *source, bool key, struct decoder_side *decoders,
    const struct found_schema *found, struct decoder_answer *answer, struct rt_error *error)
{
    const struct rt_schema writer = {found->schema->text, found->references,
        found->reference_count};
    enum rt_schema_kind kind = found->schema->kind;

    if (!match(side_of(source, key), decoders, kind, &writer, &answer->decoder, error))
        return false;
    if (answer->decoder == DECODER_NONE)
        make_program(source, key, decoders, kind, &writer, answer);
    return true;
}

/* False with awaits_schema: the registry has yet to answer. */
static bool ask(struct rt_task *task, const struct rt_source *source, bool key,
    const struct decoder_answer *known_before, struct decoder_answer *answer,
    struct rt_error *error)
{
    struct found_schema found;
    bool done = true;

    switch (lookup_schema(task, side_of(source, key), &answer->schema, &found, error)) {
    case LOOKUP_WAITING:
        task->private_->awaits_schema = true;
        return rt_fail(error, RT_REGISTRY, RT_RETRY, "a schema is being fetched");
    case LOOKUP_FAILED:
        return false;
    case LOOKUP_DONE:
        break;
    }
    answer->asked_ms = rt_monotonic_ms();
    answer->decoder = DECODER_UNKNOWN;
    if (!found.schema)
        return true;
    answer->registered = found.schema->id;
    if (known_before && known_before->registered == answer->registered) { /* Still the latest. */
        answer->decoder = known_before->decoder;
        answer->why = known_before->why;
    } else {
        done = choose(source, key, decoders_of(task, source, key), &found, answer, error);
    }
    free(found.references);
    return done;
}

static struct decoder_answer *find(struct decoder_side *decoders, const struct wire_schema *schema)
{
    if (decoders->last < decoders->answer_count &&
        wire_equal(&decoders->answers[decoders->last].schema, schema))
        return &decoders->answers[decoders->last];
    for (size_t i = 0; i < decoders->answer_count; i++) {
        if (wire_equal(&decoders->answers[i].schema, schema)) {
            decoders->last = i;
            return &decoders->answers[i];
        }
    }
    return NULL;
}

/* An unknown id may be registered later, and a newer version may become the latest. */
static bool is_fresh(const struct decoder_answer *answer)
{
    int64_t age = rt_monotonic_ms() - answer->asked_ms;

    return answer->decoder == DECODER_UNKNOWN ? age < UNKNOWN_MS
        : answer->schema.kind == WIRE_NONE    ? age < LATEST_MS
                                              : true;
}

/* Room for one more: garbage names as many schemas as there are records of it. */
static struct decoder_answer *add_answer(struct decoder_side *decoders)
{
    size_t kept = 0;

    if (decoders->answer_count >= MOST_ANSWERS) {
        for (size_t i = 0; i < decoders->answer_count; i++)
            if (decoders->answers[i].decoder != DECODER_UNKNOWN)
                decoders->answers[kept++] = decoders->answers[i];
        for (; kept >= MOST_ANSWERS; kept--)
            free(decoders->answers[kept - 1].why);
        decoders->answer_count = kept;
    }
    decoders->answers = rt_reallocate(decoders->answers, decoders->answer_count + 1,
        sizeof *decoders->answers);
    decoders->last = decoders->answer_count;
    return &decoders->answers[decoders->answer_count++];
}

static struct decoder_answer *answer_of(struct rt_task *task, const struct rt_source *source,
    bool key, const struct wire_schema *schema, struct rt_error *error)
{
    struct decoder_side *decoders = decoders_of(task, source, key);
    struct decoder_answer *known = find(decoders, schema), answer = {.schema = *schema};

    if (known && is_fresh(known))
        return known;
    if (!ask(task, source, key, known, &answer, error))
        return NULL;
    if (!known)
        known = add_answer(decoders);
    else if (known->why != answer.why)
        free(known->why);
    *known = answer;
    return known;
}

bool rt_decode_by_program(struct rt_task *task, const struct rt_source *source, bool key,
    size_t decoder, struct rt_bytes payload, void *row, struct rt_error *error)
{
    struct decoder_side *decoders = decoders_of(task, source, key);
    size_t number = decoder - side_of(source, key)->writer_count;

    return decoders->programs[number]->run(decoders->programs[number], payload, row, &task->arena,
        error);
}

/* ---- the record ---- */

/* Behind the id in a header stands the message index of Protobuf, which its decoder takes before
 * the message. None is the first message. */
static struct rt_bytes with_index(struct rt_arena *arena, struct rt_bytes index,
    struct rt_bytes datum)
{
    size_t size = index.size ? index.size : 1;
    uint8_t *whole = rt_arena_alloc(arena, size + datum.size);

    whole[0] = 0;
    if (index.size)
        memcpy(whole, index.data, index.size);
    if (datum.size)
        memcpy(whole + size, datum.data, datum.size);
    return (struct rt_bytes){whole, size + datum.size};
}

static bool read_header(struct rt_task *task, const struct rt_side *side, bool key,
    const struct rt_header *header, struct rt_bytes datum, struct wire_schema *schema,
    struct rt_bytes *payload, struct rt_error *error)
{
    const char *why = "it is NULL";
    size_t size = header->value_null ? 0 : wire_read(header->value, schema, &why);
    bool indexed = side->schema_kind == RT_SCHEMA_PROTOBUF;

    if (!size || (!indexed && size < header->value.size))
        return rt_fail(error, RT_DECODE, RT_SKIP, "header '%s' is no schema id: %s",
            wire_header_name(key).data, size ? "bytes are left over" : why);
    *payload = !indexed ? datum
                        : with_index(&task->arena, (struct rt_bytes){header->value.data + size,
                                         header->value.size - size}, datum);
    return true;
}

/* Header, then payload; else the record names none. */
static bool read_wire(struct rt_task *task, const struct rt_source *source, bool key,
    struct rt_record *record, struct wire_schema *schema, struct rt_bytes *payload,
    struct rt_error *error)
{
    struct rt_bytes datum = key ? record->key : record->value;
    const struct rt_header *header;
    const char *why;
    size_t size;

    task->private_->unnamed[key] = NULL;
    if (!rt_record_headers(record, &task->arena, error))
        return false;
    header = record->header_count ? wire_header_find(record, key) : NULL;
    if (header)
        return read_header(task, side_of(source, key), key, header, datum, schema, payload, error);
    size = wire_read(datum, schema, &why);
    *payload = (struct rt_bytes){datum.data + size, datum.size - size};
    if (!size) {
        task->private_->unnamed[key] = why;
        task->private_->unnamed_byte[key] = datum.size ? datum.data[0] : 0;
    }
    return true;
}

void decoder_explain(struct rt_task *task, const struct rt_source *source, struct rt_error *error)
{
    const struct rt_task_private *own = task->private_;

    for (int key = 0; key < 2; key++)
        if (own->unnamed[key])
            rt_error_context(error, "%s without a schema id (%s: 0x%02x), read with the latest "
                "version of subject '%s'", key ? "key" : "value", own->unnamed[key],
                own->unnamed_byte[key], side_of(source, key)->subject);
}

bool rt_decoder_of(struct rt_task *task, const struct rt_source *source, bool key,
    struct rt_record *record, size_t *decoder, struct rt_bytes *payload, struct rt_error *error)
{
    const char *half = key ? "key" : "value";
    const struct decoder_answer *answer;
    struct wire_schema schema;
    char text[WIRE_TEXT_SIZE];

    if (!read_wire(task, source, key, record, &schema, payload, error))
        return rt_error_context(error, "%s", half);
    answer = answer_of(task, source, key, &schema, error);
    if (!answer)
        return false;
    if (answer->decoder == DECODER_UNKNOWN && schema.kind == WIRE_NONE)
        return rt_fail(error, RT_DECODE, RT_SKIP, "no schema is known for it");
    if (answer->decoder == DECODER_UNKNOWN)
        return rt_fail(error, RT_DECODE, RT_SKIP, "%s: the registry knows no %s", half,
            wire_text(&schema, text));
    if (answer->decoder == DECODER_NONE)
        return rt_fail(error, RT_DECODE, RT_SKIP, "%s: %s: %s", half, wire_text(&schema, text),
            answer->why);
    *decoder = answer->decoder;
    return true;
}
