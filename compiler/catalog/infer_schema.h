/* Schemas of inferred tables after a statement has changed their columns. */
#ifndef DDL2C_INFER_SCHEMA_H
#define DDL2C_INFER_SCHEMA_H

#include "../types/type.h"

/* The Avro schema of these fields, evolved from the registered one (NULL: derived anew, as
 * avro_from_fields does): what has not changed stays as it is. NULL: a type has no Avro form;
 * *error says which. */
const char *infer_evolve(struct arena *arena, const char *registered, const char *record_name,
    const char *space, const struct type_field *fields, size_t count, const char **error);

#endif
