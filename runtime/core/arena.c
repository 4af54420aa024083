#include <rt/base.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 64 * 1024, ALIGNMENT = 16 };

struct rt_block {
    struct rt_block *older;
    size_t size; /* Of the bytes behind the header. */
};

_Static_assert(sizeof(struct rt_block) % ALIGNMENT == 0, "a block's bytes keep its alignment");

_Noreturn static void out_of_memory(size_t size)
{
    fprintf(stderr, "out of memory (%zu bytes wanted)\n", size);
    abort();
}

void rt_arena_init(struct rt_arena *arena)
{
    *arena = (struct rt_arena){0};
}

void rt_arena_release(struct rt_arena *arena)
{
    while (arena->blocks) {
        struct rt_block *older = arena->blocks->older;

        free(arena->blocks);
        arena->blocks = older;
    }
    rt_arena_init(arena);
}

static void use_block(struct rt_arena *arena, struct rt_block *block)
{
    arena->next = (char *)(block + 1);
    arena->end = arena->next + block->size;
}

void rt_arena_reset(struct rt_arena *arena)
{
    struct rt_block *kept = NULL, *older;

    for (struct rt_block *block = arena->blocks; block; block = older) {
        older = block->older;
        if (!kept && block->size == BLOCK_SIZE)
            kept = block;
        else
            free(block);
    }
    rt_arena_init(arena);
    if (!kept)
        return;
    kept->older = NULL;
    arena->blocks = kept;
    use_block(arena, kept);
}

void *rt_arena_more(struct rt_arena *arena, size_t size)
{
    size_t block_size = size > BLOCK_SIZE / 4 ? size : BLOCK_SIZE;
    struct rt_block *block;

    if (size > SIZE_MAX / 4 + ALIGNMENT)
        out_of_memory(size);
    block = malloc(sizeof *block + block_size);
    if (!block)
        out_of_memory(size);
    block->size = block_size;
    arena->used += size;
    /* A big block is full at once: the current one stays in use. */
    if (block_size != BLOCK_SIZE && arena->blocks) {
        block->older = arena->blocks->older;
        arena->blocks->older = block;
        return block + 1;
    }
    block->older = arena->blocks;
    arena->blocks = block;
    use_block(arena, block);
    arena->next += size;
    return block + 1;
}

struct rt_text rt_text_copy(struct rt_arena *arena, struct rt_text text)
{
    char *copy = rt_arena_alloc(arena, text.size);

    if (text.size)
        memcpy(copy, text.data, text.size);
    return (struct rt_text){copy, text.size};
}

struct rt_bytes rt_bytes_copy(struct rt_arena *arena, struct rt_bytes bytes)
{
    uint8_t *copy = rt_arena_alloc(arena, bytes.size);

    if (bytes.size)
        memcpy(copy, bytes.data, bytes.size);
    return (struct rt_bytes){copy, bytes.size};
}
