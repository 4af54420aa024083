/* JSON strings into text. */
#ifndef DDL2C_JSON_TEXT_H
#define DDL2C_JSON_TEXT_H

#include "../base/base.h"

/* Adds `value` in quotes, escaped; UTF-8 stays as it is. */
void json_add_string(struct text *out, const char *value, size_t size);

#endif
