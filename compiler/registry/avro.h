/* Inside of Avro: the runtime's reader for the compiler. */
#ifndef DDL2C_AVRO_H
#define DDL2C_AVRO_H

#include "schema.h"

#include <jansson.h>

/* "namespace.name" of a record, enum or fixed. */
const char *avro_full_name(struct arena *arena, const struct avro_schema *schema);
/* What tells it from the other branches of a union: full name, or name of the type. */
const char *avro_branch_name(struct arena *arena, const struct avro_schema *schema);

#endif
