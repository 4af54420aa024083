/* Inside of the catalog: how values of options and settings are read. */
#ifndef DDL2C_OPTION_H
#define DDL2C_OPTION_H

#include "catalog.h"

/* "least..most": either end may be empty, and all of it. */
bool option_in_range(int64_t number, const char *range);
/* False: not a number of the range "least..most" (either end may be empty). */
bool option_parse_int(const char *text, const char *range, int64_t *number);
/* *index: which of the values between '|'. Case and '-' against '_' do not matter. */
bool option_parse_enum(const char *text, const char *allowed, int64_t *index);
bool option_parse_bool(const char *text, int64_t *number);

/* Checks a value of one of the plain types; *number is what it says. */
bool option_read(struct arena *arena, enum option_type type, const char *allowed, const char *text,
    int64_t *number);
/* The default of an option that differs for this connector; "" if none does. */
const char *connector_default(enum connector connector, enum option_id id);
/* What the type takes, for messages: "one of 'a', 'b'", "a duration such as '10 s'". */
const char *option_expects(struct arena *arena, enum option_type type, const char *allowed);

#endif
