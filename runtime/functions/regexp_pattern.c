/* Patterns: from Java's syntax to PCRE2's; the cache of compiled ones. */
#include "regexp.h"

#include <rt/string.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- Java's syntax ---- */

static const struct {
    const char *java, *posix;
} classes[] = {{"Lower", "lower"}, {"Upper", "upper"}, {"Alpha", "alpha"}, {"Digit", "digit"},
    {"Alnum", "alnum"}, {"Punct", "punct"}, {"Graph", "graph"}, {"Print", "print"},
    {"Blank", "blank"}, {"Cntrl", "cntrl"}, {"XDigit", "xdigit"}, {"Space", "space"},
    {"ASCII", "ascii"}};

static void add(struct rt_buffer *out, struct rt_text text)
{
    rt_buffer_add(out, text.data, text.size);
}

/* \p{Name} at `at`, which is behind the p; the bytes taken. */
static size_t property(struct rt_text rest, char letter, bool in_class, struct rt_buffer *out)
{
    const char *end = rest.size > 1 && *rest.data == '{' ? memchr(rest.data, '}', rest.size) : NULL;
    struct rt_text name;

    if (!end) {
        rt_buffer_printf(out, "\\%c", letter);
        return 0;
    }
    name = (struct rt_text){rest.data + 1, (size_t)(end - rest.data) - 1};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (is_named(name, classes[i].java)) {
            rt_buffer_printf(out, in_class ? "[:%s%s:]" : "[[:%s%s:]]",
                letter == 'P' ? "^" : "", classes[i].posix);
            return name.size + 2;
        }
    if (is_named(name, "IsAlphabetic"))
        name = RT_TEXT("L");
    else if (name.size > 2 && !memcmp(name.data, "Is", 2))
        name = (struct rt_text){name.data + 2, name.size - 2};
    rt_buffer_printf(out, "\\%c{", letter);
    add(out, name);
    rt_buffer_add_text(out, "}");
    return (size_t)(end - rest.data) + 1;
}

/* Behind a backslash; the bytes taken. 0: malformed. */
static size_t escaped(struct rt_text rest, bool in_class, struct rt_buffer *out)
{
    size_t step;

    if (rest.size == 0)
        return 0;
    if (*rest.data == 'p' || *rest.data == 'P')
        return 1 + property((struct rt_text){rest.data + 1, rest.size - 1}, *rest.data, in_class,
            out);
    if (*rest.data == 'u' && rest.size >= 5) {
        rt_buffer_add_text(out, "\\x{");
        rt_buffer_add(out, rest.data + 1, 4);
        rt_buffer_add_text(out, "}");
        return 5;
    }
    step = rt_utf8_step(rest.data, rest.size);
    rt_buffer_add_text(out, "\\");
    rt_buffer_add(out, rest.data, step);
    return step;
}

/* \Q … \E at `at`; the bytes taken. */
static size_t quoted(struct rt_text rest, struct rt_buffer *out)
{
    size_t size = rest.size;

    for (size_t i = 2; i + 1 < rest.size; i++)
        if (rest.data[i] == '\\' && rest.data[i + 1] == 'E') {
            size = i + 2;
            break;
        }
    rt_buffer_add(out, rest.data, size);
    return size;
}

bool regexp_translate(struct rt_text pattern, struct rt_buffer *out)
{
    int depth = 0; /* of classes */

    for (size_t i = 0; i < pattern.size;) {
        struct rt_text rest = {pattern.data + i, pattern.size - i};
        char c = *rest.data, next = rest.size > 1 ? rest.data[1] : '\0';
        size_t taken = 1;

        if (c == '\\' && next == 'Q') {
            i += quoted(rest, out);
            continue;
        }
        if (c == '\\') {
            taken = escaped((struct rt_text){rest.data + 1, rest.size - 1}, depth > 0, out);
            if (taken == 0)
                return false;
            i += taken + 1;
            continue;
        }
        if (c == '[' && depth > 0) { /* a union: its parts belong to the class around it */
            if (next == '^')
                return false;
            depth++;
        } else if (c == ']' && depth > 1) {
            depth--;
        } else {
            if (c == '&' && next == '&' && depth > 0)
                return false;
            rt_buffer_add(out, &c, 1);
            if (c == '[') {
                depth = 1;
                if (next == '^')
                    rt_buffer_add(out, "^", 1), taken = 2;
            } else if (c == ']' && depth == 1) {
                depth = 0;
            }
        }
        i += taken;
    }
    return depth == 0;
}

