/* BITMAP: a set of 32-bit numbers, in the portable form of the Roaring format, of which equal sets
 * have equal bytes (functions/bitmap.c). Numbers are ordered as if they had no sign. Flink 2.3:
 * BITMAP_BUILD, BITMAP_AND …, and the aggregate functions BITMAP_BUILD_AGG …
 *
 * Any bytes may be passed: what is no bitmap counts as its numbers up to the fault. */
#ifndef RT_BITMAP_H
#define RT_BITMAP_H

#include <rt/collection.h>
#include <rt/json.h>
#include <rt/pack.h>

/* ---- functions ---- */

struct rt_bytes rt_bitmap_build(struct rt_arena *arena, struct rt_array numbers); /* of INT */
/* Bytes behind the bitmap are not looked at; numbers out of order are refused. */
bool rt_bitmap_from_bytes(struct rt_arena *arena, struct rt_bytes bytes, struct rt_bytes *out,
    struct rt_error *error);
struct rt_bytes rt_bitmap_to_bytes(struct rt_bytes a);
bool rt_bitmap_to_array(struct rt_arena *arena, struct rt_bytes a, struct rt_array *out,
    struct rt_error *error);
struct rt_text rt_bitmap_to_string(struct rt_arena *arena, struct rt_bytes a);
int64_t rt_bitmap_cardinality(struct rt_bytes a);
struct rt_bytes rt_bitmap_and(struct rt_arena *arena, struct rt_bytes a, struct rt_bytes b);
struct rt_bytes rt_bitmap_or(struct rt_arena *arena, struct rt_bytes a, struct rt_bytes b);
struct rt_bytes rt_bitmap_xor(struct rt_arena *arena, struct rt_bytes a, struct rt_bytes b);
struct rt_bytes rt_bitmap_andnot(struct rt_arena *arena, struct rt_bytes a, struct rt_bytes b);

/* {1,2,9}; a long one is cut off as in Java: {1,2,...} */
void rt_print_bitmap(struct rt_buffer *out, struct rt_bytes a);
/* Row lines: base64 of the bytes. */
bool rt_json_bitmap(struct rt_json *json, struct rt_bytes *out);

/* ---- its numbers, ascending ---- */

enum { RT_BITMAP_WORDS = 1024 }; /* The numbers of one container as bits. */

enum rt_bitmap_form { RT_BITMAP_SORTED, RT_BITMAP_BITS, RT_BITMAP_RUNS };

struct rt_bitmap_reader {
    const uint8_t *start, *at, *end;
    const uint8_t *heads, *runs; /* runs: a bit a container; NULL: none has runs */
    uint32_t containers, next;
};

/* Numbers that have the upper half in common. */
struct rt_bitmap_part {
    uint16_t key;           /* that half */
    enum rt_bitmap_form form;
    uint32_t count;         /* numbers in it, at least one */
    uint32_t items;         /* numbers or runs stored */
    const uint8_t *data;
};

struct rt_bitmap_reader rt_bitmap_read(struct rt_bytes a);
/* False: no more, or bytes that are no bitmap. */
bool rt_bitmap_next(struct rt_bitmap_reader *reader, struct rt_bitmap_part *part);
/* Adds the lower halves to bits. */
void rt_bitmap_expand(const struct rt_bitmap_part *part, uint64_t words[RT_BITMAP_WORDS]);
/* Calls `each` with every number, ascending, until it gives false. */
void rt_bitmap_visit(struct rt_bytes a, bool (*each)(void *to, uint32_t number), void *to);
/* Sets the bits from `first` to `last`. */
void rt_bitmap_set_range(uint64_t words[RT_BITMAP_WORDS], uint32_t first, uint32_t last);

/* ---- a set that changes ---- */

struct rt_bitmap_container;

/* Owns heap memory; zeroed is empty. */
struct rt_bitmap_set {
    struct rt_bitmap_container *at; /* ascending */
    size_t count, capacity;
    int64_t cardinality;
};

void rt_bitmap_set_release(struct rt_bitmap_set *set);
void rt_bitmap_set_add(struct rt_bitmap_set *set, int32_t number);
void rt_bitmap_set_and(struct rt_bitmap_set *set, struct rt_bytes bitmap);
void rt_bitmap_set_or(struct rt_bitmap_set *set, struct rt_bytes bitmap);
void rt_bitmap_set_xor(struct rt_bitmap_set *set, struct rt_bytes bitmap);
void rt_bitmap_set_andnot(struct rt_bitmap_set *set, struct rt_bytes bitmap);
/* The set as a BITMAP. */
struct rt_bytes rt_bitmap_set_bytes(const struct rt_bitmap_set *set, struct rt_arena *arena);
void rt_bitmap_set_pack(const struct rt_bitmap_set *set, struct rt_buffer *out);
void rt_bitmap_set_unpack(struct rt_unpack *in, struct rt_bitmap_set *set);

#endif
