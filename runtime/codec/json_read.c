/* The parts of rt/json_read.h outside of generated code: blanks, members in any order, escapes,
 * values that no column wants, numbers of unusual form. */
#include <rt/json_value.h>
#include <rt/cast.h>
#include <rt/string.h>

#include <math.h>

const double rt_js_powers[23] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
    1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static struct rt_js_step fail(enum rt_js_problem problem)
{
    return (struct rt_js_step){NULL, problem};
}

const uint8_t *rt_js_blanks(const uint8_t *at, const uint8_t *end)
{
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    return at;
}

/* ---- strings ---- */

struct rt_js_step rt_js_run(const uint8_t *at, const uint8_t *end)
{
    uint32_t high = 0;

#ifdef __SSE2__
    for (; end - at >= 16; at += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at);
        uint32_t stops = rt_js_quotes(bytes) | rt_js_specials(bytes);

        high |= (uint32_t)_mm_movemask_epi8(bytes) & (stops ^ (stops - 1));
        if (stops)
            return (struct rt_js_step){at + __builtin_ctz(stops), high};
    }
#endif
    for (; at < end && *at != '"' && *at != '\\' && *at >= 0x20; at++)
        high |= *at & 0x80;
    return (struct rt_js_step){at, high};
}

/* The same onto *high. */
static const uint8_t *run_behind(const uint8_t *at, const uint8_t *end, uint32_t *high)
{
    struct rt_js_step step = rt_js_run(at, end);

    *high |= (uint32_t)step.value;
    return step.at;
}

