/* Between the files of the compatibility rules. */
#ifndef DDL2C_COMPAT_INTERNAL_H
#define DDL2C_COMPAT_INTERNAL_H

#include "compat.h"

/* `before` and `after` are the writer's and the reader's. */
void compat_add(struct compat_list *list, enum compat_rule rule, const char *path,
    const char *column, const char *before, const char *after);

/* *error tells which schema is not valid, and why. Returns false. */
bool compat_fail(struct arena *arena, const struct compat_schema *schema, const char *reason,
    const char **error);

/* Each as compat_read of its format. */
bool compat_read_avro(const struct compat_schema *reader, const struct compat_schema *writer,
    struct compat_list *list, const char **error);
bool compat_read_json(const struct compat_schema *reader, const struct compat_schema *writer,
    struct compat_list *list, const char **error);
bool compat_read_protobuf(const struct compat_schema *reader, const struct compat_schema *writer,
    struct compat_list *list, const char **error);

#endif
