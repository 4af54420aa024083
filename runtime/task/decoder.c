#include "codec/program.h"
#include "registry/canonical.h"
#include "task/task.h"

#include <stdlib.h>
#include <string.h>

enum { PREFIX_SIZE = 5, MAGIC = 0, UNKNOWN_MS = 10000, REFERENCE_DEPTH = 50 };

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

/* What a schema refers to, each behind those that it names (the compiler does the same in
 * driver_writer.c). */
struct references {
    struct rt_schema_name *at;
    size_t count;
};

static bool add_references(struct rt_registry *registry, const struct rt_registered *schema,
    int depth, struct references *references, struct rt_error *error)
{
    for (size_t i = 0; i < schema->reference_count && depth < REFERENCE_DEPTH; i++) {
        const struct rt_schema_reference *reference = &schema->references[i];
        const struct rt_registered *other;

        if (!rt_registry_version(registry, reference->subject, reference->version, &other, error))
            return false;
        if (!other)
            continue;
        if (!add_references(registry, other, depth + 1, references, error))
            return false;
        references->at = rt_reallocate(references->at, references->count + 1,
            sizeof *references->at);
        references->at[references->count++] = (struct rt_schema_name){reference->name, other->text};
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
    struct rt_schema own = side->writer_count ? side->writers[0] : (struct rt_schema){0};
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

static bool choose(struct rt_registry *registry, const struct rt_source *source, bool key,
    struct decoder_side *decoders, const struct rt_registered *schema,
    struct decoder_answer *answer, struct rt_error *error)
{
    struct references references = {0};
    struct rt_schema writer = {.text = schema->text};
    bool done = add_references(registry, schema, 0, &references, error);

    writer.references = references.at;
    writer.reference_count = references.count;
    done = done && match(side_of(source, key), decoders, schema->kind, &writer, &answer->decoder,
                       error);
    if (done && answer->decoder == DECODER_NONE)
        make_program(source, key, decoders, schema->kind, &writer, answer);
    free(references.at);
    return done;
}

/* Asks the registry, waiting for as long as it is away. */
static bool ask(struct rt_task *task, const struct rt_source *source, bool key,
    struct decoder_answer *answer, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    const struct rt_side *side = side_of(source, key);
    const struct rt_registered *schema;

    answer->asked_ms = rt_monotonic_ms();
    if (!own->run->registry)
        return rt_fail(error, RT_CONFIG, RT_STOP, "no schema registry is given (--registry URL)");
    while (!rt_registry_by_id(own->run->registry, answer->id, side->subject, &schema, error)) {
        if (error->code == RT_DECODE) {
            answer->decoder = DECODER_UNKNOWN;
            return true;
        }
        if (error->action != RT_RETRY || !task_wait(task, &own->away, error))
            return false;
    }
    own->away.attempts = 0;
    return choose(own->run->registry, source, key, decoders_of(task, source, key), schema, answer,
        error);
}

static struct decoder_answer *find(struct decoder_side *decoders, int32_t id)
{
    if (decoders->last < decoders->answer_count && decoders->answers[decoders->last].id == id)
        return &decoders->answers[decoders->last];
    for (size_t i = 0; i < decoders->answer_count; i++) {
        if (decoders->answers[i].id == id) {
            decoders->last = i;
            return &decoders->answers[i];
        }
    }
    return NULL;
}

static struct decoder_answer *answer_of(struct rt_task *task, const struct rt_source *source,
    bool key, int32_t id, struct rt_error *error)
{
    struct decoder_side *decoders = decoders_of(task, source, key);
    struct decoder_answer *known = find(decoders, id), answer = {.id = id};

    if (known && (known->decoder != DECODER_UNKNOWN ||
                     rt_monotonic_ms() - known->asked_ms < UNKNOWN_MS))
        return known;
    if (!ask(task, source, key, &answer, error))
        return NULL;
    if (!known) {
        decoders->answers = rt_reallocate(decoders->answers, decoders->answer_count + 1,
            sizeof *decoders->answers);
        decoders->last = decoders->answer_count;
        known = &decoders->answers[decoders->answer_count++];
    }
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

bool rt_decoder_of(struct rt_task *task, const struct rt_source *source, bool key,
    struct rt_bytes record, size_t *decoder, struct rt_bytes *payload, struct rt_error *error)
{
    const char *half = key ? "key" : "value";
    const struct decoder_answer *answer;
    int32_t id;

    if (record.size < PREFIX_SIZE)
        return rt_fail(error, RT_DECODE, RT_SKIP,
            "%s: %zu bytes are too few for the magic byte and the schema id", half, record.size);
    if (record.data[0] != MAGIC)
        return rt_fail(error, RT_DECODE, RT_SKIP, "%s: wrong magic byte 0x%02x, 0x00 expected",
            half, record.data[0]);
    id = (int32_t)((uint32_t)record.data[1] << 24 | (uint32_t)record.data[2] << 16 |
        (uint32_t)record.data[3] << 8 | record.data[4]);
    answer = answer_of(task, source, key, id, error);
    if (!answer)
        return false;
    if (answer->decoder == DECODER_UNKNOWN)
        return rt_fail(error, RT_DECODE, RT_SKIP, "%s: the registry knows no schema with id %d",
            half, (int)id);
    if (answer->decoder == DECODER_NONE)
        return rt_fail(error, RT_DECODE, RT_SKIP,
            "%s: schema id %d: %s", half, (int)id, answer->why);
    *decoder = answer->decoder;
    *payload = (struct rt_bytes){record.data + PREFIX_SIZE, record.size - PREFIX_SIZE};
    return true;
}
