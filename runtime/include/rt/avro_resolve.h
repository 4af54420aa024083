/* What is to be done with the bytes of an Avro writer so that a row gets its values (Avro 1.11
 * specification, "Schema Resolution"): writer's schema, reader's schema and the shape of the row
 * become a tree of steps. The compiler prints it as C (compiler/emit/codec_avro_decode.c), the
 * runtime runs it (codec/avro_program.c): both decode the same, because both do what it says.
 *
 * The columns decide what a value becomes; the reader's schema adds defaults, aliases and the
 * meaning of unions. Where the two differ from the specification they are more lenient:
 * - names of records do not matter, but among the branches of a union;
 * - a nullable column that the writer has no field for, and that has no default, is NULL;
 * - a timestamp is read in the writer's unit. */
#ifndef RT_AVRO_RESOLVE_H
#define RT_AVRO_RESOLVE_H

#include <rt/avro.h>
#include <rt/avro_schema.h>
#include <rt/shape.h>

/* Functions of rt/avro.h that read one value. */
enum avro_function {
#define AVRO_FUNCTION(name, ctype, arguments) AVRO_READS_##name,
#include <rt/avro_types.def>
    AVRO_FUNCTIONS,
};

enum avro_action {
    AVRO_READ_VALUE,  /* one value, by `function` */
    AVRO_READ_SYMBOL, /* the number of an enum's symbol: its text */
    AVRO_SET_NULL,    /* no bytes; what the step is for is NULL */
    AVRO_REFUSE,      /* whatever is there, the record is refused: `problem` */
    AVRO_SKIP,        /* a datum of `schema` that nothing wants */
    AVRO_CHOOSE,      /* the number of a branch, then parts[number] */
    AVRO_READ_PARTS,  /* parts, one behind the other, into members of the ROW */
    AVRO_READ_ARRAY,  /* blocks of items, parts[0] */
    AVRO_READ_MAP,    /* blocks of entries; parts with index 0 are the key, 1 the value */
    AVRO_READ_DEFAULT, /* no bytes: parts[0] reads `bytes` instead */
};

struct avro_part {
    const char *name;          /* of the writer's field or branch, or of the column without one */
    size_t index;              /* READ_PARTS: of the field in shape->fields; SIZE_MAX: none */
    const struct avro_step *step;
};

struct avro_step {
    enum avro_action action;
    const struct avro_schema *schema; /* the writer's; NULL if it has nothing there */
    const struct rt_shape *shape;     /* what the value becomes; NULL: SKIP */
    enum avro_function function;
    int64_t a, b;                     /* its arguments */
    const struct rt_text *symbols;    /* by number; data NULL: one that is refused */
    bool some_refused;                /* of the symbols */
    const struct avro_part *parts;
    size_t part_count;
    struct rt_bytes bytes;
    enum rt_avro_problem problem;
};

/* `reader` may be NULL. `shape` is a ROW, of a side's columns: a writer's record gives its fields
 * to them, anything else goes to the only column. Everything is in memory, and refers to schemas
 * and shape. NULL: *why names the field. */
const struct avro_step *avro_resolve(struct avro_memory memory, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape, const char **why);

/* Whether an Avro name stands for a column: Avro names cannot hold every character of SQL's, the
 * others are `_` in a schema. */
bool avro_same_name(const char *field, const char *column);

#endif
