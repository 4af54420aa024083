/* REGEXP, REGEXP_…, STR_TO_MAP. */
#include "regexp.h"

#include <rt/regexp.h>
#include <rt/string.h>

bool rt_regexp(struct rt_text a, struct rt_text pattern, bool *out, struct rt_error *error)
{
    struct regexp *regexp;
    int found;

    *out = false;
    if (pattern.size == 0)
        return true;
    regexp = regexp_find(pattern);
    found = regexp->code ? regexp_match(regexp, a, 0, error) : 0;
    *out = found > 0;
    return found >= 0;
}

bool rt_regexp_extract(struct rt_text a, struct rt_text pattern, struct rt_text *out,
    bool *is_null, struct rt_error *error)
{
    return rt_regexp_extract_group(a, pattern, 0, out, is_null, error);
}

bool rt_regexp_extract_group(struct rt_text a, struct rt_text pattern, int32_t group,
    struct rt_text *out, bool *is_null, struct rt_error *error)
{
    struct regexp *regexp = regexp_find(pattern);
    const size_t *at;
    int found;

    *is_null = true;
    if (!regexp->code || group < 0 || (uint32_t)group > regexp->groups)
        return true;
    found = regexp_match(regexp, a, 0, error);
    if (found <= 0)
        return found == 0;
    at = regexp_offsets(regexp) + 2 * group;
    if (at[0] != PCRE2_UNSET) {
        *out = (struct rt_text){a.data + at[0], at[1] - at[0]};
        *is_null = false;
    }
    return true;
}

bool rt_regexp_extract_all(struct rt_arena *arena, struct rt_text a, struct rt_text pattern,
    struct rt_array *out, bool *is_null, struct rt_error *error)
{
    return rt_regexp_extract_all_group(arena, a, pattern, 1, out, is_null, error);
}

bool rt_regexp_extract_all_group(struct rt_arena *arena, struct rt_text a,
    struct rt_text pattern, int32_t group, struct rt_array *out, bool *is_null,
    struct rt_error *error)
{
    struct regexp *regexp = regexp_find(pattern);
    struct rt_text *parts = NULL;
    bool *nulls = NULL;
    size_t count = 0, room = 0;

    *is_null = !regexp->code || group < 0 || (uint32_t)group > regexp->groups;
    for (size_t from = 0; !*is_null && from != SIZE_MAX; from = regexp_next(regexp, a)) {
        int found = regexp_match(regexp, a, from, error);
        const size_t *at = regexp_offsets(regexp) + 2 * group;
        bool unset;

        if (found < 0)
            return false;
        if (found == 0)
            break;
        if (count == room) {
            struct rt_text *old = parts;
            bool *old_nulls = nulls;

            room = room ? 2 * room : 8;
            parts = rt_arena_alloc(arena, room * sizeof *parts);
            nulls = rt_arena_alloc(arena, room);
            if (count) {
                memcpy(parts, old, count * sizeof *parts);
                memcpy(nulls, old_nulls, count);
            }
        }
        unset = at[0] == PCRE2_UNSET;
        parts[count] = unset ? RT_TEXT("") : (struct rt_text){a.data + at[0], at[1] - at[0]};
        nulls[count++] = unset;
    }
    *out = (struct rt_array){count, parts, nulls};
    return true;
}

bool rt_regexp_replace(struct rt_arena *arena, struct rt_text a, struct rt_text pattern,
    struct rt_text with, struct rt_text *out, bool *is_null, struct rt_error *error)
{
    struct regexp *regexp = regexp_find(pattern);
    struct rt_buffer text = {0};
    size_t copied = 0;
    bool ok = true;

    *is_null = !regexp->code;
    for (size_t from = 0; !*is_null && from != SIZE_MAX; from = regexp_next(regexp, a)) {
        int found = regexp_match(regexp, a, from, error);
        const size_t *at = regexp_offsets(regexp);

        ok = found >= 0;
        if (found <= 0)
            break;
        rt_buffer_add(&text, a.data + copied, at[0] - copied);
        rt_buffer_add(&text, with.data, with.size);
        copied = at[1];
    }
    if (copied == 0 && text.size == 0) {
        *out = a;
    } else {
        rt_buffer_add(&text, a.data + copied, a.size - copied);
        *out = text_in(arena, (const char *)text.data, text.size);
    }
    rt_buffer_release(&text);
    return ok;
}

bool rt_regexp_count(struct rt_text a, struct rt_text pattern, int32_t *out, bool *is_null,
    struct rt_error *error)
{
    struct regexp *regexp = regexp_find(pattern);

    *out = 0;
    *is_null = !regexp->code;
    for (size_t from = 0; !*is_null && from != SIZE_MAX; from = regexp_next(regexp, a)) {
        int found = regexp_match(regexp, a, from, error);

        if (found <= 0)
            return found == 0;
        ++*out;
    }
    return true;
}

bool rt_regexp_instr(struct rt_text a, struct rt_text pattern, int32_t *out, bool *is_null,
    struct rt_error *error)
{
    struct regexp *regexp = regexp_find(pattern);
    int found;

    *out = 0;
    *is_null = !regexp->code;
    if (*is_null)
        return true;
    found = regexp_match(regexp, a, 0, error);
    if (found > 0)
        *out = (int32_t)rt_utf8_length((struct rt_text){a.data, regexp_offsets(regexp)[0]}) + 1;
    return found >= 0;
}

