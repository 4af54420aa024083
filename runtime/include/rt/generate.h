/* Rows that are made up: the connectors datagen and faker.
 *
 * A generator makes row lines (rt/rowline.h), which the table's own reader turns into rows. Row n
 * follows from the seed and n alone (times apart, which follow the clock), so a pipeline that goes
 * on after a crash makes the rows that it would have made. */
#ifndef RT_GENERATE_H
#define RT_GENERATE_H

#include <rt/base.h>

/* What a value of a column is, as far as its text in a row line goes. */
enum rt_field_type { RT_FIELD_BOOLEAN, RT_FIELD_INTEGER, RT_FIELD_DECIMAL, RT_FIELD_FLOAT,
    RT_FIELD_DOUBLE, RT_FIELD_TEXT, RT_FIELD_BYTES, RT_FIELD_DATE, RT_FIELD_TIME,
    RT_FIELD_TIMESTAMP, RT_FIELD_LTZ, RT_FIELD_ARRAY, RT_FIELD_MAP, RT_FIELD_MULTISET,
    RT_FIELD_ROW };

enum rt_field_source {
    RT_FIELD_RANDOM,   /* datagen: between least and greatest; texts are hex digits */
    RT_FIELD_SEQUENCE, /* datagen: start, start + 1 … end, a value a row */
    RT_FIELD_FAKER,    /* expression */
};

/* A column, or a part of one: the element of an array or multiset, key and value of a map, the
 * fields of a row. */
struct rt_field {
    const char *name;          /* of the column or row field; NULL: of neither */
    enum rt_field_type type;
    enum rt_field_source source;
    int precision, scale;      /* DECIMAL; precision of times: digits of a second */
    int64_t least, greatest;   /* RANDOM integers, DECIMAL unscaled; SEQUENCE: start and end */
    double low, high;          /* RANDOM FLOAT and DOUBLE */
    int64_t max_past_ms;       /* RANDOM times: how long ago at most */
    size_t length;             /* RANDOM texts: characters; collections: elements */
    size_t limit;              /* of texts and bytes; 0: none */
    bool any_length;           /* texts of 1 to `length` characters */
    double null_rate;          /* 0 to 1 */
    const char *expression;    /* FAKER */
    const struct rt_field *parts;
    size_t part_count;
};

struct rt_generator {
    const struct rt_field *fields;
    size_t field_count;
    int64_t rows;              /* -1: no end */
    int64_t rows_per_second;
};

/* Appends row `number` (from 0) as one line without the line end. False: RT_INPUT, an expression
 * whose text is no value of its column. */
bool rt_generator_row(const struct rt_generator *generator, uint64_t seed, int64_t number,
    int64_t now_ms, struct rt_buffer *line, struct rt_error *error);

/* How many rows there are: the given number, or fewer if a sequence ends before; -1: no end. */
int64_t rt_generator_rows(const struct rt_generator *generator);

/* --seed: a number of 64 bits. False: text is none. */
bool rt_seed_parse(const char *text, uint64_t *seed);
/* Another one each time. */
uint64_t rt_seed_random(void);

/* Whether faker knows the expression and its functions take the arguments. False: *at and *size
 * are the place in the expression of what is wrong, *unknown that it is the name of a function. */
bool rt_faker_check(const char *expression, size_t *at, size_t *size, bool *unknown,
    struct rt_error *error);
/* Name of a function, "Name.firstName", by number; NULL behind the last. */
const char *rt_faker_name(size_t index);
/* Appends the text of an expression, made of (seed). False as above, at run time. */
bool rt_faker_text(const char *expression, uint64_t seed, int64_t now_ms, struct rt_buffer *out,
    struct rt_error *error);

#endif
