/* SQL/JSON paths: read into steps, followed through a tree. */
#include "json_tree.h"

#include <rt/print.h>
#include <rt/string.h>

#include <string.h>
#include <strings.h>

enum { STEPS = 64, ITEMS = 16 };

enum step_kind { STEP_NAMES, STEP_ALL, STEP_INDEXES, STEP_SLICE, STEP_DEEP, STEP_LENGTH };

struct step {
    enum step_kind kind;
    struct rt_text names[ITEMS];
    int64_t indexes[ITEMS];   /* SLICE: from and to */
    size_t count;
    bool has_from, has_to;    /* SLICE */
};

struct path {
    struct rt_arena *arena;
    const char *at, *end;
    struct step *steps;
    size_t count;
    bool lax, definite, lost; /* lost: a strict path met nothing where something must be */
};

/* ---- reading ---- */

static void skip_blanks(struct path *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r'))
        p->at++;
}

static bool take(struct path *p, char c)
{
    if (p->at == p->end || *p->at != c)
        return false;
    p->at++;
    return true;
}

/* `lax` or `strict`, with a blank behind. */
static void read_mode(struct path *p)
{
    size_t size;

    skip_blanks(p);
    size = (size_t)(p->end - p->at);
    if (size > 4 && !strncasecmp(p->at, "lax", 3) && (p->at[3] == ' ' || p->at[3] == '\t')) {
        p->lax = true;
        p->at += 4;
    } else if (size > 7 && !strncasecmp(p->at, "strict", 6) &&
        (p->at[6] == ' ' || p->at[6] == '\t')) {
        p->at += 7;
    }
    skip_blanks(p);
    while (p->end > p->at && (p->end[-1] == ' ' || p->end[-1] == '\n'))
        p->end--;
}

static struct step *add_step(struct path *p, enum step_kind kind)
{
    struct step *step = &p->steps[p->count];

    if (p->count == STEPS)
        return NULL;
    p->count++;
    *step = (struct step){.kind = kind};
    return step;
}

static bool read_name(struct path *p)
{
    const char *start = p->at;
    struct step *step;

    while (p->at < p->end && !strchr(".[]() ", *p->at))
        p->at++;
    if (p->at == start)
        return false;
    if (p->end - p->at == 2 && !memcmp(p->at, "()", 2) && p->at - start == 6 &&
        !memcmp(start, "length", 6)) {
        p->at += 2;
        return add_step(p, STEP_LENGTH);
    }
    step = add_step(p, STEP_NAMES);
    if (!step)
        return false;
    step->names[step->count++] = (struct rt_text){start, (size_t)(p->at - start)};
    return true;
}

/* 'a', "b" … up to the ] */
static bool read_names(struct path *p)
{
    struct step *step = add_step(p, STEP_NAMES);

    if (!step)
        return false;
    do {
        char quote, *name, *to;

        skip_blanks(p);
        if (p->at == p->end || (*p->at != '\'' && *p->at != '"') || step->count == ITEMS)
            return false;
        quote = *p->at++;
        to = name = rt_arena_alloc(p->arena, (size_t)(p->end - p->at));
        while (p->at < p->end && *p->at != quote) {
            if (*p->at == '\\' && p->at + 1 < p->end)
                p->at++;
            *to++ = *p->at++;
        }
        if (!take(p, quote))
            return false;
        step->names[step->count++] = (struct rt_text){name, (size_t)(to - name)};
        skip_blanks(p);
    } while (take(p, ','));
    return take(p, ']');
}

static bool read_number(struct path *p, int64_t *out)
{
    bool minus = take(p, '-');
    const char *start = p->at;
    int64_t value = 0;

    for (; p->at < p->end && *p->at >= '0' && *p->at <= '9'; p->at++)
        if (value < INT32_MAX)
            value = value * 10 + (*p->at - '0');
    *out = minus ? -value : value;
    return p->at > start;
}

