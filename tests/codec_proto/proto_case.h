/* What proto_gen.c makes and proto_test.cc drives. */
#ifndef PROTO_CASE_H
#define PROTO_CASE_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room of the test for what a case writes. */
struct proto_out {
    uint8_t *data;
    size_t size, room;
    char message[4096]; /* of an error */
};

struct proto_case {
    const char *schema;
    bool exact;    /* every record that both accept means the same: nothing is rounded or merged */
    bool closed;   /* enums of proto2: what they do not name is an unknown field to the library */
    bool joined;   /* no map that is written as a repeated message: records may be joined */
    /* Decodes into the row struct and encodes that. */
    bool (*through_row)(const uint8_t *data, size_t size, struct proto_out *out);
    /* The same, decoded by the program that a pipeline makes of a new schema. */
    bool (*through_program)(const uint8_t *data, size_t size, struct proto_out *out);
    /* Decodes a few columns only, by generated code and by the program: the same row? */
    bool (*few_columns)(const uint8_t *data, size_t size, struct proto_out *out);
};

#ifdef __cplusplus
}
#endif

#endif
