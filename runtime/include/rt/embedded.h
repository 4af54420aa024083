/*
 * Data compiled into every pipeline, so that it runs in an empty root directory: CA roots and
 * time-zone rules of the machine that built the runtime. All of it is constant and needs no
 * initialisation.
 */
#ifndef RT_EMBEDDED_H
#define RT_EMBEDDED_H

#include <stddef.h>

/* PEM certificates one after another; a NUL follows that the size does not count. */
extern const char rt_ca_roots_pem[];
extern const size_t rt_ca_roots_pem_size;

/* A TZif file (RFC 8536, version 2 or newer) whose version-1 block has no transitions. */
struct rt_tzfile {
    const char *name; /* "Europe/Berlin" */
    const unsigned char *data;
    size_t size;
};

/* Sorted by name in strcmp order; links share their target's data. */
extern const struct rt_tzfile rt_tzfiles[];
extern const size_t rt_tzfile_count;

#endif
