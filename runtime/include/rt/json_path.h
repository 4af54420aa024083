/* SQL/JSON: JSON_VALUE, JSON_QUERY, JSON_EXISTS, IS JSON, JSON_OBJECT, JSON_ARRAY, JSON_QUOTE …
 *
 * A path is Jayway's: $ .name ['name'] [0] [-1] [1:3] [*] .* .. and length(), behind `lax` or
 * `strict`; without either it acts strict. JSON text is written with sorted members and no blanks,
 * numbers as java.math.BigDecimal has them. (conformance: json.slt) */
#ifndef RT_JSON_PATH_H
#define RT_JSON_PATH_H

#include <rt/collection.h>
#include <rt/json.h>

/* The numbers that the compiler passes. */
enum rt_json_on { RT_JSON_ON_NULL, RT_JSON_ON_ERROR, RT_JSON_ON_DEFAULT, RT_JSON_ON_EMPTY_ARRAY,
    RT_JSON_ON_EMPTY_OBJECT, RT_JSON_ON_TRUE, RT_JSON_ON_FALSE };
enum rt_json_wrapper { RT_JSON_NO_WRAPPER, RT_JSON_WRAPPER, RT_JSON_CONDITIONAL_WRAPPER };
enum rt_json_type { RT_JSON_IS_VALUE, RT_JSON_IS_SCALAR, RT_JSON_IS_ARRAY, RT_JSON_IS_OBJECT };

bool rt_is_json(struct rt_arena *arena, struct rt_text a, int32_t type);
bool rt_json_exists(struct rt_arena *arena, struct rt_text a, struct rt_text path,
    int32_t on_error, bool *out, bool *is_null, struct rt_error *error);
/* A default without data is NULL. */
bool rt_json_value(struct rt_arena *arena, struct rt_text a, struct rt_text path,
    int32_t on_empty, struct rt_text empty, int32_t on_error, struct rt_text failed,
    struct rt_text *out, bool *is_null, struct rt_error *error);
bool rt_json_query(struct rt_arena *arena, struct rt_text a, struct rt_text path,
    int32_t wrapper, int32_t on_empty, int32_t on_error, struct rt_text *out, bool *is_null,
    struct rt_error *error);
/* RETURNING ARRAY<STRING>. */
bool rt_json_query_array(struct rt_arena *arena, struct rt_text a, struct rt_text path,
    int32_t wrapper, int32_t on_empty, int32_t on_error, struct rt_array *out, bool *is_null,
    struct rt_error *error);

/* ---- making JSON; parts are JSON texts ---- */

/* JSON(a): checked, and written anew. */
bool rt_json_parse(struct rt_arena *arena, struct rt_text a, struct rt_text *out,
    struct rt_error *error);
struct rt_text rt_json_string(struct rt_text json);
/* Keys (quoted) and values in turn, keys sorted and distinct. `absent`: members that are NULL are
 * left out. */
struct rt_text rt_json_object_of(struct rt_arena *arena, bool absent, const struct rt_text *parts,
    const bool *nulls, size_t count);
struct rt_text rt_json_array_of(struct rt_arena *arena, bool absent, const struct rt_text *parts,
    const bool *nulls, size_t count);
/* The object as it is. False (RT_EXPRESSION): two members have the same name. */
bool rt_json_object_checked(struct rt_arena *arena, struct rt_text object, struct rt_text *out,
    struct rt_error *error);
struct rt_text rt_json_quote(struct rt_arena *arena, struct rt_text a);
struct rt_text rt_json_unquote(struct rt_arena *arena, struct rt_text a);

/* Appends a value as JSON_STRING has it. */
void rt_json_put_bool(struct rt_buffer *out, bool a);
void rt_json_put_int(struct rt_buffer *out, int64_t a);
void rt_json_put_f32(struct rt_buffer *out, float a);
void rt_json_put_f64(struct rt_buffer *out, double a);
void rt_json_put_decimal(struct rt_buffer *out, rt_int128 a, int scale);
void rt_json_put_text(struct rt_buffer *out, struct rt_text a);
void rt_json_put_bytes(struct rt_buffer *out, struct rt_bytes a);
void rt_json_put_timestamp(struct rt_buffer *out, struct rt_timestamp a);
void rt_json_put_ltz(struct rt_buffer *out, struct rt_timestamp a);
/* The order in which the keys of a map are written: the number of the key at place `at`. */
size_t rt_json_key_at(const struct rt_text *keys, size_t count, size_t at);

#endif
