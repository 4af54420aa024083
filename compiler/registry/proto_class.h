/* Generated Java classes of .proto files: which message a class is (002, "message-class"). */
#ifndef DDL2C_PROTO_CLASS_H
#define DDL2C_PROTO_CLASS_H

#include "proto.h"

/* A file given with --proto: its path is also the name that others import it by, whole or its end
 * from any folder on. */
struct proto_source {
    const char *path, *text;
};

struct proto_sources {
    struct proto_source *at;
    size_t count, capacity;
};

struct proto_class {
    struct schema_text schema;  /* the file, its imports among the sources as references */
    const char *message;        /* full name */
};

/* `name`: the binary name of a class, com.example.OrderProto$Order; by java_package,
 * java_outer_classname and java_multiple_files, as protoc names them. False: *error says why. */
bool proto_class_find(struct arena *arena, const struct proto_sources *sources, const char *name,
    struct proto_class *found, const char **error);

#endif
