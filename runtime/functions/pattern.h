/* Date and time patterns: java.time.format.DateTimeFormatter (DATE_FORMAT, TO_TIMESTAMP), and, as
 * "legacy", java.text.SimpleDateFormat (TO_DATE, UNIX_TIMESTAMP, FROM_UNIXTIME, CONVERT_TZ). US
 * English names. */
#ifndef RT_FUNCTIONS_PATTERN_H
#define RT_FUNCTIONS_PATTERN_H

#include <rt/time.h>

/* A pattern item: a run of one letter, or literal text. */
struct pattern_item {
    char letter; /* '\0': literal */
    int count;
    struct rt_text literal;
};

/* The next item of *rest; false at the end, and (*bad) where the pattern is malformed. Brackets
 * come as letters. */
bool pattern_next(struct rt_text *rest, struct pattern_item *item, bool *bad);
bool pattern_valid(struct rt_text format);

extern const char *const pattern_months[12], *const pattern_days[7]; /* full; Monday first */

/* False: the text does not fit (or the pattern is malformed). Missing fields are those of
 * 1970-01-01 00:00:00. */
bool pattern_parse(struct rt_text text, struct rt_text format, struct rt_timestamp *out);
/* Lenient: fields may overflow, text may follow. */
bool pattern_parse_legacy(struct rt_text text, struct rt_text format, int64_t *local_ms);

/* False: malformed, or a letter that wants a zone. */
bool pattern_format(struct rt_arena *arena, struct rt_timestamp local, struct rt_text format,
    struct rt_text *out);
bool pattern_format_legacy(struct rt_arena *arena, struct rt_timestamp local,
    struct rt_text format, struct rt_text *out);

#endif
