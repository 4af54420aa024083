/* Between the files of the JSON program: what a document is decoded into, value by value. */
#ifndef RT_JSON_PROGRAM_H
#define RT_JSON_PROGRAM_H

#include "codec/program.h"

#include <rt/json_value.h>
#include <rt/shape.h>

enum json_form {
    FORM_SCALAR,
    FORM_ARRAY,
    FORM_MEMBERS, /* a map: an object */
    FORM_ENTRIES, /* a map: an array of {"key": …, "value": …} */
    FORM_OBJECT,
    FORM_UNION,   /* one of several */
};

struct json_op;

/* A member of an object, a branch of a union. */
struct json_slot {
    const struct json_op *op; /* NULL: nothing wants it */
    size_t offset, bit;       /* in the row struct: of the value, of its NULL bit */
};

/* A value. */
struct json_op {
    enum json_form form;
    const struct rt_shape *shape; /* of the column, the ROW's field, the element … */
    const char *path;             /* for messages; NULL: the record */
    bool any_text;                /* TEXT: values that are no strings are taken as their JSON */
    const struct json_op *key, *item;
    const char *entry_path;       /* ENTRIES: of one of them */
    /* OBJECT, UNION */
    struct rt_js_names names;             /* OBJECT: the writer's members; ENTRIES: key, value */
    const struct rt_js_branch *branches;  /* UNION */
    const struct json_slot *slots;        /* by member or branch */
    size_t slot_count;
    const size_t *null_bits;              /* of fields that the writer does not have */
    size_t null_count;
};

struct json_program {
    struct codec_program head;
    struct rt_arena memory;
    struct json_op *root;  /* OBJECT, UNION; else of the one column: */
    struct json_slot alone; /* op NULL: it is not read */
};

bool json_program_run(const struct codec_program *program, struct rt_bytes payload, void *row,
    struct rt_arena *arena, struct rt_error *error);
/* codec_program_new of this language. The reader's schema does not count: JSON Schema gives no
 * value to a member that is not there. */
struct codec_program *json_program_new(const struct rt_schema *writer,
    const struct rt_shape *shape, struct rt_error *error);

#endif
