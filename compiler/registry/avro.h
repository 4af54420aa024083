/* Inside of the Avro reader. */
#ifndef DDL2C_AVRO_H
#define DDL2C_AVRO_H

#include "schema.h"

#include <jansson.h>

/* "namespace.name" of a record, enum or fixed. */
const char *avro_full_name(struct arena *arena, const struct avro_schema *schema);
/* What tells it from the other branches of a union: full name, or name of the type. */
const char *avro_branch_name(struct arena *arena, const struct avro_schema *schema);
/* Whether a default is a value of the schema: of any branch for a union. */
bool avro_default_fits(const struct avro_schema *schema, const json_t *value);
/* Sets `recursive` in the records that contain themselves. */
void avro_mark_recursive(struct arena *arena, struct avro_schema **records, size_t count);

#endif
