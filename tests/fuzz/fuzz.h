/* What the fuzzers share: bytes taken one by one, and a count of the heap.
 *
 * Any bytes may cost four times their size and a fixed bound of memory, no more. */
#ifndef FUZZ_H
#define FUZZ_H

#include <rt/base.h>

/* What a fuzzer's call may allocate whatever its input: the first blocks of arenas and buffers. */
enum { FUZZ_FIXED = 1 << 20, FUZZ_FACTOR = 4 };

/* Bytes that tell how a structured input is made. */
struct fuzz_input {
    const uint8_t *at, *end;
};

/* 0 behind the end. */
static inline uint8_t fuzz_next(struct fuzz_input *in)
{
    return in->at < in->end ? *in->at++ : 0;
}

/* What is left. */
static inline struct rt_bytes fuzz_rest(const struct fuzz_input *in)
{
    return (struct rt_bytes){in->at, (size_t)(in->end - in->at)};
}

/* Bytes up to the next NUL or the end, as text of `out`; behind it then. */
static inline void fuzz_take_text(struct fuzz_input *in, struct rt_buffer *out)
{
    while (in->at < in->end && *in->at)
        rt_buffer_add(out, in->at++, 1);
    fuzz_next(in);
    rt_buffer_add(out, "", 1);
}

/* An arena for the decoding of `size` bytes, whose arrays and maps are held to little: closing it
 * aborts if the heap had more than any bytes may cost. */
void fuzz_arena_open(struct rt_arena *arena, size_t size);
void fuzz_arena_close(struct rt_arena *arena, size_t size);

/* The heap is counted from here on. */
void fuzz_heap_begin(void);
/* Aborts if more than `size` * FUZZ_FACTOR + `fixed` bytes were there at once since then. */
void fuzz_heap_end(size_t size, size_t fixed);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
