#include "json_text.h"

void json_add_string(struct text *out, const char *value, size_t size)
{
    text_add_char(out, '"');
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)value[i];

        if (c == '"' || c == '\\')
            text_printf(out, "\\%c", c);
        else if (c == '\n')
            text_add(out, "\\n");
        else if (c == '\t')
            text_add(out, "\\t");
        else if (c == '\r')
            text_add(out, "\\r");
        else if (c < 0x20)
            text_printf(out, "\\u%04x", c);
        else
            text_add_char(out, (char)c);
    }
    text_add_char(out, '"');
}
