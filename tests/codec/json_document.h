/* Random JSON documents of a shape, each written twice. */
#ifndef JSON_DOCUMENT_H
#define JSON_DOCUMENT_H

#include "registry/json_type.h"

#include <rt/base.h>

struct document {
    uint64_t state;        /* of the random numbers */
    bool plain;            /* of the format 'json' */
    struct rt_buffer odd;  /* as somebody may write it: blanks, escapes, any order, unknown members,
                              members twice, other forms of numbers */
    struct rt_buffer exact; /* as our encoders write it */
    bool wide;             /* has numbers of more than 15 digits */
};

uint32_t document_random(struct document *document, uint32_t below);
void document_make(struct document *document, const struct json_shape *shape);

#endif
