/* Texts of a regular expression: literals, classes, groups, alternatives, quantifiers. */
#include "generate/generate.h"

#include <string.h>

enum { MANY = 8 }; /* What * and + go up to, more than the least. */

static const char word_characters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

struct pattern {
    struct faker *faker;
    const char *at, *end;
};

static bool make_alternatives(struct pattern *pattern);

static char pick(struct random *random, const char *characters, size_t count)
{
    return characters[random_below(random, count)];
}

/* ---- the end of a piece, without making it ---- */

/* Behind the ] of a class or the ) of a group that `at` opens; NULL: it is open. */
static const char *behind(const char *at, const char *end)
{
    size_t depth = 0;
    bool class = false;

    for (; at < end; at++) {
        if (*at == '\\' && at + 1 < end)
            at++;
        else if (class)
            class = *at != ']';
        else if (*at == '[')
            class = true;
        else if (*at == '(')
            depth++;
        else if (*at == ')')
            depth--;
        if (!class && !depth)
            return at + 1;
    }
    return NULL;
}

/* ---- pieces ---- */

static void make_escape(struct pattern *pattern)
{
    struct faker *faker = pattern->faker;
    char made = *pattern->at++;

    switch (made) {
    case 'd':
        made = pick(&faker->random, "0123456789", 10);
        break;
    case 'w':
        made = pick(&faker->random, word_characters, sizeof word_characters - 1);
        break;
    case 's':
        made = ' ';
        break;
    case 't':
        made = '\t';
        break;
    case 'n':
        made = '\n';
        break;
    }
    rt_buffer_add(faker->out, &made, 1);
}

/* One character of a class; `at` is behind its '[', `end` at its ']'. */
static bool make_class(struct pattern *pattern, const char *at, const char *end)
{
    struct faker *faker = pattern->faker;
    char set[256];
    size_t count = 0;
    bool inverted = at < end && *at == '^';
    bool in[128] = {0};

    for (at += inverted; at < end; at++) {
        unsigned char low = (unsigned char)*at, high;

        if (low == '\\' && at + 1 < end) {
            low = (unsigned char)*++at;
            if (low == 'd' || low == 'w') {
                for (const char *c = word_characters; *c; c++)
                    in[(unsigned char)*c] |= low == 'w' || (*c >= '0' && *c <= '9');
                continue;
            }
        }
        high = low;
        if (at + 2 < end && at[1] == '-') {
            high = (unsigned char)at[2];
            at += 2;
        }
        if (low > 127 || high > 127)
            return faker_fail(faker, "regexify: a class holds ASCII characters only");
        if (high < low)
            return faker_fail(faker, "regexify: the range %c-%c is empty", low, high);
        for (unsigned c = low; c <= high; c++)
            in[c] = true;
    }
    for (unsigned c = inverted ? ' ' : 0; c < (inverted ? 127 : 128); c++)
        if (in[c] != inverted)
            set[count++] = (char)c;
    if (!count)
        return faker_fail(faker, "regexify: a class is empty");
    rt_buffer_add(faker->out, &set[random_below(&faker->random, count)], 1);
    return true;
}

/* Makes the piece at pattern->at, which ends at `end`. */
static bool make_piece(struct pattern *pattern, const char *end)
{
    struct pattern group = {pattern->faker, pattern->at + 1, end - 1};
    struct faker *faker = pattern->faker;
    bool done;

    switch (*pattern->at) {
    case '(':
        if (end - pattern->at > 3 && !memcmp(pattern->at, "(?:", 3))
            group.at += 2;
        if (faker->depth == FAKER_DEPTH)
            return faker_fail(faker, "regexify: groups are nested too deeply");
        faker->depth++;
        done = make_alternatives(&group);
        faker->depth--;
        return done;
    case '[':
        return make_class(pattern, pattern->at + 1, end - 1);
    case '\\':
        group.at = pattern->at + 1;
        make_escape(&group);
        return true;
    case '.':
        rt_buffer_add(faker->out, &word_characters[random_below(&faker->random, 62)], 1);
        return true;
    }
    rt_buffer_add(faker->out, pattern->at, (size_t)(end - pattern->at));
    return true;
}

