/* The interpreter of resolution programs. */
#include "codec/avro_program.h"
#include "codec/avro_schema.h"
#include "core/internal.h"

#include <stdlib.h>

/* An array or map that is being read, or passed over. */
struct frame {
    struct rt_items items;
    char *values, *keys;
    bool *null;
    char *outer;     /* what the base was before */
    uint64_t left;   /* of a block that is passed over */
};

static bool claim(struct frame *frame, const struct avro_collection *kept, struct rt_arena *arena)
{
    if (!rt_items_fit(arena, &frame->items, kept->size + kept->key_size + kept->nulls))
        return false;
    frame->values = rt_items_room(arena, frame->values, &frame->items, kept->size);
    if (kept->key_size)
        frame->keys = rt_items_room(arena, frame->keys, &frame->items, kept->key_size);
    if (kept->nulls)
        frame->null = rt_items_room(arena, frame->null, &frame->items, sizeof *frame->null);
    return true;
}

/* The member becomes what the frame has gathered. */
static void gather(struct frame *frame, const struct avro_collection *kept, struct rt_arena *arena,
    char *to)
{
    if (!kept->key_size) {
        rt_shape_put_array(to,
            (struct rt_shape_array){frame->items.count, frame->values, frame->null});
        return;
    }
    if (kept->unique)
        rt_avro_last_wins(arena, &frame->items, (struct rt_text *)(void *)frame->keys,
            frame->values, kept->size, frame->null);
    rt_shape_put_map(to, (struct rt_shape_map){frame->items.count, frame->keys, frame->values,
        frame->null, NULL});
}

static char *item(struct frame *frame, const struct avro_collection *kept)
{
    char *at = frame->values + frame->items.count * kept->size;

    if (frame->null)
        frame->null[frame->items.count] = false;
    if (kept->clear)
        memset(at, 0, kept->size);
    return at;
}

static void set_null(const struct avro_instruction *at, char *base, struct frame *frame)
{
    if (at->nulls == AVRO_ITEM_NULL)
        frame->null[frame->items.count] = true;
    else
        rt_null_set((uint64_t *)(void *)(base + at->nulls), at->bit, true);
}

/* What runs besides the record's bytes. */
struct machine {
    struct frame *frame;
    char *base;             /* of the row or item whose members are written */
    struct rt_avro record;  /* while a default is read instead */
    struct rt_arena *arena;
};

/* The end of an array or map: where it goes on. */
static uint32_t end_items(struct machine *m, const struct avro_instruction *at)
{
    m->base = m->frame->outer;
    gather(m->frame, at->of.collection, m->arena, m->base + at->at);
    m->frame--;
    return at->next;
}

static bool skip_block(struct machine *m, struct rt_avro *in, const struct avro_instruction *at,
    uint32_t *next)
{
    if (!rt_avro_skip_block(in, &m->frame->left, (size_t)at->a))
        return false;
    if (!m->frame->left) {
        m->frame--;
        *next = at->next;
    }
    return true;
}

/* The instructions that are seldom met. *next: the one that follows. */
static bool step(struct machine *m, struct rt_avro *in, const struct avro_instruction *at,
    uint32_t *next)
{
    switch (at->code) {
    case AVRO_CODE_BEGIN:
    case AVRO_CODE_SKIP_BEGIN:
        *++m->frame = (struct frame){.outer = m->base};
        return true;
    case AVRO_CODE_KEY:
        m->base = m->frame->keys + m->frame->items.count * at->of.collection->key_size;
        return true;
    case AVRO_CODE_DEFAULT:
        m->record = *in;
        *in = rt_avro_open((struct rt_bytes){at->of.bytes, (size_t)at->a});
        return true;
    case AVRO_CODE_RECORD:
        *in = m->record;
        return true;
    case AVRO_CODE_SKIP_NUMBER:
        return rt_avro_skip_varint(in);
    case AVRO_CODE_SKIP_BYTES:
        return rt_avro_skip_bytes(in);
    case AVRO_CODE_SKIP_FIXED:
        return rt_avro_skip_fixed(in, (size_t)at->a);
    case AVRO_CODE_SKIP_BLOCK:
        return skip_block(m, in, at, next);
    case AVRO_CODE_SKIP_NEXT:
        *next = --m->frame->left ? at->next : at->next - 1;
        return true;
    default: /* REFUSE: the others are in run. */
        return rt_avro_problem(in, (enum rt_avro_problem)at->a);
    }
}

#define ARGUMENTS_0(at)
#define ARGUMENTS_1(at) (at)->a,
#define ARGUMENTS_2(at) (at)->a, (at)->b,

static bool symbol(struct rt_avro *in, const struct avro_instruction *at, struct rt_text *out)
{
    if (!rt_avro_enum(in, at->of.symbols, (uint32_t)at->a, out))
        return false;
    return out->data || rt_avro_problem(in, RT_AVRO_BRANCH);
}

