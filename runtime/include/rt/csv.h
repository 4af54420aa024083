/* CSV as Flink's csv format reads and writes it (Jackson's dialect): one record, its columns in the
 * order of the table.
 *
 * The reader makes each field a text; a typed reader takes it. The first failure sticks, and
 * rt_csv_end reports it; with ignore_errors a field that is no value of its column is NULL instead.
 * Memory of fields with escapes is the arena's, no more than the record's size. */
#ifndef RT_CSV_H
#define RT_CSV_H

#include <rt/base.h>
#include <rt/decimal.h>
#include <rt/time.h>

struct rt_csv_format {
    char delimiter;
    char quote;                /* '\0': none */
    char escape;               /* '\0': none */
    bool comments;             /* lines that begin with # are none */
    bool ignore_errors;
    const char *elements;      /* between the elements of an ARRAY and the fields of a ROW */
    const char *null_literal;  /* NULL: no text is NULL */
};

struct rt_csv {
    const struct rt_csv_format *format;
    struct rt_arena *arena;
    const char *at, *end;
    bool more;                 /* a field follows */
    size_t number;             /* fields taken */
    struct rt_text field;      /* the last one */
    const char *column;        /* its column, for messages */
    bool failed;
    char message[256];
};

void rt_csv_open(struct rt_csv *csv, const struct rt_csv_format *format, struct rt_arena *arena,
    struct rt_bytes record);
/* Takes the next field. False: it is NULL (or there is none, which is a failure unless errors are
 * ignored). */
bool rt_csv_next(struct rt_csv *csv, const char *column);
/* Whether there was a failure, or fields are left. False: RT_DECODE. */
bool rt_csv_end(struct rt_csv *csv, struct rt_error *error);

/* The field as a value. False: it is none; a failure unless errors are ignored. */
bool rt_csv_bool(struct rt_csv *csv, bool *out);
bool rt_csv_i8(struct rt_csv *csv, int8_t *out);
bool rt_csv_i16(struct rt_csv *csv, int16_t *out);
bool rt_csv_i32(struct rt_csv *csv, int32_t *out);
bool rt_csv_i64(struct rt_csv *csv, int64_t *out);
bool rt_csv_f32(struct rt_csv *csv, float *out);
bool rt_csv_f64(struct rt_csv *csv, double *out);
/* A number that does not fit is NULL, as in Flink, and no failure. */
bool rt_csv_decimal(struct rt_csv *csv, int precision, int scale, rt_int128 *out);
bool rt_csv_text(struct rt_csv *csv, struct rt_text *out);
bool rt_csv_bytes(struct rt_csv *csv, struct rt_bytes *out); /* base64 */
bool rt_csv_date(struct rt_csv *csv, int32_t *out);
bool rt_csv_time(struct rt_csv *csv, int precision, int32_t *out);
bool rt_csv_timestamp(struct rt_csv *csv, int precision, struct rt_timestamp *out);
bool rt_csv_ltz(struct rt_csv *csv, int precision, struct rt_timestamp *out); /* ends with Z */

/* The elements of the field, of which an empty one has none; rt_csv_element takes the next, whose
 * text the typed readers take. False: there is none. */
void rt_csv_elements(struct rt_csv *csv, struct rt_csv *elements);
bool rt_csv_element(struct rt_csv *elements);
/* How many there are. */
size_t rt_csv_count(const struct rt_csv *elements);
/* There are more elements than a record may become (rt_items_fit). A failure, whatever is ignored:
 * false. */
bool rt_csv_too_much(struct rt_csv *csv);
/* A failure among the elements is one of the field. False: there was one. */
bool rt_csv_elements_end(struct rt_csv *csv, const struct rt_csv *elements);

/* ---- writing: a value appended behind the delimiter, which is the caller's ---- */

/* What was appended from `start` on is a text: quoted if it has to be. */
void rt_csv_quote(struct rt_buffer *out, const struct rt_csv_format *format, size_t start);
void rt_csv_write_null(struct rt_buffer *out, const struct rt_csv_format *format);
void rt_csv_write_decimal(struct rt_buffer *out, rt_int128 a, int scale); /* 1.50 is 1.5 */
void rt_csv_write_bytes(struct rt_buffer *out, struct rt_bytes a);
void rt_csv_write_time(struct rt_buffer *out, int32_t a);
void rt_csv_write_timestamp(struct rt_buffer *out, struct rt_timestamp a);
void rt_csv_write_ltz(struct rt_buffer *out, struct rt_timestamp a);

#endif
