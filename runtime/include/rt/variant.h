/* VARIANT: a JSON value that is not looked into before it is read. Held as JSON text in one form
 * (functions/variant.c), so that equal values have equal bytes. Flink 2.3: PARSE_JSON,
 * TRY_PARSE_JSON, variant['member'], variant[index]. */
#ifndef RT_VARIANT_H
#define RT_VARIANT_H

#include <rt/json.h>

/* False: it is no JSON, or (without `twins`) a key is twice in an object. */
bool rt_variant_parse(struct rt_arena *arena, struct rt_text a, struct rt_text *out,
    struct rt_error *error);
bool rt_variant_parse_twins(struct rt_arena *arena, struct rt_text a, bool twins,
    struct rt_text *out, struct rt_error *error);
/* The same; false is NULL. */
bool rt_variant_try_parse(struct rt_arena *arena, struct rt_text a, struct rt_text *out);
bool rt_variant_try_parse_twins(struct rt_arena *arena, struct rt_text a, bool twins,
    struct rt_text *out);
/* NULL if there is none; false if the value is no object or no array. The first element is 1. */
bool rt_variant_member(struct rt_arena *arena, struct rt_text a, struct rt_text name,
    struct rt_text *out, bool *is_null, struct rt_error *error);
bool rt_variant_element(struct rt_arena *arena, struct rt_text a, int32_t index,
    struct rt_text *out, bool *is_null, struct rt_error *error);
/* The next value of a row line, whatever it is. */
bool rt_json_variant(struct rt_json *json, struct rt_text *out);
/* Appends the text as it is. */
static inline void rt_variant_write(struct rt_buffer *out, struct rt_text a)
{
    rt_buffer_add(out, a.data, a.size);
}

#endif
