/* What a value of a union is, which entries of a map stay, JSON as text. */
#include <rt/json_read.h>

static struct rt_js_step fail(enum rt_js_problem problem)
{
    return (struct rt_js_step){NULL, problem};
}

static unsigned kind_at(const uint8_t *at, const uint8_t *end)
{
    if (at == end)
        return 0;
    switch (*at) {
    case '"': return RT_JS_TEXT_KIND;
    case '{': return RT_JS_OBJECT_KIND;
    case '[': return RT_JS_ARRAY_KIND;
    case 't': case 'f': return RT_JS_FLAG_KIND;
    }
    if (*at != '-' && !rt_js_is_digit(*at))
        return 0;
    for (at++; at < end && rt_js_is_digit(*at);)
        at++;
    return at < end && (*at == '.' || (*at | 0x20) == 'e') ? RT_JS_NUMBER_KIND : RT_JS_WHOLE_KIND;
}

/* The members of an object as one branch sees them. */
struct match {
    size_t known, unknown;
    bool has_all;
};

static struct rt_js_step match_object(const uint8_t *at, const uint8_t *end,
    struct rt_arena *arena, const struct rt_js_branch *branch, bool *seen, struct match *match)
{
    struct rt_js_step step = rt_js_member(at, end, arena, branch->names, RT_JS_END);

    *match = (struct match){.has_all = true};
    memset(seen, 0, (size_t)branch->names->count);
    while (step.at && (int32_t)step.value != RT_JS_END) {
        int32_t member = (int32_t)step.value;

        if (member == RT_JS_UNKNOWN)
            match->unknown++;
        else if (!seen[member])
            seen[member] = true, match->known++;
        step = rt_js_pass(step.at, end);
        if (step.at)
            step = rt_js_member(step.at, end, arena, branch->names, member);
    }
    for (size_t i = 0; i < branch->required_count; i++)
        match->has_all &= seen[branch->required[i]];
    return step;
}

/* `step->value`: the branch that fits the object best. */
static struct rt_js_step choose_object(const uint8_t *at, const uint8_t *end,
    struct rt_arena *arena, const struct rt_js_branch *branches, size_t count)
{
    struct match best = {0};
    int64_t chosen = -1;

    for (size_t i = 0; i < count; i++) {
        struct match match = {.has_all = true};
        struct rt_js_step step;
        bool *seen;

        if (branches[i].kind != RT_JS_OBJECT_KIND)
            continue;
        if (branches[i].names) {
            seen = rt_arena_alloc(arena, (size_t)branches[i].names->count);
            step = match_object(at, end, arena, &branches[i], seen, &match);
            if (!step.at)
                return step;
        }
        if (!match.has_all || (branches[i].closed && match.unknown))
            continue;
        if (chosen < 0 || match.known > best.known) {
            best = match;
            chosen = (int64_t)i;
        }
    }
    return (struct rt_js_step){at, chosen};
}

struct rt_js_step rt_js_choose(const uint8_t *at, const uint8_t *end, struct rt_arena *arena,
    const struct rt_js_branch *branches, size_t count)
{
    unsigned kind, kinds = 0;
    size_t objects = 0;

    at = rt_js_blanks(at, end);
    kind = kind_at(at, end);
    if (!kind)
        return fail(at == end ? RT_JS_SHORT : RT_JS_KIND);
    for (size_t i = 0; i < count; i++) {
        kinds |= branches[i].kind;
        objects += branches[i].kind == RT_JS_OBJECT_KIND;
    }
    if (kind == RT_JS_WHOLE_KIND && !(kinds & kind))
        kind = RT_JS_NUMBER_KIND;
    if (kind == RT_JS_OBJECT_KIND && objects > 1)
        return choose_object(at, end, arena, branches, count);
    for (size_t i = 0; i < count; i++)
        if (branches[i].kind == kind)
            return (struct rt_js_step){at, (int64_t)i};
    return (struct rt_js_step){at, -1};
}

/* ---- entries ---- */

/* Of all bytes: keys of a map are often alike at both ends. */
static uint32_t hash_of(struct rt_text key)
{
    uint64_t hash = key.size, word;
    size_t i = 0;

    for (; key.size - i >= 8; i += 8) {
        memcpy(&word, key.data + i, 8);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    for (; i < key.size; i++)
        hash = (hash ^ (uint8_t)key.data[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> 32);
}

static uint32_t slot_of(const uint32_t *slots, uint32_t mask, const struct rt_text *keys,
    struct rt_text key)
{
    uint32_t slot = hash_of(key) & mask;

    for (; slots[slot]; slot = (slot + 1) & mask) {
        const struct rt_text *other = &keys[slots[slot] - 1];

        if (other->size == key.size && !memcmp(other->data, key.data, key.size))
            break;
    }
    return slot;
}

size_t rt_js_last_of_each(struct rt_arena *arena, struct rt_text *keys, void *values,
    size_t value_size, bool *null, size_t count)
{
    char *value = values;
    uint32_t mask = 15, *slots;
    size_t kept = 0;

    if (count < 2)
        return count;
    while (mask < 2 * count)
        mask = 2 * mask + 1;
    slots = rt_arena_alloc(arena, (mask + (size_t)1) * sizeof *slots);
    memset(slots, 0, (mask + (size_t)1) * sizeof *slots);
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = slot_of(slots, mask, keys, keys[i]);
        size_t to = slots[slot] ? slots[slot] - 1 : kept++;

        slots[slot] = (uint32_t)to + 1;
        if (to == i)
            continue;
        keys[to] = keys[i];
        null[to] = null[i];
        memcpy(value + to * value_size, value + i * value_size, value_size);
    }
    return kept;
}

/* ---- JSON as text ---- */

struct rt_text rt_js_compact(struct rt_arena *arena, struct rt_text json)
{
    bool quoted = false, blanks = false;
    char *data;
    size_t size = 0;

    for (size_t i = 0; i < json.size && !blanks; i++)
        blanks = (unsigned char)json.data[i] <= ' ';
    if (!blanks)
        return json;
    data = rt_arena_alloc(arena, json.size);
    for (size_t i = 0; i < json.size; i++) {
        char c = json.data[i];

        if (!quoted && (unsigned char)c <= ' ')
            continue;
        data[size++] = c;
        if (quoted && c == '\\')
            data[size++] = json.data[++i];
        else if (c == '"')
            quoted = !quoted;
    }
    return (struct rt_text){data, size};
}