/* ---- cache ---- */

enum { SLOTS = 64 };

static pthread_key_t cache_key;
static pthread_once_t cache_once = PTHREAD_ONCE_INIT;

static void forget(struct regexp *regexp)
{
    pcre2_code_free(regexp->code);
    pcre2_match_data_free(regexp->match);
    free((char *)(uintptr_t)regexp->pattern.data);
    *regexp = (struct regexp){0};
}

static void release_cache(void *cache)
{
    struct regexp *slots = cache;

    for (size_t i = 0; i < SLOTS; i++)
        forget(&slots[i]);
    free(slots);
}

static void make_key(void)
{
    if (pthread_key_create(&cache_key, release_cache))
        abort();
}

static uint64_t hash_of(struct rt_text text)
{
    uint64_t hash = 0xcbf29ce484222325;

    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (uint8_t)text.data[i]) * 0x100000001b3;
    return hash;
}

static void compile(struct regexp *regexp)
{
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    struct rt_buffer text = {0};
    size_t offset;
    int code;

    if (context && regexp_translate(regexp->pattern, &text)) {
        pcre2_set_newline(context, PCRE2_NEWLINE_ANYCRLF);
        regexp->code = pcre2_compile(text.size ? text.data : (const uint8_t *)"", text.size,
            PCRE2_UTF | PCRE2_MATCH_INVALID_UTF, &code, &offset, context);
    }
    if (regexp->code) {
        pcre2_jit_compile(regexp->code, PCRE2_JIT_COMPLETE); /* without it: slower */
        pcre2_pattern_info(regexp->code, PCRE2_INFO_CAPTURECOUNT, &regexp->groups);
        regexp->match = pcre2_match_data_create_from_pattern(regexp->code, NULL);
    }
    pcre2_compile_context_free(context);
    rt_buffer_release(&text);
}

struct regexp *regexp_find(struct rt_text pattern)
{
    uint64_t hash = hash_of(pattern);
    struct regexp *slots, *slot;
    char *copy;

    pthread_once(&cache_once, make_key);
    slots = pthread_getspecific(cache_key);
    if (!slots) {
        slots = calloc(SLOTS, sizeof *slots);
        if (!slots || pthread_setspecific(cache_key, slots))
            abort();
    }
    slot = &slots[hash % SLOTS];
    if (slot->pattern.data && slot->hash == hash && rt_equal_text(slot->pattern, pattern))
        return slot;
    forget(slot);
    copy = malloc(pattern.size + 1);
    if (!copy)
        abort();
    if (pattern.size > 0)
        memcpy(copy, pattern.data, pattern.size);
    slot->pattern = (struct rt_text){copy, pattern.size};
    slot->hash = hash;
    compile(slot);
    return slot;
}

/* ---- matching ---- */

int regexp_match(struct regexp *regexp, struct rt_text a, size_t from, struct rt_error *error)
{
    int found = pcre2_match(regexp->code, (PCRE2_SPTR)(a.data ? a.data : ""), a.size, from, 0,
        regexp->match, NULL);
    PCRE2_UCHAR message[128];

    if (found > 0)
        return 1;
    if (found == PCRE2_ERROR_NOMATCH)
        return 0;
    pcre2_get_error_message(found, message, sizeof message);
    rt_fail(error, RT_EXPRESSION, RT_STOP, "pattern '%.*s': %s", shown(regexp->pattern),
        regexp->pattern.data, (const char *)message);
    return -1;
}

const size_t *regexp_offsets(const struct regexp *regexp)
{
    return pcre2_get_ovector_pointer(regexp->match);
}

size_t regexp_next(const struct regexp *regexp, struct rt_text a)
{
    const size_t *at = regexp_offsets(regexp);

    if (at[1] > at[0])
        return at[1];
    return at[1] < a.size ? at[1] + rt_utf8_step(a.data + at[1], a.size - at[1]) : SIZE_MAX;
}
