/* JSON: a pull reader over bytes, and a writer.
 *
 * The reader makes no tree: the caller asks for what the schema says and skips the rest. Strict RFC
 * 8259 (UTF-8 checked, no trailing commas), nesting at most RT_JSON_DEPTH. Numbers stay text until
 * a typed reader takes them, so no digit is lost. The first error sticks: every later call returns
 * false, and rt_json_end reports it with its place. Reading a row:
 *
 *     rt_json_open(&json, arena, line);
 *     if (rt_json_object(&json))
 *         while (rt_json_member(&json, &name)) {
 *             if (rt_equal_text(name, RT_TEXT("id"))) {
 *                 json.column = "id", json.expected = "INT";
 *                 if (rt_json_null(&json)) … else rt_json_i32(&json, &row->id);
 *             } else
 *                 rt_json_skip(&json);
 *         }
 *     return rt_json_end(&json, error);
 *
 * `column` and `expected` only serve messages: "column 'id': expected INT, got a string". */
#ifndef RT_JSON_H
#define RT_JSON_H

#include <rt/base.h>
#include <rt/time.h>

enum { RT_JSON_DEPTH = 256 };

enum rt_json_kind { RT_JSON_END, RT_JSON_NULL, RT_JSON_FALSE, RT_JSON_TRUE, RT_JSON_NUMBER,
    RT_JSON_STRING, RT_JSON_ARRAY, RT_JSON_OBJECT };

struct rt_json {
    const char *start, *at, *end;
    struct rt_arena *arena;   /* of strings with escapes and of bytes */
    const char *column;       /* for messages; NULL: none */
    const char *expected;     /* SQL type, for messages; NULL: from the call */
    int depth;
    bool first;               /* nothing read yet in the innermost object or array */
    bool failed;
    uint64_t is_array[RT_JSON_DEPTH / 64];
    char message[256];
};

/* The text must outlive the reader; `arena` too. */
void rt_json_open(struct rt_json *json, struct rt_arena *arena, struct rt_text text);
/* True if nothing failed and only blanks follow. Else fills error (RT_INPUT, RT_STOP). */
bool rt_json_end(struct rt_json *json, struct rt_error *error);
/* Records a failure in the caller's words at this place. False. */
bool rt_json_fail(struct rt_json *json, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What comes next, nothing consumed; RT_JSON_END at the end or after a failure. */
enum rt_json_kind rt_json_peek(struct rt_json *json);

/* ---- structure ---- */

/* Enter an object or array; false: something else is there (failed). */
bool rt_json_object(struct rt_json *json);
bool rt_json_array(struct rt_json *json);
/* The next member's name; its value must be read or skipped. False: the object is closed. */
bool rt_json_member(struct rt_json *json, struct rt_text *name);
/* True: an element follows. False: the array is closed. */
bool rt_json_element(struct rt_json *json);
bool rt_json_skip(struct rt_json *json);
/* The bytes of the next value, as they stand. */
bool rt_json_raw(struct rt_json *json, struct rt_text *out);

/* ---- values; false: wrong kind or out of range (failed) ---- */

/* Takes a null and returns true; else false, nothing consumed, not a failure. */
bool rt_json_null(struct rt_json *json);
bool rt_json_bool(struct rt_json *json, bool *out);
/* Integers: a number without fraction (1.0 and 1e2 are integers), or a string of one. */
bool rt_json_i8(struct rt_json *json, int8_t *out);
bool rt_json_i16(struct rt_json *json, int16_t *out);
bool rt_json_i32(struct rt_json *json, int32_t *out);
bool rt_json_i64(struct rt_json *json, int64_t *out);
/* A number, or the strings NaN, Infinity, -Infinity, or a string of a number. */
bool rt_json_f32(struct rt_json *json, float *out);
bool rt_json_f64(struct rt_json *json, double *out);
/* Number or string; more than s fraction digits (not zeros) or p digits fail. */
bool rt_json_decimal(struct rt_json *json, int p, int s, rt_int128 *out);
bool rt_json_text(struct rt_json *json, struct rt_text *out);
/* The digits of a number, as text. */
bool rt_json_number(struct rt_json *json, struct rt_text *out);
bool rt_json_bytes(struct rt_json *json, struct rt_bytes *out); /* base64 */
/* Strings; TIMESTAMP "2024-01-01 00:00:00.000" (T for the blank, a fraction of up to 9 digits),
 * TIMESTAMP_LTZ the same with Z or an offset (UTC without one). Digits beyond the precision are
 * cut. */
bool rt_json_date(struct rt_json *json, int32_t *out);
bool rt_json_time(struct rt_json *json, int precision, int32_t *out);
bool rt_json_timestamp(struct rt_json *json, int precision, struct rt_timestamp *out);
bool rt_json_ltz(struct rt_json *json, int precision, struct rt_timestamp *out);
/* Intervals: numbers (months, ms). */

/* ---- writing: plain appends; commas and braces are the caller's ---- */

void rt_json_write_null(struct rt_buffer *buffer);
void rt_json_write_bool(struct rt_buffer *buffer, bool a);
void rt_json_write_int(struct rt_buffer *buffer, int64_t a);
/* Shortest digits that read back; NaN and infinities as strings. */
void rt_json_write_f32(struct rt_buffer *buffer, float a);
void rt_json_write_f64(struct rt_buffer *buffer, double a);
void rt_json_write_decimal(struct rt_buffer *buffer, rt_int128 a, int scale); /* a number */
void rt_json_write_text(struct rt_buffer *buffer, struct rt_text a);          /* with quotes */
void rt_json_write_bytes(struct rt_buffer *buffer, struct rt_bytes a);        /* base64 */
void rt_json_write_date(struct rt_buffer *buffer, int32_t a);
void rt_json_write_time(struct rt_buffer *buffer, int32_t a, int precision);
void rt_json_write_timestamp(struct rt_buffer *buffer, struct rt_timestamp a, int precision);
void rt_json_write_ltz(struct rt_buffer *buffer, struct rt_timestamp a, int precision); /* …Z */

#endif
