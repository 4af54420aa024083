/* Where simdjson is not installed. */
#include "json_orders.h"

bool json_simdjson_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    uint64_t *sum)
{
    (void)bytes, (void)offsets, (void)count;
    *sum = 0;
    return false;
}