static const char *piece_end(const struct pattern *pattern)
{
    const char *at = pattern->at;

    if (*at == '(' || *at == '[')
        return behind(at, pattern->end);
    if (*at == '\\')
        return at + 2 <= pattern->end ? at + 2 : NULL;
    for (at++; at < pattern->end && ((unsigned char)*at & 0xC0) == 0x80;)
        at++; /* The rest of a character. */
    return at;
}

/* ---- quantifiers ---- */

static bool read_number(const char **at, const char *end, size_t *number)
{
    const char *start = *at;

    for (*number = 0; *at < end && **at >= '0' && **at <= '9' && *number < 100000; ++*at)
        *number = *number * 10 + (size_t)(**at - '0');
    return *at > start;
}

static bool read_quantifier(struct pattern *pattern, size_t *least, size_t *most)
{
    const char *at = pattern->at, *end = pattern->end;

    *least = *most = 1;
    if (at == end)
        return true;
    if (*at == '?' || *at == '*' || *at == '+') {
        *least = *at == '+';
        *most = *at == '?' ? 1 : *least + MANY;
        pattern->at++;
        return true;
    }
    if (*at != '{')
        return true;
    at++;
    if (!read_number(&at, end, least))
        return faker_fail(pattern->faker, "regexify: a number must follow '{'");
    *most = *least;
    if (at < end && *at == ',') {
        at++;
        if (!read_number(&at, end, most))
            *most = *least + MANY;
    }
    if (at == end || *at != '}' || *most < *least)
        return faker_fail(pattern->faker, "regexify: a count is {n}, {n,} or {n,m}");
    pattern->at = at + 1;
    return true;
}

static bool make_sequence(struct pattern *pattern)
{
    struct faker *faker = pattern->faker;

    while (pattern->at < pattern->end) {
        struct pattern piece = *pattern;
        const char *end = piece_end(pattern);
        size_t least, most;
        uint64_t count;

        if (strchr("?*+{", *pattern->at))
            return faker_fail(faker, "regexify: nothing stands before '%c'", *pattern->at);
        if (!end)
            return faker_fail(faker, "regexify: '%c' is not closed", *pattern->at);
        pattern->at = end;
        if (!read_quantifier(pattern, &least, &most))
            return false;
        count = least + random_below(&faker->random, most - least + 1);
        for (; count; count--) {
            if (faker->out->size > FAKER_TEXT)
                return faker_fail(faker, "regexify: the text is longer than %d bytes", FAKER_TEXT);
            if (!make_piece(&piece, end))
                return false;
        }
    }
    return true;
}

static bool make_alternatives(struct pattern *pattern)
{
    const char *starts[FAKER_ARGUMENTS], *ends[FAKER_ARGUMENTS];
    size_t count = 0, chosen;
    const char *at = pattern->at;

    starts[0] = at;
    while (at < pattern->end) {
        if (*at == '|') {
            if (count + 1 == FAKER_ARGUMENTS)
                return faker_fail(pattern->faker, "regexify: more than %d alternatives",
                    FAKER_ARGUMENTS);
            ends[count++] = at++;
            starts[count] = at;
        } else if (*at == '(' || *at == '[') {
            const char *next = behind(at, pattern->end);

            if (!next)
                return faker_fail(pattern->faker, "regexify: '%c' is not closed", *at);
            at = next;
        } else {
            at += *at == '\\' && at + 1 < pattern->end ? 2 : 1;
        }
    }
    ends[count++] = pattern->end;
    chosen = random_below(&pattern->faker->random, count);
    pattern->at = starts[chosen];
    pattern->end = ends[chosen];
    return make_sequence(pattern);
}

bool faker_regexify(struct faker *faker, struct rt_text text)
{
    struct pattern pattern = {faker, text.data, text.data + text.size};

    if (pattern.at < pattern.end && *pattern.at == '^')
        pattern.at++;
    if (pattern.at < pattern.end && pattern.end[-1] == '$' &&
        (text.size < 2 || pattern.end[-2] != '\\'))
        pattern.end--;
    return make_alternatives(&pattern);
}
