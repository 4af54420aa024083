/* Regular expressions: Java's syntax, matched by PCRE2.
 *
 * A pattern is compiled once a thread and kept while it is in use (a small cache by its text).
 * Positions count code points. A pattern that Java would refuse is no error: the result is FALSE or
 * NULL, as in Flink. A match that takes too many steps fails the job. Differences from Java:
 * classes with && and nested negated classes count as refused. (conformance: regexp.slt, like.slt,
 * split_url.slt) */
#ifndef RT_REGEXP_H
#define RT_REGEXP_H

#include <rt/collection.h>

bool rt_regexp(struct rt_text a, struct rt_text pattern, bool *out, struct rt_error *error);
/* Of the first match, group 0 or another one. */
bool rt_regexp_extract(struct rt_text a, struct rt_text pattern, struct rt_text *out,
    bool *is_null, struct rt_error *error);
bool rt_regexp_extract_group(struct rt_text a, struct rt_text pattern, int32_t group,
    struct rt_text *out, bool *is_null, struct rt_error *error);
/* Of all matches; group 1 unless one is given. */
bool rt_regexp_extract_all(struct rt_arena *arena, struct rt_text a, struct rt_text pattern,
    struct rt_array *out, bool *is_null, struct rt_error *error);
bool rt_regexp_extract_all_group(struct rt_arena *arena, struct rt_text a,
    struct rt_text pattern, int32_t group, struct rt_array *out, bool *is_null,
    struct rt_error *error);
/* The replacement is literal: $1 is no group. */
bool rt_regexp_replace(struct rt_arena *arena, struct rt_text a, struct rt_text pattern,
    struct rt_text with, struct rt_text *out, bool *is_null, struct rt_error *error);
bool rt_regexp_count(struct rt_text a, struct rt_text pattern, int32_t *out, bool *is_null,
    struct rt_error *error);
bool rt_regexp_instr(struct rt_text a, struct rt_text pattern, int32_t *out, bool *is_null,
    struct rt_error *error);

/* SIMILAR TO: the whole text. A malformed pattern fails the job. */
bool rt_similar(struct rt_text a, struct rt_text pattern, bool *out, struct rt_error *error);
bool rt_similar_escape(struct rt_text a, struct rt_text pattern, struct rt_text escape, bool *out,
    struct rt_error *error);

/* STR_TO_MAP: entries in the order of a java.util.HashMap, the last of equal keys wins. The
 * separators are patterns: "," and "=" unless given. */
bool rt_str_to_map(struct rt_arena *arena, struct rt_text a, struct rt_map *out, bool *is_null,
    struct rt_error *error);
bool rt_str_to_map_by(struct rt_arena *arena, struct rt_text a, struct rt_text entries,
    struct rt_text keys, struct rt_map *out, bool *is_null, struct rt_error *error);

#endif
