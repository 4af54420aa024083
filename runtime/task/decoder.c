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

/* What the compiler does to references (driver_writer.c): each behind those that it names. */
static bool add_references(struct rt_registry *registry, const struct rt_registered *schema,
    int depth, struct rt_buffer *out, struct rt_error *error)
{
    for (size_t i = 0; i < schema->reference_count && depth < REFERENCE_DEPTH; i++) {
        const struct rt_schema_reference *reference = &schema->references[i];
        const struct rt_registered *other;

        if (!rt_registry_version(registry, reference->subject, reference->version, &other, error))
            return false;
        if (other && !(add_references(registry, other, depth + 1, out, error) &&
                add_canonical(schema->kind, reference->name, other->text, out, error)))
            return false;
    }
    return true;
}

static bool match(struct rt_registry *registry, const struct rt_side *side,
    struct decoder_side *decoders, const struct rt_registered *schema, size_t *decoder,
    struct rt_error *error)
{
    struct rt_buffer text = {0};
    bool done = make_canonical(side, decoders, error) &&
        add_canonical(schema->kind, NULL, schema->text, &text, error) &&
        add_references(registry, schema, 0, &text, error);

    *decoder = DECODER_NONE;
    for (size_t i = 0; done && i < side->writer_count && *decoder == DECODER_NONE; i++)
        if (schema->kind == side->schema_kind && text.size == decoders->canonical[i].size &&
            !memcmp(text.data, decoders->canonical[i].data, text.size))
            *decoder = i;
    rt_buffer_release(&text);
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
    return match(own->run->registry, side, decoders_of(task, source, key), schema,
        &answer->decoder, error);
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
            "%s: schema id %d differs from every version this pipeline was built with: build it "
            "again", half, (int)id);
    *decoder = answer->decoder;
    *payload = (struct rt_bytes){record.data + PREFIX_SIZE, record.size - PREFIX_SIZE};
    return true;
}