/* 0 or 1,2 or 1:3 up to the ] */
static bool read_indexes(struct path *p)
{
    struct step *step = add_step(p, STEP_INDEXES);

    if (!step)
        return false;
    step->has_from = read_number(p, &step->indexes[0]);
    skip_blanks(p);
    if (take(p, ':')) {
        step->kind = STEP_SLICE;
        skip_blanks(p);
        step->has_to = read_number(p, &step->indexes[1]);
        skip_blanks(p);
        return (step->has_from || step->has_to) && take(p, ']');
    }
    step->count = step->has_from;
    while (step->count && take(p, ',')) {
        skip_blanks(p);
        if (step->count == ITEMS || !read_number(p, &step->indexes[step->count]))
            return false;
        step->count++;
        skip_blanks(p);
    }
    return step->count && take(p, ']');
}

static bool read_bracket(struct path *p)
{
    skip_blanks(p);
    if (p->at < p->end && (*p->at == '\'' || *p->at == '"'))
        return read_names(p);
    if (take(p, '*')) {
        skip_blanks(p);
        return take(p, ']') && add_step(p, STEP_ALL);
    }
    return read_indexes(p);
}

static bool read_steps(struct path *p)
{
    if (!take(p, '$') && !take(p, '@') && !read_name(p))
        return false;
    while (p->at < p->end) {
        bool dot = take(p, '.');

        if (dot && take(p, '.') && !add_step(p, STEP_DEEP))
            return false;
        if (take(p, '[')) {
            if (!read_bracket(p))
                return false;
        } else if (dot && take(p, '*')) {
            if (!add_step(p, STEP_ALL))
                return false;
        } else if (!dot || !read_name(p)) {
            return false;
        }
    }
    p->definite = true;
    for (size_t i = 0; i < p->count; i++) {
        const struct step *step = &p->steps[i];

        if (step->kind == STEP_ALL || step->kind == STEP_SLICE || step->kind == STEP_DEEP ||
            (step->kind == STEP_INDEXES && step->count > 1) ||
            (step->kind == STEP_NAMES && step->count > 1 && i + 1 < p->count))
            p->definite = false;
    }
    return true;
}

/* ---- following ---- */

struct found {
    struct json_node *list, *last; /* copies: siblings of their own */
};

static void follow(struct path *p, const struct json_node *node, size_t i, bool definite,
    struct found *found);

static const struct json_node *member(const struct json_node *node, struct rt_text name)
{
    const struct json_node *child = node->first;

    while (child && !rt_equal_text(child->name, name))
        child = child->next;
    return child;
}

static const struct json_node *element(const struct json_node *node, int64_t index)
{
    const struct json_node *child = node->first;

    if (index < 0)
        index += (int64_t)node->count;
    if (index < 0)
        return NULL;
    while (child && index-- > 0)
        child = child->next;
    return child;
}

static void add_found(struct path *p, struct found *found, const struct json_node *node)
{
    struct json_node *copy = json_tree_new(p->arena, node->kind);

    *copy = *node;
    copy->next = NULL;
    json_tree_add(found->list, &found->last, copy);
}

/* The members of these names as one object. */
static void follow_merged(struct path *p, const struct json_node *node, const struct step *step,
    struct found *found)
{
    struct json_node *merged = json_tree_new(p->arena, RT_JSON_OBJECT), *last = NULL;

    for (size_t n = 0; n < step->count; n++) {
        const struct json_node *child = member(node, step->names[n]);
        struct json_node *copy;

        if (!child)
            continue;
        copy = json_tree_new(p->arena, child->kind);
        *copy = *child;
        copy->next = NULL;
        json_tree_add(merged, &last, copy);
    }
    add_found(p, found, merged);
}

static void follow_names(struct path *p, const struct json_node *node, size_t i, bool definite,
    struct found *found)
{
    const struct step *step = &p->steps[i];
    bool leaf = i + 1 == p->count;

    if (node->kind != RT_JSON_OBJECT) {
        p->lost = p->lost || definite;
        return;
    }
    if (leaf && step->count > 1) {
        follow_merged(p, node, step, found);
        return;
    }
    for (size_t n = 0; n < step->count; n++) {
        const struct json_node *child = member(node, step->names[n]);

        if (child)
            follow(p, child, i + 1, definite && step->count == 1, found);
        else if (!leaf && definite && step->count == 1)
            p->lost = true;
    }
}

