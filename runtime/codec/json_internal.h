/* What json.c offers to json_value.c. */
#ifndef RT_CODEC_JSON_INTERNAL_H
#define RT_CODEC_JSON_INTERNAL_H

#include <rt/json.h>

/* Fails: "expected WHAT, got a string". */
bool json_expected(struct rt_json *json, const char *what);
/* json->at is at the value's first character. */
bool json_take_string(struct rt_json *json, struct rt_text *out);
bool json_take_number(struct rt_json *json, struct rt_text *out);
bool json_take_word(struct rt_json *json, const char *word);

#endif
