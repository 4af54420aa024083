/* Between the row lines' files. */
#ifndef DDL2C_CODEC_LINE_H
#define DDL2C_CODEC_LINE_H

#include "emit_internal.h"

/* Key and value types of a MAP; of a MULTISET: the element and INT NOT NULL. */
const struct type *line_map_key(const struct type *type);
const struct type *line_map_value(struct emitter *e, const struct type *type);
/* Name of the function that does `verb` for a composite type; *is_new: it must be made now. */
const char *line_function(struct emitter *e, const char *verb, const struct type *type,
    bool *is_new);

#endif
