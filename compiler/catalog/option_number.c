/* Text of options and settings to numbers: durations, sizes, integers, offsets. */
#include "option.h"

#include <rt/base.h>

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct unit {
    const char *names; /* each between spaces */
    int64_t factor;    /* in bytes */
};

/* Digits, then blanks, then the unit; *unit is "" without one. */
static bool split_number(const char *text, int64_t *number, char *unit, size_t unit_size)
{
    char *end;
    size_t size;
    long long value;

    while (isspace((unsigned char)*text))
        text++;
    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    value = strtoll(text, &end, 10);
    if (errno)
        return false;
    while (isspace((unsigned char)*end))
        end++;
    size = strlen(end);
    while (size && isspace((unsigned char)end[size - 1]))
        size--;
    if (size >= unit_size || memchr(end, ' ', size))
        return false;
    for (size_t i = 0; i < size; i++)
        unit[i] = (char)tolower((unsigned char)end[i]);
    unit[size] = '\0';
    *number = value;
    return true;
}

bool option_parse_duration(const char *text, int64_t *ms)
{
    return rt_duration_ms(text, ms);
}

bool option_parse_memory(const char *text, int64_t *bytes)
{
    static const struct unit units[] = {
        {" b bytes byte ", 1},
        {" k kb kibibytes ", 1024},
        {" m mb mebibytes ", 1024 * 1024},
        {" g gb gibibytes ", 1024 * 1024 * 1024},
        {" t tb tebibytes ", 1099511627776},
    };
    char name[32], padded[40];
    int64_t number;

    if (!split_number(text, &number, name, sizeof name))
        return false;
    snprintf(padded, sizeof padded, " %s ", *name ? name : "b");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strstr(units[i].names, padded))
            return !__builtin_mul_overflow(number, units[i].factor, bytes);
    }
    return false;
}

bool option_in_range(int64_t number, const char *range)
{
    const char *dots = strstr(range, "..");

    if (!dots)
        return true;
    if (dots != range && number < strtoll(range, NULL, 10))
        return false;
    return !dots[2] || number <= strtoll(dots + 2, NULL, 10);
}

bool option_parse_int(const char *text, const char *range, int64_t *number)
{
    char *end;

    errno = 0;
    *number = strtoll(text, &end, 10);
    if (errno || end == text || *end || isspace((unsigned char)*text) || *text == '+')
        return false;
    return option_in_range(*number, range);
}

/* ---- enumerations ---- */

static char fold(char c)
{
    return c == '_' ? '-' : (char)tolower((unsigned char)c);
}

bool option_parse_enum(const char *text, const char *allowed, int64_t *index)
{
    size_t size = strlen(text);

    *index = 0;
    while (true) {
        size_t length = strcspn(allowed, "|"), i = 0;

        while (i < length && i < size && fold(allowed[i]) == fold(text[i]))
            i++;
        if (i == length && i == size)
            return true;
        if (!allowed[length])
            return false;
        allowed += length + 1;
        ++*index;
    }
}

bool option_parse_bool(const char *text, int64_t *number)
{
    *number = strcasecmp(text, "true") == 0;
    return *number || strcasecmp(text, "false") == 0;
}

/* ---- offsets ---- */

static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* "word:number" at *at. */
static bool take_pair(const char **at, const char *word, int64_t most, int64_t *number)
{
    size_t size = strlen(word);
    char *end;

    *at = skip_blanks(*at);
    if (strncmp(*at, word, size) != 0)
        return false;
    *at = skip_blanks(*at + size);
    if (**at != ':')
        return false;
    *at = skip_blanks(*at + 1);
    if (!isdigit((unsigned char)**at))
        return false;
    errno = 0;
    *number = strtoll(*at, &end, 10);
    if (errno || *number > most)
        return false;
    *at = skip_blanks(end);
    return true;
}

bool option_parse_offsets(struct arena *arena, const char *text, int32_t **partitions,
    int64_t **offsets, size_t *count)
{
    VEC(int32_t) numbers = {0};
    VEC(int64_t) places = {0};
    const char *at = text;

    do {
        int64_t partition, offset;

        if (!take_pair(&at, "partition", INT32_MAX, &partition) || *at++ != ',' ||
                !take_pair(&at, "offset", INT64_MAX, &offset))
            return false;
        for (size_t i = 0; i < numbers.count; i++) {
            if (numbers.at[i] == partition)
                return false;
        }
        vec_push(arena, &numbers, (int32_t)partition);
        vec_push(arena, &places, offset);
        if (*at == ';')
            at = skip_blanks(at + 1);
        else if (*at)
            return false;
    } while (*at);
    if (partitions)
        *partitions = numbers.at;
    if (offsets)
        *offsets = places.at;
    *count = numbers.count;
    return true;
}

bool option_csv_character(const char *text, char *character)
{
    *character = text[0];
    if (strcmp(text, "\\t") == 0)
        *character = '\t';
    else if (!text[0] || text[1] || (unsigned char)text[0] > 127)
        return false;
    return *character != '\n' && *character != '\r';
}
