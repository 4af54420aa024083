#include "fuzz.h"

#include <sanitizer/allocator_interface.h>
#include <stdio.h>
#include <stdlib.h>

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
    if (!heap.counting)
        heap.counting = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
    heap.now = heap.most = 0;
}

void fuzz_heap_end(size_t size, size_t fixed)
{
    if (heap.most <= (int64_t)(size * FUZZ_FACTOR + fixed))
        return;
    fprintf(stderr, "%lld bytes of heap for an input of %zu\n", (long long)heap.most, size);
    abort();
}