/* Runs one datum; *behind is behind it then. */
RT_AVRO_INLINE bool run_datum(const struct codec_program *head, struct rt_avro *behind, void *row,
    struct rt_arena *arena, struct rt_error *error)
{
    const struct avro_instruction *code = ((const struct avro_program *)head)->code, *at = code;
    struct rt_avro in = *behind;
    struct frame frames[AVRO_FRAMES];
    struct machine m = {.frame = frames, .base = row, .arena = arena};

    for (uint32_t next = 1;; at = code + next, next++) {
        struct frame *frame = m.frame;
        struct rt_avro moved;
        uint32_t branch;
        bool ok = true, is_null;

        switch (at->code) {
#define AVRO_FUNCTION(name, ctype, arguments)                                                      \
        case AVRO_CODE_##name:                                                                     \
            ok = rt_avro_##name(&in, ARGUMENTS_##arguments(at)(ctype *)(void *)(m.base + at->at)); \
            break;
#include <rt/avro_types.def>
        case AVRO_CODE_SYMBOL:
            ok = symbol(&in, at, (struct rt_text *)(void *)(m.base + at->at));
            break;
        case AVRO_CODE_NULLABLE:
            ok = rt_avro_nullable(&in, (uint32_t)at->a, &is_null);
            if (ok && is_null) {
                set_null(at, m.base, frame);
                next = at->next;
            }
            break;
        case AVRO_CODE_NULL:
            set_null(at, m.base, frame);
            break;
        case AVRO_CODE_CHOOSE:
            ok = rt_avro_branch(&in, (uint32_t)at->a, &branch);
            if (ok)
                next = at->of.targets[branch];
            break;
        case AVRO_CODE_JUMP:
            next = at->next;
            break;
        case AVRO_CODE_BLOCK:
            ok = rt_avro_block(&in, &frame->items, (size_t)at->a);
            if (ok && frame->items.left)
                ok = claim(frame, at->of.collection, arena) ||
                    rt_avro_problem(&in, RT_AVRO_MEMORY);
            else if (ok)
                next = end_items(&m, at);
            break;
        case AVRO_CODE_ITEM:
            m.base = item(frame, at->of.collection);
            break;
        case AVRO_CODE_NEXT:
            frame->items.count++;
            next = --frame->items.left ? at->next : at->next - 1;
            break;
        case AVRO_CODE_END:
            *behind = in;
            return true;
        default:
            moved = in;
            ok = step(&m, &moved, at, &next);
            in = moved;
            break;
        }
        if (RT_UNLIKELY(!ok))
            return rt_avro_fail(in, at->path, error);
    }
}

static bool run(const struct codec_program *head, struct rt_bytes payload, void *row,
    struct rt_arena *arena, struct rt_error *error)
{
    struct rt_avro in = rt_avro_open(payload);

    return run_datum(head, &in, row, arena, error) && rt_avro_end(&in, error);
}

bool avro_program_run(const struct codec_program *head, struct rt_bytes bytes, size_t *used,
    void *row, struct rt_arena *arena, struct rt_error *error)
{
    struct rt_avro in = rt_avro_open(bytes);

    if (!run_datum(head, &in, row, arena, error))
        return false;
    *used = (size_t)(in.at - in.start);
    return true;
}

static void release(struct codec_program *head)
{
    struct avro_program *program = (struct avro_program *)head;

    rt_arena_release(&program->arena);
    free(program);
}

/* The reader's schema counts as far as it can be read. */
static const struct avro_step *resolve_texts(struct avro_program *program,
    const struct rt_schema *writer, const struct rt_schema *reader, const struct rt_shape *shape,
    const char **why)
{
    struct avro_memory memory = avro_memory_of(&program->arena);
    const struct avro_schema *from = avro_schema_read(memory, writer, why), *own = NULL;
    const char *ignored;

    if (!from)
        return NULL;
    if (reader && reader->text)
        own = avro_schema_read(memory, reader, &ignored);
    return avro_resolve(memory, from, own, shape, why);
}

struct codec_program *avro_program_new(const struct rt_schema *writer,
    const struct rt_schema *reader, const struct rt_shape *shape, struct rt_error *error)
{
    struct avro_program *program = rt_allocate(1, sizeof *program);
    const struct avro_step *step;
    const char *why = "";

    program->head = (struct codec_program){run, release};
    rt_arena_init(&program->arena);
    step = resolve_texts(program, writer, reader, shape, &why);
    if (!step) {
        rt_fail(error, RT_DECODE, RT_SKIP, "its schema does not fit the table: %s", why);
        release(&program->head);
        return NULL;
    }
    avro_assemble(program, step);
    return &program->head;
}