static void follow_array(struct path *p, const struct json_node *node, size_t i, bool definite,
    struct found *found)
{
    const struct step *step = &p->steps[i];
    int64_t count = (int64_t)node->count, from = 0, to = count;

    if (node->kind != RT_JSON_ARRAY) {
        p->lost = p->lost || definite;
        return;
    }
    if (step->kind == STEP_INDEXES) {
        for (size_t n = 0; n < step->count; n++) {
            const struct json_node *child = element(node, step->indexes[n]);

            if (child)
                follow(p, child, i + 1, definite && step->count == 1, found);
        }
        return;
    }
    if (step->has_from)
        from = step->indexes[0] < 0 ? count + step->indexes[0] : step->indexes[0];
    if (step->has_to)
        to = step->indexes[1] < 0 ? count + step->indexes[1] : step->indexes[1];
    for (from = from < 0 ? 0 : from; from < to && from < count; from++)
        follow(p, element(node, from), i + 1, false, found);
}

/* What step i + 1 finds in the node and all below it. */
static void follow_deep(struct path *p, const struct json_node *node, size_t i,
    struct found *found)
{
    const struct step *next = &p->steps[i + 1];

    if (next->kind == STEP_NAMES ? node->kind == RT_JSON_OBJECT
            : next->kind == STEP_ALL || node->kind == RT_JSON_ARRAY)
        follow(p, node, i + 1, false, found);
    for (const struct json_node *child = node->first; child; child = child->next)
        follow_deep(p, child, i, found);
}

static void follow_length(struct path *p, const struct json_node *node, struct found *found)
{
    struct json_node *length = json_tree_new(p->arena, RT_JSON_NUMBER);
    char text[24];
    size_t size = (size_t)rt_format_int((int64_t)node->count, text);

    if (node->kind != RT_JSON_ARRAY && node->kind != RT_JSON_OBJECT) {
        add_found(p, found, json_tree_new(p->arena, RT_JSON_NULL));
        return;
    }
    length->text = text_in(p->arena, text, size);
    add_found(p, found, length);
}

static void follow(struct path *p, const struct json_node *node, size_t i, bool definite,
    struct found *found)
{
    if (i == p->count) {
        add_found(p, found, node);
        return;
    }
    switch (p->steps[i].kind) {
    case STEP_NAMES:
        follow_names(p, node, i, definite, found);
        return;
    case STEP_ALL:
        for (const struct json_node *child = node->first; child; child = child->next)
            follow(p, child, i + 1, false, found);
        return;
    case STEP_INDEXES: case STEP_SLICE:
        follow_array(p, node, i, definite, found);
        return;
    case STEP_DEEP:
        follow_deep(p, node, i, found);
        return;
    case STEP_LENGTH:
        follow_length(p, node, found);
        return;
    }
}

enum json_found json_path_read(struct rt_arena *arena, const struct json_node *root,
    struct rt_text text, struct json_node **out, struct rt_error *error)
{
    struct path p = {.arena = arena, .at = text.data, .end = text.data + text.size};
    struct found found = {.list = json_tree_new(arena, RT_JSON_ARRAY)};
    struct step steps[STEPS];

    *out = NULL;
    read_mode(&p);
    p.steps = steps;
    if (!read_steps(&p) || (p.count && p.steps[p.count - 1].kind == STEP_DEEP)) {
        rt_fail(error, RT_EXPRESSION, RT_STOP, "JSON path '%.*s' is invalid", shown(text),
            text.data);
        return JSON_FOUND_NONE;
    }
    if (root)
        follow(&p, root, 0, true, &found);
    if (!p.definite && (p.lax || !p.lost)) {
        *out = found.list;
        return JSON_FOUND;
    }
    if (found.list->first && !p.lost) {
        *out = found.list->first;
        return JSON_FOUND;
    }
    if (p.lax) {
        *out = json_tree_new(arena, RT_JSON_NULL);
        return JSON_FOUND;
    }
    rt_fail(error, RT_EXPRESSION, RT_STOP, "JSON has nothing at path '%.*s'", shown(text),
        text.data);
    return JSON_FOUND_NONE;
}

bool json_path_is_lax(struct rt_text text)
{
    struct path p = {.at = text.data, .end = text.data + text.size};

    read_mode(&p);
    return p.lax;
}
