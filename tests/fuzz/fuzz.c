#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

/* Of sanitizer/allocator_interface.h: not there where coverage is measured, without sanitizers. */
extern __attribute__((weak)) int __sanitizer_install_malloc_and_free_hooks(
    void (*on_malloc)(const volatile void *at, size_t size),
    void (*on_free)(const volatile void *at));
extern __attribute__((weak)) size_t __sanitizer_get_allocated_size(const volatile void *at);

static struct {
    bool counting;
    int64_t now, most;
} heap;

static void on_malloc(const volatile void *at, size_t size)
{
    (void)at;
    heap.now += (int64_t)size;
    if (heap.most < heap.now)
        heap.most = heap.now;
}

static void on_free(const volatile void *at)
{
    if (at)
        heap.now -= (int64_t)__sanitizer_get_allocated_size(at);
}

void fuzz_heap_begin(void)
{
    if (!heap.counting && __sanitizer_install_malloc_and_free_hooks)
        heap.counting = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
    heap.now = heap.most = 0;
}

void fuzz_arena_open(struct rt_arena *arena, size_t size)
{
    rt_arena_init(arena);
    arena->limit = size * 2 + FUZZ_FIXED / 8;
    fuzz_heap_begin();
}

void fuzz_arena_close(struct rt_arena *arena, size_t size)
{
    fuzz_heap_end(size, FUZZ_FIXED);
    rt_arena_release(arena);
}

void fuzz_heap_end(size_t size, size_t fixed)
{
    if (heap.most <= (int64_t)(size * FUZZ_FACTOR + fixed))
        return;
    fprintf(stderr, "%lld bytes of heap for an input of %zu\n", (long long)heap.most, size);
    abort();
}
