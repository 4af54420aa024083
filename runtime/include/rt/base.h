/* Values, memory and errors: what every generated line and every runtime file builds on. */
#ifndef RT_BASE_H
#define RT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- values: how each SQL type stands in memory ----
 *
 * BOOLEAN bool; TINYINT … BIGINT int8_t … int64_t; FLOAT float; DOUBLE double;
 * DECIMAL(p, s) the unscaled number: int64_t for p <= 18, else rt_int128;
 * CHAR, VARCHAR, STRING struct rt_text; BINARY, VARBINARY, BYTES struct rt_bytes;
 * DATE int32_t days since 1970-01-01; TIME(p) int32_t milliseconds of the day;
 * TIMESTAMP(p), TIMESTAMP_LTZ(p) in a row: int64_t ms for p <= 3, int64_t us for p <= 6, else
 * struct rt_timestamp; in an expression always struct rt_timestamp;
 * INTERVAL YEAR TO MONTH int32_t months; INTERVAL DAY TO SECOND int64_t ms;
 * ARRAY, MAP, ROW generated structs in the batch arena.
 * NULL is a bit (rows) or a bool (expressions) beside the value; the value is then unspecified. */

/* UTF-8, not NUL-terminated. A view: the bytes belong to the message, the batch arena or a
 * literal. */
struct rt_text {
    const char *data;
    size_t size;
};

struct rt_bytes {
    const uint8_t *data;
    size_t size;
};

__extension__ typedef __int128 rt_int128;

/* Milliseconds since the epoch (of UTC, or of the local wall clock for TIMESTAMP), floored, and the
 * nanoseconds within that millisecond, 0..999999. */
struct rt_timestamp {
    int64_t ms;
    int32_t nanos;
};

#define RT_TEXT(literal) ((struct rt_text){(literal), sizeof(literal) - 1})

/* ---- row kinds; the numbers are those of the `op` header ---- */

enum rt_op { RT_INSERT = 0, RT_UPDATE_BEFORE = 1, RT_UPDATE_AFTER = 2, RT_DELETE = 3 };

/* ---- NULL bits ---- */

static inline bool rt_null_get(const uint64_t *nulls, size_t column)
{
    return nulls[column / 64] >> column % 64 & 1;
}

static inline void rt_null_set(uint64_t *nulls, size_t column, bool is_null)
{
    uint64_t bit = UINT64_C(1) << column % 64;

    nulls[column / 64] = is_null ? nulls[column / 64] | bit : nulls[column / 64] & ~bit;
}

/* ---- errors ---- */

enum rt_code {
    RT_OK = 0,
    RT_DECODE,      /* a record's bytes do not fit its schema */
    RT_ENCODE,      /* a row cannot be written in the sink's format */
    RT_EXPRESSION,  /* division by zero, failed CAST … */
    RT_NOT_NULL,    /* NULL for a NOT NULL column */
    RT_INPUT,       /* a row line or file is malformed */
    RT_BROKER,      /* the log failed */
    RT_FENCED,      /* another instance took over */
    RT_REGISTRY,    /* the registry failed */
    RT_STORAGE,     /* disk full, corrupt file */
    RT_STATE,       /* stored state does not fit this pipeline */
    RT_CONFIG,      /* flags, options */
    RT_MEMORY,
    RT_CANCELLED,
    RT_ABORTED,     /* the transaction is lost: repeat the work since the last commit */
};

enum rt_action {
    RT_STOP,  /* the pipeline ends */
    RT_RETRY, /* the same call may succeed later */
    RT_SKIP,  /* this record alone is at fault */
};

/* Filled by the function that returns false; callers may put context in front (rt_error_context).
 * Fixed size, so that reporting needs no memory. */
struct rt_error {
    enum rt_code code;
    enum rt_action action;
    char message[1024];
};

/* Sets the error and returns false, for `return rt_fail(error, …)`. `error` must not be NULL. */
bool rt_fail(struct rt_error *error, enum rt_code code, enum rt_action action, const char *format,
    ...) __attribute__((format(printf, 4, 5)));
/* Puts "context: " before the message; cuts at the end if too long. Returns false. */
bool rt_error_context(struct rt_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "500", "500 ms", "2 seconds": Flink's durations, in milliseconds, of which it is a whole number.
 * False: not one, or too great. */
bool rt_duration_ms(const char *text, int64_t *ms);

/* ---- batch arena: everything that lives until the batch is done ---- */

struct rt_arena {
    char *next, *end;         /* The free rest of the current block. */
    struct rt_block *blocks;  /* Current first. */
    size_t used;              /* Bytes handed out since the last reset. */
    size_t limit;             /* Of `used`, for a record's arrays and maps; 0: none. */
};

/* What a record may become besides twice its size: text and numbers take no more than that, but an
 * item of an array is a byte in some records and a row of many columns in memory. */
enum { RT_RECORD_MEMORY = 64 << 20 };

void rt_arena_init(struct rt_arena *arena);
void rt_arena_release(struct rt_arena *arena);
/* Keeps one block of ordinary size, frees the others. */
void rt_arena_reset(struct rt_arena *arena);
/* The slow path of rt_arena_alloc. Never NULL: out of memory prints a line and aborts. */
void *rt_arena_more(struct rt_arena *arena, size_t size);

/* Aligned to 16 bytes, not zeroed. `size` up to SIZE_MAX / 4. */
static inline void *rt_arena_alloc(struct rt_arena *arena, size_t size)
{
    size_t rounded = (size + 15 + !size) & ~(size_t)15; /* Nothing is 16 bytes too. */
    char *at = arena->next;

    if (rounded > (size_t)(arena->end - at))
        return rt_arena_more(arena, rounded);
    arena->next = at + rounded;
    arena->used += rounded;
    return at;
}

/* A record of so many bytes is decoded next: its arrays and maps are refused beyond what a record
 * may become (rt_items_fit). */
static inline void rt_arena_allow(struct rt_arena *arena, size_t size)
{
    arena->limit = arena->used + 2 * size + RT_RECORD_MEMORY;
}

struct rt_text rt_text_copy(struct rt_arena *arena, struct rt_text text);
struct rt_bytes rt_bytes_copy(struct rt_arena *arena, struct rt_bytes bytes);

/* memcmp's sign; a prefix is less. */
static inline int rt_bytes_compare(struct rt_bytes a, struct rt_bytes b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? __builtin_memcmp(a.data, b.data, size) : 0;

    return order ? order : (a.size > b.size) - (a.size < b.size);
}

/* ---- growable byte buffer on the heap; zeroed is empty; reused from record to record ---- */

struct rt_buffer {
    uint8_t *data;
    size_t size, capacity;
};

void rt_buffer_release(struct rt_buffer *buffer);
/* The slow path of rt_buffer_reserve. */
void rt_buffer_grow(struct rt_buffer *buffer, size_t more);

/* Room for `more` bytes behind `size`; write there, then add to `size`. */
static inline uint8_t *rt_buffer_reserve(struct rt_buffer *buffer, size_t more)
{
    if (buffer->capacity - buffer->size < more)
        rt_buffer_grow(buffer, more);
    return buffer->data + buffer->size;
}

void rt_buffer_add(struct rt_buffer *buffer, const void *data, size_t size);
void rt_buffer_add_text(struct rt_buffer *buffer, const char *text); /* NUL-terminated */
void rt_buffer_printf(struct rt_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