/* ---- STR_TO_MAP ---- */

/* java.lang.String.hashCode, spread as HashMap does. */
static uint32_t java_hash(struct rt_text text)
{
    uint32_t hash = 0;

    for (size_t i = 0, step; i < text.size; i += step) {
        uint32_t c = rt_utf8_decode(text.data + i, text.size - i, &step);

        if (c >= 0x10000) {
            hash = hash * 31 + (0xD7C0 + (c >> 10));
            c = 0xDC00 + (c & 0x3FF);
        }
        hash = hash * 31 + c;
    }
    return hash ^ hash >> 16;
}

struct entries {
    struct rt_text *keys, *values;
    bool *null;
    size_t count;
};

static void put(struct entries *map, struct rt_text key, struct rt_text value, bool is_null)
{
    size_t i = 0;

    while (i < map->count && !rt_equal_text(map->keys[i], key))
        i++;
    map->count += i == map->count;
    map->keys[i] = key;
    map->values[i] = value;
    map->null[i] = is_null;
}

/* In the order of the buckets of a table that has grown with its entries. */
static struct rt_map in_java_order(struct rt_arena *arena, const struct entries *map)
{
    struct entries sorted = {rt_arena_alloc(arena, map->count * sizeof *sorted.keys),
        rt_arena_alloc(arena, map->count * sizeof *sorted.values),
        rt_arena_alloc(arena, map->count), 0};
    uint32_t *buckets = rt_arena_alloc(arena, map->count * sizeof *buckets);
    size_t size = 16;

    while (map->count > size / 4 * 3)
        size *= 2;
    for (size_t i = 0; i < map->count; i++) {
        uint32_t bucket = java_hash(map->keys[i]) & (uint32_t)(size - 1);
        size_t at = sorted.count++;

        for (; at > 0 && buckets[at - 1] > bucket; at--) {
            buckets[at] = buckets[at - 1];
            sorted.keys[at] = sorted.keys[at - 1];
            sorted.values[at] = sorted.values[at - 1];
            sorted.null[at] = sorted.null[at - 1];
        }
        buckets[at] = bucket;
        sorted.keys[at] = map->keys[i];
        sorted.values[at] = map->values[i];
        sorted.null[at] = map->null[i];
    }
    return (struct rt_map){sorted.count, sorted.keys, sorted.values, sorted.null, NULL};
}

/* Parts of `a` as String.split makes them: a match of width 0 at the start parts nothing, empty
 * parts at the end are dropped. False: failed. */
static bool split(struct rt_arena *arena, struct rt_text a, struct regexp *regexp,
    struct rt_text **parts, size_t *count, struct rt_error *error)
{
    size_t begin = 0, last = 0;

    *parts = rt_arena_alloc(arena, (a.size + 2) * sizeof **parts);
    *count = 0;
    for (size_t from = 0; from != SIZE_MAX; from = regexp_next(regexp, a)) {
        int found = regexp_match(regexp, a, from, error);
        const size_t *at = regexp_offsets(regexp);

        if (found < 0)
            return false;
        if (found == 0)
            break;
        if (at[1] == 0)
            continue;
        (*parts)[(*count)++] = (struct rt_text){a.data + begin, at[0] - begin};
        begin = at[1];
    }
    (*parts)[(*count)++] = (struct rt_text){a.data + begin, a.size - begin};
    for (size_t i = 0; i < *count; i++)
        if ((*parts)[i].size > 0)
            last = i + 1;
    *count = last;
    return true;
}

bool rt_str_to_map(struct rt_arena *arena, struct rt_text a, struct rt_map *out, bool *is_null,
    struct rt_error *error)
{
    return rt_str_to_map_by(arena, a, RT_TEXT(","), RT_TEXT("="), out, is_null, error);
}

bool rt_str_to_map_by(struct rt_arena *arena, struct rt_text a, struct rt_text by,
    struct rt_text keys_by, struct rt_map *out, bool *is_null, struct rt_error *error)
{
    struct regexp *regexp = regexp_find(by);
    struct rt_text *parts;
    struct entries map = {0};
    size_t count = 0;

    *is_null = !regexp->code;
    *out = (struct rt_map){0};
    if (*is_null || a.size == 0)
        return true;
    if (!split(arena, a, regexp, &parts, &count, error))
        return false;
    regexp = regexp_find(keys_by);
    *is_null = !regexp->code;
    if (*is_null)
        return true;
    map.keys = rt_arena_alloc(arena, count * sizeof *map.keys);
    map.values = rt_arena_alloc(arena, count * sizeof *map.values);
    map.null = rt_arena_alloc(arena, count);
    for (size_t i = 0; i < count; i++) {
        struct rt_text part = parts[i];
        int found = regexp_match(regexp, part, 0, error);
        const size_t *at = regexp_offsets(regexp);

        if (found < 0)
            return false;
        if (found == 0 || at[1] == 0)
            put(&map, part, RT_TEXT(""), true);
        else
            put(&map, (struct rt_text){part.data, at[0]},
                (struct rt_text){part.data + at[1], part.size - at[1]}, false);
    }
    *out = in_java_order(arena, &map);
    return true;
}
