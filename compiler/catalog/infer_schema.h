/* Schemas of inferred tables: as one text, and after a statement has changed their columns. */
#ifndef DDL2C_INFER_SCHEMA_H
#define DDL2C_INFER_SCHEMA_H

#include "../types/type.h"

/* The Avro schema of these fields, evolved from the registered one (NULL: derived anew, as
 * avro_from_fields does): what has not changed stays as it is. NULL: a type has no Avro form;
 * *error says which. */
const char *infer_evolve(struct arena *arena, const char *registered, const char *record_name,
    const char *space, const struct type_field *fields, size_t count, const char **error);

/* A schema that another one refers to by name. */
struct infer_reference {
    const char *name, *text;
};

/* The Avro schema with the definitions in place of the names; `text` itself if one is not valid. */
const char *infer_inline(struct arena *arena, const char *text,
    const struct infer_reference *references, size_t count);

#endif