static int hex4(const uint8_t *at, const uint8_t *end)
{
    int value = 0;

    if (end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        uint8_t c = at[i], lower = c | 0x20;
        int digit = rt_js_is_digit(c) ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10
                                                                               : -1;

        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* \uXXXX, a pair of them for characters beyond U+FFFF; `at` is behind the u. NULL: it is none. */
static const uint8_t *take_unicode(const uint8_t *at, const uint8_t *end, char **out)
{
    int high = hex4(at, end), low;
    uint32_t c = (uint32_t)high;

    if (high < 0 || (c >= 0xdc00 && c < 0xe000))
        return NULL;
    at += 4;
    if (c >= 0xd800 && c < 0xdc00) {
        if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
            return NULL;
        low = hex4(at + 2, end);
        if (low < 0xdc00 || low > 0xdfff)
            return NULL;
        c = 0x10000 + ((c - 0xd800) << 10) + ((uint32_t)low - 0xdc00);
        at += 6;
    }
    *out += rt_utf8_encode(c, *out);
    return at;
}

/* `at` is behind the backslash. */
static const uint8_t *take_escape(const uint8_t *at, const uint8_t *end, char **out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *found;

    if (at == end)
        return NULL;
    if (*at == 'u')
        return take_unicode(at + 1, end, out);
    found = *at ? memchr(from, *at, sizeof from - 1) : NULL;
    if (!found)
        return NULL;
    *(*out)++ = to[found - from];
    return at + 1;
}

/* Behind the closing quote; NULL: there is none. */
static const uint8_t *find_close(const uint8_t *at, const uint8_t *end)
{
    for (; at < end && *at != '"'; at++)
        if (*at == '\\' && ++at == end)
            return NULL;
    return at < end ? at : NULL;
}

struct rt_js_string rt_js_unescape(const uint8_t *at, const uint8_t *from, const uint8_t *end,
    struct rt_arena *arena)
{
    const uint8_t *close = find_close(from, end), *run;
    uint32_t high = 0;
    char *data, *to;

    if (!close)
        return (struct rt_js_string){.text.size = RT_JS_SHORT};
    data = to = rt_arena_alloc(arena, (size_t)(close - at) + 4);
    for (;;) {
        run = at;
        at = run_behind(at, close + 1, &high);
        memcpy(to, run, (size_t)(at - run));
        to += at - run;
        if (*at == '"')
            break;
        if (*at != '\\')
            return (struct rt_js_string){.text.size = RT_JS_CONTROL};
        at = take_escape(at + 1, close + 1, &to);
        if (!at)
            return (struct rt_js_string){.text.size = RT_JS_ESCAPE};
    }
    return (struct rt_js_string){at + 1, {data, (size_t)(to - data)}, high};
}

/* A string behind its opening quote, no column wants it: behind its closing quote. */
static struct rt_js_step pass_string(const uint8_t *at, const uint8_t *end, uint32_t *high)
{
    char scratch[4], *to;

    for (;;) {
        at = run_behind(at, end, high);
        if (at == end)
            return fail(RT_JS_SHORT);
        if (*at == '"')
            return (struct rt_js_step){at + 1, 0};
        if (*at != '\\')
            return fail(RT_JS_CONTROL);
        to = scratch;
        at = take_escape(at + 1, end, &to);
        if (!at)
            return fail(RT_JS_ESCAPE);
    }
}

/* ---- numbers ---- */

static const uint8_t *pass_digits(const uint8_t *at, const uint8_t *end)
{
    const uint8_t *start = at;

    while (at < end && rt_js_is_digit(*at))
        at++;
    return at > start ? at : NULL;
}

/* -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?; NULL: there is none. */
static const uint8_t *pass_number(const uint8_t *at, const uint8_t *end)
{
    if (at < end && *at == '-')
        at++;
    at = at < end && *at == '0' ? at + 1 : pass_digits(at, end);
    if (at && at < end && *at == '.')
        at = pass_digits(at + 1, end);
    if (at && at < end && (*at | 0x20) == 'e') {
        at++;
        if (at < end && (*at == '+' || *at == '-'))
            at++;
        at = pass_digits(at, end);
    }
    return at;
}

static struct rt_js_step wrong(const uint8_t *at, const uint8_t *end)
{
    static const char kinds[] = "\"{[tfn-0123456789";

    if (at == end)
        return fail(RT_JS_SHORT);
    return fail(*at && memchr(kinds, *at, sizeof kinds - 1) ? RT_JS_KIND : RT_JS_SYNTAX);
}

/* A number's text or, `texts`, that in a string without escapes, trimmed as Java does. */
static struct rt_js_step take_number(const uint8_t *at, const uint8_t *end, bool texts,
    struct rt_text *out)
{
    const uint8_t *start;

    at = rt_js_blanks(at, end);
    start = at;
    if (at < end && *at == '"' && texts) {
        start = ++at;
        at = rt_js_run(at, end).at;
        if (at == end || *at != '"')
            return fail(at == end ? RT_JS_SHORT : RT_JS_UNFIT);
        *out = (struct rt_text){(const char *)start, (size_t)(at - start)};
        while (out->size && (unsigned char)out->data[0] <= ' ')
            out->data++, out->size--;
        while (out->size && (unsigned char)out->data[out->size - 1] <= ' ')
            out->size--;
        if (out->size && *out->data == '+')
            out->data++, out->size--;
        return (struct rt_js_step){at + 1, 1};
    }
    if (at == end || (*at != '-' && !rt_js_is_digit(*at)))
        return wrong(at, end);
    at = pass_number(at, end);
    if (!at)
        return fail(RT_JS_SYNTAX);
    *out = (struct rt_text){(const char *)start, (size_t)(at - start)};
    return (struct rt_js_step){at, 0};
}

struct rt_js_step rt_js_integer(const uint8_t *at, const uint8_t *end, bool texts)
{
    struct rt_text text;
    struct rt_js_step step = take_number(at, end, texts, &text);
    rt_int128 value;

    if (!step.at)
        return step;
    switch (rt_decimal_parse_exact(text, RT_DECIMAL_MAX_PRECISION, 0, &value)) {
    case RT_DECIMAL_OK:
        if (value < INT64_MIN || value > INT64_MAX)
            return fail(RT_JS_RANGE);
        return (struct rt_js_step){step.at, (int64_t)value};
    case RT_DECIMAL_MALFORMED:
        return fail(RT_JS_UNFIT);
    case RT_DECIMAL_OVERFLOW:
        break;
    }
    return fail(RT_JS_RANGE);
}

/* NaN and the infinities, which JSON's numbers do not have, in quotes. */
static const uint8_t *take_word(const uint8_t *at, const uint8_t *end, double *out)
{
    static const struct {
        const char *text;
        size_t size;
        double value;
    } words[] = {{"\"NaN\"", 5, NAN}, {"\"Infinity\"", 10, INFINITY},
        {"\"-Infinity\"", 11, -INFINITY}};

    at = rt_js_blanks(at, end);
    for (int i = 0; i < 3; i++) {
        if ((size_t)(end - at) >= words[i].size && !memcmp(at, words[i].text, words[i].size)) {
            *out = words[i].value;
            return at + words[i].size;
        }
    }
    return NULL;
}

static bool has_digit(struct rt_text text)
{
    for (size_t i = 0; i < text.size; i++)
        if (rt_js_is_digit((uint8_t)text.data[i]))
            return true;
    return false;
}

#ifdef __x86_64__
/* Digits without the zeros in front; *count: how many of them. */
static const char *add_digits(const char *at, const char *end, uint64_t *digits, int *count)
{
    for (; at < end && rt_js_is_digit((uint8_t)*at); at++) {
        *digits = *digits * 10 + (uint64_t)(*at - '0');
        *count += *digits != 0;
    }
    return at;
}

/* A number's digits as a whole number, *end behind them, and the exponent without its own. */
static const char *take_digits(struct rt_text text, uint64_t *digits, int *exponent, int *count)
{
    const char *end = text.data + text.size, *point;
    const char *at = add_digits(text.data + (text.size && *text.data == '-'), end, digits, count);

    if (at < end && *at == '.') {
        point = at + 1;
        at = add_digits(point, end, digits, count);
        *exponent = at - point < 1000 ? -(int)(at - point) : -1000;
    }
    return at;
}

/* As strtod does for up to 19 digits and a small exponent: in a long double, whose 64 bits hold
 * both exactly. False: it is none of those, or rounding to 64 bits and then to 53 may differ from
 * rounding once. */
static bool short_double(struct rt_text text, double *out)
{
    static const long double powers[] = {1e0L, 1e1L, 1e2L, 1e3L, 1e4L, 1e5L, 1e6L, 1e7L, 1e8L,
        1e9L, 1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L,
        1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
    uint64_t digits = 0, mantissa;
    int exponent = 0, count = 0;
    const char *at = take_digits(text, &digits, &exponent, &count);
    long double value;

    if (at != text.data + text.size || !count || count > 19 || exponent < -27)
        return false;
    value = (long double)digits / powers[-exponent];
    memcpy(&mantissa, &value, sizeof mantissa);
    if ((mantissa & 0x7ff) == 0x400) /* Half way between two doubles, or not quite. */
        return false;
    *out = *text.data == '-' ? -(double)value : (double)value;
    return true;
}
#else
static bool short_double(struct rt_text text, double *out)
{
    (void)text, (void)out;
    return false;
}
#endif

struct rt_js_step rt_js_double(const uint8_t *at, const uint8_t *end, bool texts, double *out)
{
    const uint8_t *word = take_word(at, end, out);
    struct rt_text text;
    struct rt_js_step step;

    if (word)
        return (struct rt_js_step){word, 0};
    step = take_number(at, end, texts, &text);
    if (!step.at)
        return step;
    if (short_double(text, out))
        return step;
    if (!has_digit(text) || !rt_try_cast_text_f64(text, out))
        return fail(RT_JS_UNFIT);
    return isfinite(*out) ? step : fail(RT_JS_RANGE);
}

struct rt_js_step rt_js_float(const uint8_t *at, const uint8_t *end, bool texts, float *out)
{
    double value;
    const uint8_t *word = take_word(at, end, &value);
    struct rt_text text;
    struct rt_js_step step;

    if (word) {
        *out = (float)value;
        return (struct rt_js_step){word, 0};
    }
    step = take_number(at, end, texts, &text);
    if (!step.at)
        return step;
    if (!has_digit(text) || !rt_try_cast_text_f32(text, out))
        return fail(RT_JS_UNFIT);
    return isfinite(*out) ? step : fail(RT_JS_RANGE);
}

/* Connect's Decimal may be base64 of the unscaled number, whatever the schema says. */
static struct rt_js_step take_unscaled(const uint8_t *at, const uint8_t *end,
    struct rt_arena *arena, int precision, rt_int128 *out)
{
    const uint8_t *start = at;
    struct rt_text text;
    struct rt_bytes bytes;

    at = rt_js_run(at, end).at;
    if (at == end)
        return fail(RT_JS_SHORT);
    text = (struct rt_text){(const char *)start, (size_t)(at - start)};
    if (*at == '\\') { /* "\/" */
        struct rt_js_string slow = rt_js_unescape(start, at, end, arena);

        if (!slow.at)
            return fail((enum rt_js_problem)slow.text.size);
        at = slow.at - 1;
        text = slow.text;
    }
    if (*at != '"')
        return fail(RT_JS_CONTROL);
    if (!rt_js_bytes_of(text, arena, &bytes) || !rt_decimal_from_bytes(bytes, out))
        return fail(RT_JS_UNFIT);
    return rt_decimal_fits(*out, precision) ? (struct rt_js_step){at + 1, 0} : fail(RT_JS_RANGE);
}

struct rt_js_step rt_js_wide_decimal(const uint8_t *at, const uint8_t *end, bool texts,
    struct rt_arena *arena, int precision, int scale, rt_int128 *out)
{
    struct rt_js_step step;
    struct rt_text text;

    at = rt_js_blanks(at, end);
    if (!texts && at < end && *at == '"')
        return take_unscaled(at + 1, end, arena, precision, out);
    step = take_number(at, end, texts, &text);
    if (!step.at)
        return step;
    switch (texts ? rt_decimal_parse(text, precision, scale, out)
                  : rt_decimal_parse_exact(text, precision, scale, out)) {
    case RT_DECIMAL_OK:
        return step;
    case RT_DECIMAL_MALFORMED:
        return fail(RT_JS_UNFIT);
    case RT_DECIMAL_OVERFLOW:
        break;
    }
    return fail(RT_JS_RANGE);
}

/* ---- other values ---- */

bool rt_js_bytes_of(struct rt_text text, struct rt_arena *arena, struct rt_bytes *out)
{
    return rt_base64_decode(arena, text, out);
}

/* Java's Boolean.parseBoolean: any other text is false. */
static struct rt_js_step take_flag_text(const uint8_t *at, const uint8_t *end)
{
    uint32_t high = 0;
    const uint8_t *start = at;
    struct rt_js_step step = pass_string(at, end, &high);
    bool is_true = step.at && step.at - start == 5;

    for (int i = 0; is_true && i < 4; i++)
        is_true = (start[i] | 0x20) == "true"[i];
    step.value = step.at ? is_true : step.value;
    return step;
}

struct rt_js_step rt_js_flag(const uint8_t *at, const uint8_t *end, bool texts)
{
    at = rt_js_blanks(at, end);
    if (end - at >= 4 && !memcmp(at, "true", 4))
        return (struct rt_js_step){at + 4, 1};
    if (end - at >= 5 && !memcmp(at, "false", 5))
        return (struct rt_js_step){at + 5, 0};
    if (texts && at < end && *at == '"')
        return take_flag_text(at + 1, end);
    return wrong(at, end);
}

/* ---- members ---- */

size_t rt_js_slot_count(size_t count)
{
    size_t slots = 4;

    while (slots < 2 * count)
        slots *= 2;
    return slots;
}

void rt_js_index(struct rt_js_names *names, uint16_t *slots)
{
    names->slots = slots;
    names->mask = (uint32_t)rt_js_slot_count((size_t)names->count) - 1;
    names->plain = true;
    for (int32_t i = 0; i < names->count; i++) {
        struct rt_text name = names->at[i];
        uint32_t slot = rt_js_hash(name.data, name.size) & names->mask;

        for (size_t k = 0; k < name.size; k++)
            names->plain &= (unsigned char)name.data[k] >= ' ' && name.data[k] != '"' &&
                name.data[k] != '\\';
        while (slots[slot])
            slot = (slot + 1) & names->mask;
        slots[slot] = (uint16_t)(i + 1);
    }
}

int32_t rt_js_find(const struct rt_js_names *names, struct rt_text name)
{
    uint32_t slot = rt_js_hash(name.data, name.size) & names->mask;

    for (; names->slots[slot]; slot = (slot + 1) & names->mask) {
        const struct rt_text *one = &names->at[names->slots[slot] - 1];

        if (one->size == name.size && !memcmp(one->data, name.data, name.size))
            return names->slots[slot] - 1;
    }
    return RT_JS_UNKNOWN;
}

/* A name behind its opening quote, which likely is that of member `likely`; step->at behind its
 * closing quote. */
static struct rt_js_step take_name(const uint8_t *at, const uint8_t *end, struct rt_arena *arena,
    const struct rt_js_names *names, int32_t likely, uint32_t *high)
{
    const uint8_t *start = at;
    struct rt_text name;

    if (names->plain && likely >= 0 && likely < names->count) {
        name = names->at[likely];
        if ((size_t)(end - at) > name.size && at[name.size] == '"' &&
            !memcmp(at, name.data, name.size)) /* Its bytes are known to be UTF-8. */
            return (struct rt_js_step){at + name.size + 1, likely};
    }
    at = run_behind(at, end, high);
    if (at < end && *at == '"') {
        name = (struct rt_text){(const char *)start, (size_t)(at - start)};
        return (struct rt_js_step){at + 1, rt_js_find(names, name)};
    }
    {
        struct rt_js_string slow = rt_js_unescape(start, at, end, arena);

        if (!slow.at)
            return fail((enum rt_js_problem)slow.text.size);
        *high |= slow.high;
        return (struct rt_js_step){slow.at, rt_js_find(names, slow.text)};
    }
}

static struct rt_js_step after_name(struct rt_js_step step, const uint8_t *end)
{
    const uint8_t *at;

    if (!step.at)
        return step;
    at = rt_js_blanks(step.at, end);
    if (at == end || *at != ':')
        return fail(at == end ? RT_JS_SHORT : RT_JS_SYNTAX);
    return (struct rt_js_step){rt_js_blanks(at + 1, end), step.value};
}

/* `high` in the upper half of the value. */
static struct rt_js_step with_high(struct rt_js_step step, uint32_t high)
{
    if (step.at)
        step.value = (int64_t)((uint64_t)high << 32 | (uint32_t)step.value);
    return step;
}

struct rt_js_step rt_js_member(const uint8_t *at, const uint8_t *end, struct rt_arena *arena,
    const struct rt_js_names *names, int32_t last)
{
    bool first = last == RT_JS_END;
    uint32_t high = 0;
    struct rt_js_step step;

    at = rt_js_blanks(at, end);
    if (at < end && !first && *at == '}')
        return with_high((struct rt_js_step){at + 1, RT_JS_END}, 0);
    if (at == end || *at != (first ? '{' : ','))
        return at < end && !first ? fail(RT_JS_SYNTAX) : wrong(at, end);
    at = rt_js_blanks(at + 1, end);
    if (first && at < end && *at == '}')
        return with_high((struct rt_js_step){at + 1, RT_JS_END}, 0);
    if (at == end || *at != '"')
        return fail(at == end ? RT_JS_SHORT : RT_JS_SYNTAX);
    step = take_name(at + 1, end, arena, names, first ? 0 : last + 1, &high);
    return with_high(after_name(step, end), high);
}

/* ---- passing over a value ---- */

static struct rt_js_step pass_scalar(const uint8_t *at, const uint8_t *end, uint32_t *high)
{
    if (at == end)
        return fail(RT_JS_SHORT);
    switch (*at) {
    case '"':
        return pass_string(at + 1, end, high);
    case 't':
        return end - at >= 4 && !memcmp(at, "true", 4) ? (struct rt_js_step){at + 4, 0}
                                                       : fail(RT_JS_SYNTAX);
    case 'f':
        return end - at >= 5 && !memcmp(at, "false", 5) ? (struct rt_js_step){at + 5, 0}
                                                        : fail(RT_JS_SYNTAX);
    case 'n':
        return end - at >= 4 && !memcmp(at, "null", 4) ? (struct rt_js_step){at + 4, 0}
                                                       : fail(RT_JS_SYNTAX);
    }
    at = pass_number(at, end);
    return at ? (struct rt_js_step){at, 0} : fail(RT_JS_SYNTAX);
}

/* A member's name, up to its value. */
static struct rt_js_step pass_name(const uint8_t *at, const uint8_t *end, uint32_t *high)
{
    if (at == end || *at != '"')
        return fail(at == end ? RT_JS_SHORT : RT_JS_SYNTAX);
    return after_name(pass_string(at + 1, end, high), end);
}

/* The arrays and objects around a value that is passed over. */
struct nesting {
    uint64_t is_array[RT_JS_DEPTH / 64];
    int depth;
};

static bool in_array(const struct nesting *nesting)
{
    return nesting->is_array[(nesting->depth - 1) / 64] >> (nesting->depth - 1) % 64 & 1;
}

static void enter(struct nesting *nesting, bool array)
{
    uint64_t bit = UINT64_C(1) << nesting->depth % 64, *word;

    word = &nesting->is_array[nesting->depth++ / 64];
    *word = array ? *word | bit : *word & ~bit;
}

/* A scalar or an empty array or object; or into an array or object, *open: a value is next. */
static struct rt_js_step pass_value(const uint8_t *at, const uint8_t *end,
    struct nesting *nesting, bool *open, uint32_t *high)
{
    bool array;

    *open = false;
    at = rt_js_blanks(at, end);
    if (at == end || (*at != '[' && *at != '{'))
        return pass_scalar(at, end, high);
    array = *at == '[';
    if (nesting->depth == RT_JS_DEPTH)
        return fail(RT_JS_DEEP);
    at = rt_js_blanks(at + 1, end);
    if (at < end && *at == (array ? ']' : '}'))
        return (struct rt_js_step){at + 1, 0};
    enter(nesting, array);
    *open = true;
    return array ? (struct rt_js_step){at, 0} : pass_name(at, end, high);
}

/* Behind a value: the ends of arrays and objects, and what is between two values. */
static struct rt_js_step pass_ends(const uint8_t *at, const uint8_t *end,
    struct nesting *nesting, uint32_t *high)
{
    for (; nesting->depth; nesting->depth--) {
        bool array = in_array(nesting);

        at = rt_js_blanks(at, end);
        if (at == end)
            return fail(RT_JS_SHORT);
        if (*at == ',') {
            at = rt_js_blanks(at + 1, end);
            return array ? (struct rt_js_step){at, 0} : pass_name(at, end, high);
        }
        if (*at++ != (array ? ']' : '}'))
            return fail(RT_JS_SYNTAX);
    }
    return (struct rt_js_step){at, 0};
}

struct rt_js_step rt_js_pass(const uint8_t *at, const uint8_t *end)
{
    struct nesting nesting = {.depth = 0};
    uint32_t high = 0;
    struct rt_js_step step = {at, 0};
    bool open;

    do {
        step = pass_value(step.at, end, &nesting, &open, &high);
        if (step.at && !open)
            step = pass_ends(step.at, end, &nesting, &high);
    } while (step.at && nesting.depth);
    return with_high(step, high);
}

/* ---- failures ---- */

static const char *problem_text(enum rt_js_problem problem)
{
    switch (problem) {
    case RT_JS_FINE: return "does not fit its schema";
    case RT_JS_SYNTAX: return "no JSON";
    case RT_JS_SHORT: return "the record ends within it";
    case RT_JS_KIND: return "a value of another kind than the column's type";
    case RT_JS_RANGE: return "a number beyond the column's type";
    case RT_JS_ESCAPE: return "an escape that is none";
    case RT_JS_CONTROL: return "a control character in a string";
    case RT_JS_UTF8: return "text that is not UTF-8";
    case RT_JS_DEEP: return "nested too deeply";
    case RT_JS_NULL: return "null, and the column is NOT NULL";
    case RT_JS_MISSING: return "no such member, which must be there";
    case RT_JS_UNFIT: return "text that is no value of the column's type";
    case RT_JS_BRANCH: return "a value that fits no branch of the union";
    case RT_JS_MORE: return "bytes behind the value";
    case RT_JS_MEMORY: return RT_MEMORY_PROBLEM;
    }
    return "";
}

bool rt_js_fail_at(const uint8_t *at, const uint8_t *end, const uint8_t *start,
    enum rt_js_problem problem, const char *field, struct rt_error *error)
{
    if (problem == RT_JS_KIND && at < end && *at == 'n')
        problem = RT_JS_NULL;
    return rt_fail(error, RT_DECODE, RT_SKIP, "%s%s%s at byte %zu: %s",
        field ? "field '" : "the record", field ? field : "", field ? "'" : "",
        (size_t)(at - start), problem_text(problem));
}
