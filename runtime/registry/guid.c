/* GUIDs of schemas as text. */
#include <rt/registry.h>

#include <stdio.h>

const char *rt_guid_print(const uint8_t guid[16], char text[RT_GUID_TEXT])
{
    char *at = text;

    for (int i = 0; i < 16; i++)
        at += snprintf(at, 4, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", guid[i]);
    return text;
}

bool rt_guid_parse(const char *text, uint8_t guid[16])
{
    size_t digits = 0;

    for (; *text && digits < 32; text++) {
        int digit = *text >= '0' && *text <= '9' ? *text - '0'
            : *text >= 'a' && *text <= 'f'       ? *text - 'a' + 10
            : *text >= 'A' && *text <= 'F'       ? *text - 'A' + 10
                                                 : -1;

        if (*text == '-')
            continue;
        if (digit < 0)
            return false;
        guid[digits / 2] = (uint8_t)(digits % 2 ? guid[digits / 2] | digit : digit << 4);
        digits++;
    }
    return digits == 32 && !*text;
}
