/* Levels and rules by name; which versions a level compares, and in which direction. */
#include "compat_internal.h"

#include <jansson.h>
#include <string.h>

static const struct {
    enum compat_format format;
    enum compat_verdict verdict;
    const char *name, *text;
} rules[] = {
#define RULE(format, name, verdict, text) {COMPAT_##format, COMPAT_##verdict, #name, text},
#include "compat_rules.def"
#undef RULE
};

static const char *const levels[COMPAT_LEVELS] = {"NONE", "BACKWARD", "BACKWARD_TRANSITIVE",
    "FORWARD", "FORWARD_TRANSITIVE", "FULL", "FULL_TRANSITIVE"};
static const char *const formats[] = {"Avro", "JSON Schema", "Protobuf"};

const char *compat_level_name(enum compat_level level)
{
    return levels[level];
}

bool compat_level_find(const char *name, enum compat_level *level)
{
    for (int i = 0; i < COMPAT_LEVELS; i++) {
        if (strcmp(levels[i], name) == 0) {
            *level = (enum compat_level)i;
            return true;
        }
    }
    return false;
}

const char *compat_rule_name(enum compat_rule rule)
{
    return rules[rule].name;
}

const char *compat_rule_text(enum compat_rule rule)
{
    return rules[rule].text;
}

enum compat_verdict compat_rule_verdict(enum compat_rule rule)
{
    return rules[rule].verdict;
}

enum compat_format compat_rule_format(enum compat_rule rule)
{
    return rules[rule].format;
}

bool compat_rule_find(const char *name, enum compat_rule *rule)
{
    for (int i = 0; i < COMPAT_RULES; i++) {
        if (strcmp(rules[i].name, name) == 0) {
            *rule = (enum compat_rule)i;
            return true;
        }
    }
    return false;
}

void compat_add(struct compat_list *list, enum compat_rule rule, const char *path,
    const char *column, const char *before, const char *after)
{
    struct compat_difference difference = {.rule = rule, .path = path, .column = column,
        .before = before, .after = after};

    vec_push(list->arena, list, difference);
}

bool compat_same(const struct compat_schema *a, const struct compat_schema *b)
{
    json_t *left, *right;
    bool same;

    if (a->format != b->format || a->reference_count || b->reference_count)
        return false;
    if (a->format == COMPAT_PROTOBUF || strcmp(a->text, b->text) == 0)
        return strcmp(a->text, b->text) == 0;
    left = json_loads(a->text, JSON_DECODE_ANY, NULL);
    right = json_loads(b->text, JSON_DECODE_ANY, NULL);
    same = left && right && json_equal(left, right);
    json_decref(left);
    json_decref(right);
    return same;
}

bool compat_fail(struct arena *arena, const struct compat_schema *schema, const char *reason,
    const char **error)
{
    *error = schema->version ? arena_printf(arena, "version %d: %s", schema->version, reason)
                             : arena_printf(arena, "the new schema: %s", reason);
    return false;
}

bool compat_refused(const struct compat_list *list, size_t from)
{
    for (; from < list->count; from++) {
        if (rules[list->at[from].rule].verdict == COMPAT_REFUSED)
            return true;
    }
    return false;
}

bool compat_read(const struct compat_schema *reader, const struct compat_schema *writer,
    struct compat_list *list, const char **error)
{
    if (reader->format != writer->format) {
        compat_add(list, COMPAT_SCHEMA_TYPE_CHANGED, "", NULL, formats[writer->format],
            formats[reader->format]);
        return true;
    }
    switch (reader->format) {
    case COMPAT_AVRO:
        return compat_read_avro(reader, writer, list, error);
    case COMPAT_JSON:
        return compat_read_json(reader, writer, list, error);
    case COMPAT_PROTOBUF:
        return compat_read_protobuf(reader, writer, list, error);
    case COMPAT_ANY:
        break;
    }
    BUG("schema format %d", reader->format);
}

/* One direction; what it found is marked with it. */
static bool check_one(const struct compat_schema *schema, const struct compat_schema *version,
    bool forward, struct compat_list *list, const char **error)
{
    size_t from = list->count;

    if (!(forward ? compat_read(version, schema, list, error)
                  : compat_read(schema, version, list, error)))
        return false;
    for (size_t i = from; i < list->count; i++) {
        struct compat_difference *difference = &list->at[i];

        difference->version = version->version;
        difference->forward = forward;
        if (forward) { /* the older one is the reader */
            const char *older = difference->after;

            difference->after = difference->before;
            difference->before = older;
        }
    }
    return true;
}

bool compat_check(enum compat_level level, const struct compat_schema *schema,
    const struct compat_schema *versions, size_t count, struct compat_list *list,
    const char **error)
{
    bool all = level == COMPAT_BACKWARD_TRANSITIVE || level == COMPAT_FORWARD_TRANSITIVE ||
        level == COMPAT_FULL_TRANSITIVE;
    bool full = level == COMPAT_FULL || level == COMPAT_FULL_TRANSITIVE;
    bool backward = full || level == COMPAT_BACKWARD || level == COMPAT_BACKWARD_TRANSITIVE;
    bool forward = full || level == COMPAT_FORWARD || level == COMPAT_FORWARD_TRANSITIVE;

    for (size_t i = count; i > 0 && (all || i == count); i--) {
        const struct compat_schema *version = &versions[i - 1];

        if (backward && !check_one(schema, version, false, list, error))
            return false;
        if (forward && !check_one(schema, version, true, list, error))
            return false;
    }
    return true;
}
