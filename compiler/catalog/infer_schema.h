/* Schemas of tables: derived from columns, or evolved from what is registered. */
#ifndef DDL2C_INFER_SCHEMA_H
#define DDL2C_INFER_SCHEMA_H

#include "../registry/schema.h"

/* The Avro schema of these fields, evolved from the registered one (NULL: derived anew, as
 * avro_from_fields does): what has not changed stays as it is. NULL: a type has no Avro form;
 * *error says which. */
const char *infer_evolve(struct arena *arena, const char *registered, const char *record_name,
    const char *space, const struct type_field *fields, size_t count, const char **error);

/* The same for a schema of any language, of `topic`'s key or value. `registered` may be NULL.
 * False: no form; *error says why. */
bool infer_derive(struct arena *arena, const struct schema_text *registered,
    enum schema_language language, const char *topic, bool key, const struct type_field *fields,
    size_t count, struct schema_text *made, const char **error);

#endif
