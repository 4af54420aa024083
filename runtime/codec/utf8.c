/* UTF-8 validation. */
#include <rt/avro.h>

/* Length of the sequence at `at`, 0 if it is none; `left` bytes are there, one at least. */
static size_t sequence_size(const uint8_t *at, size_t left)
{
    uint8_t lead = at[0];

    if (lead < 0xC2 || left < 2 || (at[1] & 0xC0) != 0x80)
        return 0;
    if (lead < 0xE0)
        return 2;
    if (left < 3 || (at[2] & 0xC0) != 0x80)
        return 0;
    if (lead < 0xF0) /* Neither overlong nor a surrogate. */
        return (lead == 0xE0 && at[1] < 0xA0) || (lead == 0xED && at[1] > 0x9F) ? 0 : 3;
    if (lead > 0xF4 || left < 4 || (at[3] & 0xC0) != 0x80)
        return 0;
    return (lead == 0xF0 && at[1] < 0x90) || (lead == 0xF4 && at[1] > 0x8F) ? 0 : 4;
}

bool rt_utf8_check(const uint8_t *data, size_t size)
{
    const uint8_t *at = data, *end = data + size;

    while (at < end) {
        if (*at < 0x80) {
            uint64_t word;

            /* A run of ASCII, eight bytes at a time. */
            while (end - at >= 8) {
                memcpy(&word, at, 8);
                word &= UINT64_C(0x8080808080808080);
                if (word) {
                    at += __builtin_ctzll(word) >> 3;
                    break;
                }
                at += 8;
            }
            while (at < end && *at < 0x80)
                at++;
        } else {
            size_t step = sequence_size(at, (size_t)(end - at));

            if (!step)
                return false;
            at += step;
        }
    }
    return true;
}
