/* Random values of a schema, through avro-c, and unusual but valid ways to write them. */
#ifndef CODEC_VALUE_H
#define CODEC_VALUE_H

/* Both call their kinds AVRO_STRING and so on: the peer's get other names. */
#define AVRO_STRING PEER_STRING
#define AVRO_BYTES PEER_BYTES
#define AVRO_FLOAT PEER_FLOAT
#define AVRO_DOUBLE PEER_DOUBLE
#define AVRO_BOOLEAN PEER_BOOLEAN
#define AVRO_NULL PEER_NULL
#define AVRO_RECORD PEER_RECORD
#define AVRO_ENUM PEER_ENUM
#define AVRO_FIXED PEER_FIXED
#define AVRO_MAP PEER_MAP
#define AVRO_ARRAY PEER_ARRAY
#define AVRO_UNION PEER_UNION
#include <avro.h>
#undef AVRO_STRING
#undef AVRO_BYTES
#undef AVRO_FLOAT
#undef AVRO_DOUBLE
#undef AVRO_BOOLEAN
#undef AVRO_NULL
#undef AVRO_RECORD
#undef AVRO_ENUM
#undef AVRO_FIXED
#undef AVRO_MAP
#undef AVRO_ARRAY
#undef AVRO_UNION

#include "registry/schema.h"

#include <rt/decimal.h>

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
