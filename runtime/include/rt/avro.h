/* Avro binary encoding (Avro 1.11 specification, "Binary Encoding"): the primitives that generated
 * codecs are made of. A decoder never reads past `end` and accepts any bytes. */
#ifndef RT_AVRO_H
#define RT_AVRO_H

#include <rt/base.h>

#include <string.h>

struct rt_avro {
    const uint8_t *at, *end;
};

/* To be completed by the codec's author. */

#endif
