#include "core/internal.h"

/* The 32-bit murmur2 of org.apache.kafka.common.utils.Utils: same seed, little-endian words, so
 * that a key lands on the partition a Java producer would choose. */
uint32_t rt_murmur2(struct rt_bytes key)
{
    const uint32_t m = 0x5bd1e995, seed = 0x9747b28c;
    const uint8_t *at = key.data;
    size_t left = key.size;
    uint32_t h = seed ^ (uint32_t)key.size;

    for (; left >= 4; left -= 4, at += 4) {
        uint32_t k = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;

        k *= m;
        k ^= k >> 24;
        k *= m;
        h *= m;
        h ^= k;
    }
    if (left >= 3)
        h ^= (uint32_t)at[2] << 16;
    if (left >= 2)
        h ^= (uint32_t)at[1] << 8;
    if (left >= 1) {
        h ^= at[0];
        h *= m;
    }
    h ^= h >> 13;
    h *= m;
    return h ^ h >> 15;
}

int32_t rt_message_partition(const struct rt_message *message, int32_t count, uint32_t *turn)
{
    uint32_t hash;

    if (message->partition >= 0)
        return message->partition;
    if (!message->key_null)
        hash = rt_murmur2(message->key) & 0x7fffffff;
    else if (message->by_value)
        hash = rt_murmur2(message->image.size ? message->image : message->value) & 0x7fffffff;
    else
        hash = (*turn)++;
    return (int32_t)(hash % (uint32_t)count);
}
