/* Around the codecs of a case: included by what proto_gen.c makes. */
#ifndef PROTO_DRIVE_H
#define PROTO_DRIVE_H

#include "proto_case.h"

#include "codec/program.h"

#include <rt/proto.h>
#include <rt/shape.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool drive_failed(struct proto_out *out, const struct rt_error *error)
{
    snprintf(out->message, sizeof out->message, "%s", error->message);
    return false;
}

static bool drive_take(struct proto_out *out, struct rt_buffer *buffer)
{
    out->size = buffer->size;
    if (buffer->size > out->room)
        abort();
    memcpy(out->data, buffer->data, buffer->size);
    return true;
}

static struct codec_program *drive_program(const char *schema, const struct rt_shape *shape)
{
    struct rt_schema writer = {.text = schema};
    struct rt_error error = {0};
    struct codec_program *program =
        codec_program_new(RT_SCHEMA_PROTOBUF, &writer, &writer, shape, &error);

    if (!program) {
        fprintf(stderr, "no program: %s\n%s\n", error.message, schema);
        abort();
    }
    return program;
}

#endif
