/* PARSE_URL: the parts of java.net.URL. */
#include "internal.h"

#include <rt/format.h>
#include <rt/string.h>

#include <ctype.h>
#include <string.h>

struct url {
    struct rt_text protocol, authority, user_info, host, path, query, ref;
    bool has_authority, has_user_info, has_query, has_ref;
};

static struct rt_text between(const char *from, const char *to)
{
    return (struct rt_text){from, (size_t)(to - from)};
}

/* Java knows handlers for these alone. */
static bool has_handler(struct rt_text protocol)
{
    static const char *const known[] = {"http", "https", "file", "ftp", "mailto", "jar"};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is_named(protocol, known[i]))
            return true;
    return false;
}

/* [userinfo@]host[:port] */
static bool split_authority(struct url *url)
{
    const char *from = url->authority.data, *end = from + url->authority.size;
    const char *at = memchr(from, '@', url->authority.size), *colon;

    if (at && memchr(at + 1, '@', (size_t)(end - at - 1)))
        return false;
    if (at) {
        url->user_info = between(from, at);
        url->has_user_info = true;
        from = at + 1;
    }
    url->host = between(from, end);
    if (from < end && *from == '[') {
        const char *close = memchr(from, ']', (size_t)(end - from));

        if (!close)
            return false;
        url->host = between(from, close + 1);
        colon = close + 1 < end ? close + 1 : NULL;
        if (colon && *colon != ':')
            return false;
    } else {
        colon = memchr(from, ':', (size_t)(end - from));
        if (colon)
            url->host = between(from, colon);
    }
    for (const char *digit = colon ? colon + 1 : end; digit < end; digit++)
        if (!isdigit((unsigned char)*digit))
            return false;
    return true;
}

static bool parse(struct rt_arena *arena, struct rt_text text, struct url *url)
{
    const char *at = text.data, *end = at + text.size, *mark;

    *url = (struct url){0};
    while (at < end && (unsigned char)*at <= ' ')
        at++;
    while (at < end && (unsigned char)end[-1] <= ' ')
        end--;
    if (end - at >= 4 && !memcmp(at, "url:", 4))
        at += 4;
    mark = at < end ? memchr(at, ':', (size_t)(end - at)) : NULL;
    if (!mark || !isalpha((unsigned char)*at))
        return false;
    url->protocol = rt_lower(arena, between(at, mark));
    if (!has_handler(url->protocol))
        return false;
    at = mark + 1;
    mark = at < end ? memchr(at, '#', (size_t)(end - at)) : NULL;
    if (mark) {
        url->ref = between(mark + 1, end);
        url->has_ref = true;
        end = mark;
    }
    if (!is_named(url->protocol, "mailto") && !is_named(url->protocol, "jar")) {
        mark = at < end ? memchr(at, '?', (size_t)(end - at)) : NULL;
        if (mark) {
            url->query = between(mark + 1, end);
            url->has_query = true;
            end = mark;
        }
    }
    if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
        at += 2;
        mark = memchr(at, '/', (size_t)(end - at));
        url->authority = between(at, mark ? mark : end);
        url->has_authority = url->authority.size > 0;
        at = mark ? mark : end;
        if (!split_authority(url))
            return false;
    }
    url->path = between(at, end);
    return true;
}

static bool give(bool there, struct rt_text text, struct rt_text *out)
{
    *out = text;
    return there;
}

bool rt_parse_url(struct rt_arena *arena, struct rt_text text, struct rt_text part,
    struct rt_text *out)
{
    struct url url;

    if (!parse(arena, text, &url))
        return false;
    if (is_named(part, "HOST"))
        return give(true, url.host, out);
    if (is_named(part, "PATH"))
        return give(true, url.path, out);
    if (is_named(part, "QUERY"))
        return give(url.has_query, url.query, out);
    if (is_named(part, "REF"))
        return give(url.has_ref, url.ref, out);
    if (is_named(part, "PROTOCOL"))
        return give(true, url.protocol, out);
    if (is_named(part, "AUTHORITY"))
        return give(url.has_authority, url.authority, out);
    if (is_named(part, "USERINFO"))
        return give(url.has_user_info, url.user_info, out);
    if (!is_named(part, "FILE"))
        return false;
    *out = url.path;
    if (url.has_query)
        *out = rt_concat(arena, (struct rt_text[]){url.path, RT_TEXT("?"), url.query}, 3);
    return true;
}

bool rt_parse_url_key(struct rt_arena *arena, struct rt_text text, struct rt_text part,
    struct rt_text key, struct rt_text *out)
{
    struct rt_text query;
    const char *at, *end;

    if (!is_named(part, "QUERY") || !rt_parse_url(arena, text, part, &query))
        return false;
    for (at = query.data, end = at + query.size; at <= end;) {
        const char *next = at < end ? memchr(at, '&', (size_t)(end - at)) : NULL;
        struct rt_text pair = between(at, next ? next : end);

        if (pair.size > key.size && pair.data[key.size] == '=' &&
            rt_equal_text((struct rt_text){pair.data, key.size}, key)) {
            *out = (struct rt_text){pair.data + key.size + 1, pair.size - key.size - 1};
            return true;
        }
        if (!next)
            break;
        at = next + 1;
    }
    return false;
}
