/* A resolution program: the steps of rt/avro_resolve.h as instructions in a row. */
#ifndef RT_CODEC_AVRO_PROGRAM_H
#define RT_CODEC_AVRO_PROGRAM_H

#include "codec/program.h"

#include <rt/avro_resolve.h>

enum { AVRO_FRAMES = 50, AVRO_NO_NULLS = UINT32_MAX, AVRO_ITEM_NULL = UINT32_MAX - 1 };

enum avro_code {
    /* One value into the member, by the function of the same name. */
#define AVRO_FUNCTION(name, ctype, arguments) AVRO_CODE_##name,
#include <rt/avro_types.def>
    AVRO_CODE_SYMBOL,     /* symbols, a: how many */
    AVRO_CODE_NULL,       /* the slot is NULL */
    AVRO_CODE_REFUSE,     /* a: the problem */
    AVRO_CODE_NULLABLE,   /* a: the branch that is null: sets NULL and goes to `next` */
    AVRO_CODE_CHOOSE,     /* a: how many branches; goes to targets[branch] */
    AVRO_CODE_JUMP,       /* to `next` */
    AVRO_CODE_BEGIN,      /* an array or map: a frame */
    AVRO_CODE_BLOCK,      /* the next block, or ends the frame and goes to `next` */
    AVRO_CODE_KEY,        /* the key of the entry is what follows */
    AVRO_CODE_ITEM,       /* the item, or value of the entry, is what follows */
    AVRO_CODE_NEXT,       /* to the begin of the items at `next`, or to the next block before it */
    AVRO_CODE_DEFAULT,    /* reads `bytes` until */
    AVRO_CODE_RECORD,     /* goes back to the record */
    AVRO_CODE_SKIP_NUMBER,
    AVRO_CODE_SKIP_BYTES,
    AVRO_CODE_SKIP_FIXED, /* a: bytes */
    AVRO_CODE_SKIP_BEGIN, /* as BEGIN, BLOCK and NEXT */
    AVRO_CODE_SKIP_BLOCK,
    AVRO_CODE_SKIP_NEXT,
    AVRO_CODE_END,
};

/* How the items of an array or map are kept. */
struct avro_collection {
    size_t size, key_size;  /* of an item or value; of a key, 0: an array */
    bool clear;             /* items are ROWs: zeroed first */
    bool nulls;             /* items may be NULL */
    bool unique;            /* of entries with the same key the last one counts */
};

struct avro_instruction {
    enum avro_code code;
    uint32_t at;            /* offset of the member */
    uint32_t nulls, bit;    /* offset of the struct's NULL bits, or AVRO_NO_NULLS (NOT NULL) or
                               AVRO_ITEM_NULL */
    uint32_t next;
    int64_t a, b;
    union {
        const struct rt_text *symbols;
        const uint32_t *targets;
        const struct avro_collection *collection;
        const uint8_t *bytes;
    } of;
    const char *path;       /* for messages */
};

struct avro_program {
    struct codec_program head;
    struct rt_arena arena;  /* everything of the program */
    struct avro_instruction *code;
    size_t count, capacity;
};

/* Appends the instructions of the steps; NULL row shapes cannot come. */
void avro_assemble(struct avro_program *program, const struct avro_step *step);

/* Runs the datum that the bytes begin with; *used: how many are its. As codec_program.run. */
bool avro_program_run(const struct codec_program *program, struct rt_bytes bytes, size_t *used,
    void *row, struct rt_arena *arena, struct rt_error *error);

/* NULL: error is filled. */
struct codec_program *avro_program_new(const struct rt_schema *writer,
    const struct rt_schema *reader, const struct rt_shape *shape, struct rt_error *error);

#endif
