/* PRINTF: java.util.Formatter over values of any type; PARSE_URL. */
#ifndef RT_FORMAT_H
#define RT_FORMAT_H

#include <rt/base.h>
#include <rt/time.h>

enum rt_any_kind { RT_ANY_NULL, RT_ANY_BOOL, RT_ANY_INTEGER, RT_ANY_F32, RT_ANY_F64,
    RT_ANY_DECIMAL, RT_ANY_TEXT, RT_ANY_BYTES, RT_ANY_TIMESTAMP };

struct rt_any {
    enum rt_any_kind kind;
    int size;          /* INTEGER: bytes; DECIMAL: scale */
    int64_t integer;   /* also BOOL */
    double real;
    rt_int128 decimal;
    struct rt_text text;
    struct rt_timestamp time;
};

static inline struct rt_any rt_any_null(void)
{
    return (struct rt_any){.kind = RT_ANY_NULL};
}

static inline struct rt_any rt_any_bool(bool a)
{
    return (struct rt_any){.kind = RT_ANY_BOOL, .integer = a};
}

static inline struct rt_any rt_any_i64(int64_t a, int size)
{
    return (struct rt_any){.kind = RT_ANY_INTEGER, .integer = a, .size = size};
}

static inline struct rt_any rt_any_f32(float a)
{
    return (struct rt_any){.kind = RT_ANY_F32, .real = (double)a};
}

static inline struct rt_any rt_any_f64(double a)
{
    return (struct rt_any){.kind = RT_ANY_F64, .real = a};
}

static inline struct rt_any rt_any_decimal(rt_int128 a, int scale)
{
    return (struct rt_any){.kind = RT_ANY_DECIMAL, .decimal = a, .size = scale};
}

static inline struct rt_any rt_any_text(struct rt_text a)
{
    return (struct rt_any){.kind = RT_ANY_TEXT, .text = a};
}

static inline struct rt_any rt_any_bytes(struct rt_bytes a)
{
    return (struct rt_any){.kind = RT_ANY_BYTES, .text = {(const char *)a.data, a.size}};
}

static inline struct rt_any rt_any_timestamp(struct rt_timestamp a)
{
    return (struct rt_any){.kind = RT_ANY_TIMESTAMP, .time = a};
}

static inline struct rt_any rt_any_ltz(struct rt_timestamp a)
{
    return rt_any_timestamp(a);
}

/* As Flink hands them to Java: days, and milliseconds of the day. */
static inline struct rt_any rt_any_date(int32_t a)
{
    return rt_any_i64(a, 4);
}

static inline struct rt_any rt_any_time(int32_t a)
{
    return rt_any_i64(a, 4);
}

static inline struct rt_any rt_any_months(int32_t a)
{
    return rt_any_i64(a, 4);
}

static inline struct rt_any rt_any_millis(int64_t a)
{
    return rt_any_i64(a, 8);
}

/* False (NULL): a malformed format, a missing argument, one of another type than the conversion
 * takes. Conversions: s S b B d o x X c C e E f g G n %, with flags, width and precision. */
bool rt_printf(struct rt_arena *arena, struct rt_text format, const struct rt_any *items,
    size_t count, struct rt_text *out);

/* HOST PATH QUERY REF PROTOCOL FILE AUTHORITY USERINFO of a URL that java.net.URL takes; false
 * (NULL): it does not, or has no such part. `key`: a parameter of QUERY. */
bool rt_parse_url(struct rt_arena *arena, struct rt_text url, struct rt_text part,
    struct rt_text *out);
bool rt_parse_url_key(struct rt_arena *arena, struct rt_text url, struct rt_text part,
    struct rt_text key, struct rt_text *out);

#endif
