/* Expressions of faker: text with #{name 'argument', …} in it. */
#include "generate/generate.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool faker_fail(struct faker *faker, const char *format, ...)
{
    char message[256];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return rt_fail(faker->error, RT_INPUT, RT_STOP, "%s", message);
}

void faker_add(struct faker *faker, struct rt_text text)
{
    rt_buffer_add(faker->out, text.data, text.size);
}

/* ---- a call ---- */

/* Behind the } that closes the call at `at` (behind its "#{"); 0: none does. */
static size_t find_close(struct rt_text text, size_t at)
{
    bool quoted = false;

    for (; at < text.size; at++) {
        if (text.data[at] == '\'')
            quoted = !quoted;
        else if (text.data[at] == '}' && !quoted)
            return at + 1;
    }
    return 0;
}

/* Name.first_name is name.firstname is Name.firstName. */
static bool same_name(const char *name, struct rt_text written)
{
    size_t at = 0;

    for (; *name; name++) {
        while (at < written.size && written.data[at] == '_')
            at++;
        if (at == written.size ||
            tolower((unsigned char)*name) != tolower((unsigned char)written.data[at++]))
            return false;
    }
    return at == written.size;
}

static const struct faker_entry *find_entry(struct rt_text name)
{
    for (const struct faker_entry *entry = faker_word_entries; entry->name; entry++)
        if (same_name(entry->name, name))
            return entry;
    for (const struct faker_entry *entry = faker_function_entries; entry->name; entry++)
        if (same_name(entry->name, name))
            return entry;
    return NULL;
}

const char *rt_faker_name(size_t index)
{
    size_t words = 0;

    while (faker_word_entries[words].name)
        if (words++ == index)
            return faker_word_entries[index].name;
    for (size_t i = 0; faker_function_entries[i].name; i++)
        if (words + i == index)
            return faker_function_entries[i].name;
    return NULL;
}

/* The arguments: 'a', 'b', with or without commas; '' is an apostrophe. */
static bool split_arguments(struct faker *faker, struct rt_text text, struct faker_call *call)
{
    size_t at = 0;

    call->count = 0;
    for (;;) {
        size_t start;

        while (at < text.size && (text.data[at] == ' ' || text.data[at] == ','))
            at++;
        if (at == text.size)
            return true;
        if (text.data[at] != '\'')
            return faker_fail(faker, "an argument of %s must stand in quotes, as in #{%s '1'}",
                call->name, call->name);
        start = ++at;
        while (at < text.size && text.data[at] != '\'')
            at++;
        if (at == text.size)
            return faker_fail(faker, "an argument of %s has no closing quote", call->name);
        if (call->count == FAKER_ARGUMENTS)
            return faker_fail(faker, "more than %d arguments of %s", FAKER_ARGUMENTS, call->name);
        call->arguments[call->count++] = (struct rt_text){text.data + start, at - start};
        at++;
    }
}

/* Behind the alternative at `at`: at a '|' that is in no call, or at the end. */
static size_t alternative_end(struct rt_text words, size_t at)
{
    while (at < words.size && words.data[at] != '|') {
        bool opens = words.data[at] == '#' && at + 1 < words.size && words.data[at + 1] == '{';
        size_t close = opens ? find_close(words, at + 2) : 0;

        at = close ? close : at + 1;
    }
    return at;
}

static bool run_words(struct faker *faker, const char *list)
{
    struct rt_text words = {list, strlen(list)};
    size_t count = 1, at = 0, chosen;

    for (size_t end = alternative_end(words, 0); end < words.size; count++)
        end = alternative_end(words, end + 1);
    for (chosen = random_below(&faker->random, count); chosen; chosen--)
        at = alternative_end(words, at) + 1;
    return faker_expand(faker,
        (struct rt_text){words.data + at, alternative_end(words, at) - at});
}

static bool check_count(struct faker *faker, const struct faker_entry *entry, size_t count)
{
    if (count >= entry->least && count <= entry->most)
        return true;
    if (entry->least == entry->most)
        return faker_fail(faker, "%s takes %zu argument%s, not %zu", entry->name, entry->least,
            entry->least == 1 ? "" : "s", count);
    return faker_fail(faker, "%s takes %zu to %zu arguments, not %zu", entry->name, entry->least,
        entry->most, count);
}

static bool run_call(struct faker *faker, struct rt_text name, struct rt_text rest)
{
    const struct faker_entry *entry = find_entry(name);
    struct faker_call call = {0};

    if (!entry) {
        faker->unknown = true;
        return faker_fail(faker, "faker has no function '%.*s'", (int)name.size, name.data);
    }
    call.name = entry->name;
    if (!split_arguments(faker, rest, &call) || !check_count(faker, entry, call.count))
        return false;
    return entry->words ? run_words(faker, entry->words) : entry->function(faker, &call);
}

/* ---- the text ---- */

static bool expand_call(struct faker *faker, struct rt_text text, size_t start, size_t end)
{
    struct rt_text inner = {text.data + start + 2, end - start - 3}, name, rest;
    size_t size = 0;
    bool done;

    while (size < inner.size && inner.data[size] != ' ' && inner.data[size] != '\'')
        size++;
    name = (struct rt_text){inner.data, size};
    rest = (struct rt_text){inner.data + size, inner.size - size};
    if (faker->depth == FAKER_DEPTH)
        return faker_fail(faker, "nested too deeply");
    faker->depth++;
    done = run_call(faker, name, rest);
    faker->depth--;
    if (!done && !faker->depth) {
        faker->at = start + 2;
        faker->size = size ? size : 1;
    }
    return done;
}

bool faker_expand(struct faker *faker, struct rt_text expression)
{
    for (size_t at = 0; at < expression.size;) {
        size_t end;

        if (faker->out->size > FAKER_TEXT)
            return faker_fail(faker, "the text is longer than %d bytes", FAKER_TEXT);
        if (expression.data[at] != '#' || at + 1 == expression.size ||
            expression.data[at + 1] != '{') {
            rt_buffer_add(faker->out, expression.data + at++, 1);
            continue;
        }
        end = find_close(expression, at + 2);
        if (!end) {
            if (!faker->depth) {
                faker->at = at;
                faker->size = expression.size - at;
            }
            return faker_fail(faker, "a '#{' has no '}'");
        }
        if (!expand_call(faker, expression, at, end))
            return false;
        at = end;
    }
    return true;
}

/* ---- the interface ---- */

static bool run(const char *expression, uint64_t seed, int64_t now_ms, struct rt_buffer *out,
    struct faker *faker, struct rt_error *error)
{
    *faker = (struct faker){.random = {seed}, .now_ms = now_ms, .out = out, .error = error};
    return faker_expand(faker, (struct rt_text){expression, strlen(expression)});
}

bool rt_faker_text(const char *expression, uint64_t seed, int64_t now_ms, struct rt_buffer *out,
    struct rt_error *error)
{
    struct faker faker;

    return run(expression, seed, now_ms, out, &faker, error);
}

bool rt_faker_check(const char *expression, size_t *at, size_t *size, bool *unknown,
    struct rt_error *error)
{
    struct rt_buffer out = {0};
    struct faker faker;
    bool fine = run(expression, 0, 0, &out, &faker, error);

    rt_buffer_release(&out);
    *at = faker.at;
    *size = faker.size;
    *unknown = faker.unknown;
    return fine;
}
