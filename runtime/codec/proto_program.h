/* Between the files of the Protobuf program: what a message is decoded into, field by field. */
#ifndef RT_PROTO_PROGRAM_H
#define RT_PROTO_PROGRAM_H

#include "codec/program.h"

#include <rt/proto.h>
#include <rt/proto_file.h>
#include <rt/shape.h>

struct proto_layout;

/* One field of a message. */
struct proto_op {
    uint32_t number;
    uint32_t tag;                 /* as a single value of it is written */
    bool stored;                  /* else it is passed over */
    struct rt_proto_content content;
    const char *path;             /* for messages */
    const struct rt_shape *shape; /* of the column, the ROW's field, the element … */
    size_t offset, bit;           /* in the row struct: of the value, of its NULL bit */
    int oneof;                    /* number in the message's; -1: none */
    bool in_row;                  /* stored in the ROW of its oneof: offset and bit are in that */
    const struct rt_shape *row_shape;
    size_t row_offset, row_bit;
    const struct proto_layout *inner; /* RECORD; WRAPPED: one op; ENTRIES: key and value */
    size_t state;                 /* in the block's: of repeated fields, of parts */
    bool lack;                    /* elements, values: whether they can be absent */
    const struct rt_proto_symbol *symbols;
    size_t symbol_count;
};

struct proto_layout {
    struct proto_op *ops;         /* ascending by number */
    size_t count;
    size_t state_count;           /* of a block that has this layout outermost */
    const size_t *null_bits;      /* of fields that the message does not have */
    size_t null_count;
};

/* A message that the table holds. */
struct proto_choice {
    int32_t index;                /* in its file */
    const struct proto_layout *layout;
    size_t offset, bit;           /* of its column; the layout is the row's own if `whole` */
    bool whole;
};

struct proto_program {
    struct codec_program head;
    struct rt_arena memory;
    struct proto_choice *choices;
    size_t choice_count;
    const struct rt_shape *shape; /* of the row */
};

bool proto_program_run(const struct codec_program *program, struct rt_bytes payload, void *row,
    struct rt_arena *arena, struct rt_error *error);
/* codec_program_new of this language. */
struct codec_program *proto_program_new(const struct rt_schema *writer,
    const struct rt_schema *reader, const struct rt_shape *shape, struct rt_error *error);

#endif
