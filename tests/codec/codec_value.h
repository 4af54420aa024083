/* Random values of a schema, through avro-c, and unusual but valid ways to write them. */
#ifndef CODEC_VALUE_H
#define CODEC_VALUE_H

#include "registry/schema.h"

#include <avro.h>
#include <rt/base.h>

struct random {
    uint64_t state;
};

uint64_t random_next(struct random *random);
uint32_t random_below(struct random *random, uint32_t below);

/* Values that the schema's logical types allow: decimals within their precision, times within a
 * day, dates of the years 1 to 9999. */
void value_fill(struct random *random, avro_value_t *value, const struct avro_schema *schema);
/* Arrays in several blocks, some with their size in bytes; varints with needless bytes. */
void value_write_oddly(struct random *random, struct rt_buffer *out, avro_value_t *value,
    const struct avro_schema *schema);

#endif
