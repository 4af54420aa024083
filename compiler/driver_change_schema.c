/* Differences of subjects: versions, columns, compatibility. */
#include "driver_plan.h"

#include "registry/compat.h"
#include "registry/schema.h"

#include <string.h>

struct finder {
    struct change_list *list;
    struct arena *arena;
    struct environment *environment;
    const struct table *table;
    const struct table_side *side;
    enum rt_schema_kind kind;
    struct change change;
};

static const char *const kind_names[] = {"Avro", "JSON Schema", "Protobuf"};

/* ---- columns ---- */

static void add_detail(struct finder *finder, const char *name, const char *before,
    const char *after)
{
    vec_push(finder->arena, &finder->change.details,
        ((struct change_detail){name, before, after}));
}

/* The fields of a record; those of another schema are one without a name. */
static const struct type *type_of(struct finder *finder, const char *text)
{
    const struct schema_text schema = {(enum schema_language)finder->kind, text, NULL, 0};
    const char *ignored;

    return schema_to_type(finder->arena, &schema, &ignored);
}

static const char *printed(struct finder *finder, const struct type *type)
{
    return arena_printf(finder->arena, "%s%s", type_brief(finder->arena, type),
        type->nullable ? "" : " NOT NULL");
}

static const struct type_field *find_field(const struct type *row, const char *name)
{
    for (size_t i = 0; i < row->field_count; i++)
        if (!strcmp(row->fields[i].name, name))
            return &row->fields[i];
    return NULL;
}

static void compare_fields(struct finder *finder, const struct type *before,
    const struct type *after)
{
    for (size_t i = 0; i < after->field_count; i++) {
        const struct type_field *field = &after->fields[i];
        const struct type_field *old = find_field(before, field->name);

        if (!old || !type_equal(old->type, field->type))
            add_detail(finder, field->name, old ? printed(finder, old->type) : NULL,
                printed(finder, field->type));
    }
    for (size_t i = 0; i < before->field_count; i++)
        if (!find_field(after, before->fields[i].name))
            add_detail(finder, before->fields[i].name, printed(finder, before->fields[i].type),
                NULL);
}

static void compare_columns(struct finder *finder, const char *before, const char *after)
{
    static const struct type none = {.kind = TYPE_ROW};
    const struct type *old = before ? type_of(finder, before) : &none;
    const struct type *now = type_of(finder, after);

    if (!old || !now)
        return;
    if (old->kind == TYPE_ROW && now->kind == TYPE_ROW)
        compare_fields(finder, old, now);
    else if (!type_equal(old, now))
        add_detail(finder, "(whole)", before ? printed(finder, old) : NULL, printed(finder, now));
}

/* ---- compatibility ---- */

static void add_difference(struct text *out, const struct compat_difference *difference)
{
    if (compat_rule_verdict(difference->rule) != COMPAT_REFUSED)
        return;
    text_printf(out, "%s%s%s%s", out->size ? "\n" : "", difference->path,
        *difference->path ? ": " : "", compat_rule_text(difference->rule));
    if (difference->before || difference->after)
        text_printf(out, " (%s -> %s)", difference->before ? difference->before : "nothing",
            difference->after ? difference->after : "nothing");
    if (difference->version)
        text_printf(out, ", against version %d", difference->version);
}

static bool read_versions(struct finder *finder, struct compat_schema **schemas, size_t *count,
    struct rt_error *error)
{
    struct rt_registry *registry = finder->environment->registry;
    const int *versions;

    if (!rt_registry_versions(registry, finder->side->subject, &versions, count, error))
        return false;
    *schemas = arena_array(finder->arena, *count, sizeof **schemas);
    for (size_t i = 0; i < *count; i++) {
        const struct rt_registered *schema = NULL;

        if (!rt_registry_version(registry, finder->side->subject, versions[i], &schema, error))
            return false;
        (*schemas)[i] = (struct compat_schema){
            .format = (enum compat_format)(schema ? schema->kind : finder->kind),
            .text = schema ? schema->text : "", .version = versions[i]};
        if (!schema || schema->reference_count)
            *count = 0; /* Not to be judged here. */
    }
    return true;
}

/* Our own verdict, and what it is made of. *reasons "": compatible. */
static bool judge(struct finder *finder, const char *level_name, const char **reasons,
    struct rt_error *error)
{
    struct compat_schema schema = {.format = (enum compat_format)finder->kind,
        .text = finder->side->schema};
    struct compat_list list = {.arena = finder->arena};
    struct text out = {.arena = finder->arena};
    struct compat_schema *versions;
    enum compat_level level;
    const char *why;
    size_t count;

    *reasons = "";
    if (!compat_level_find(level_name, &level))
        return true;
    if (!read_versions(finder, &versions, &count, error))
        return false;
    if (!count || !compat_check(level, &schema, versions, count, &list, &why) ||
        !compat_refused(&list, 0))
        return true;
    for (size_t i = 0; i < list.count; i++)
        add_difference(&out, &list.at[i]);
    *reasons = text_chars(&out);
    return true;
}

static bool check_compatible(struct finder *finder, struct rt_error *error)
{
    struct rt_registry *registry = finder->environment->registry;
    const char *level, *reason = NULL, *differences;

    if (!rt_registry_compatibility(registry, finder->side->subject, &level, error) ||
        !rt_registry_test(registry, finder->side->subject, finder->kind, finder->side->schema,
            &reason, error))
        return false;
    if (!reason && finder->environment->is_kafka)
        return true; /* Whoever keeps the subject has judged. */
    if (!judge(finder, level, &differences, error))
        return false;
    if (!reason && !*differences)
        return true;
    finder->change.refusal = arena_printf(finder->arena, "not %s with what is registered%s%s%s%s",
        level, reason && *reason ? "\n" : "", reason ? reason : "", *differences ? "\n" : "",
        differences);
    return true;
}

/* ---- the subject ---- */

/* The id of a key's schema is the first bytes of the key, which the partition is computed of. */
static const char *warning_of(const struct finder *finder)
{
    const struct table *table = finder->table;

    if (finder->side != &table->key_side || table_option_by_id(table, OPT_KEY_ID_ENCODING)->number)
        return NULL;
    return "keys get another schema id, and so other bytes and partitions: older rows of a key "
           "stay where they are";
}

static bool compare_schema(struct finder *finder, const struct rt_registered *latest,
    struct rt_error *error)
{
    struct change *change = &finder->change;
    int32_t id = 0;

    *change = (struct change){.action = latest ? CHANGE_UPDATE : CHANGE_CREATE,
        .object = CHANGE_SUBJECT, .table = finder->table, .side = finder->side,
        .name = finder->side->subject};
    if (latest) {
        if (!rt_registry_lookup(finder->environment->registry, finder->side->subject,
                finder->kind, finder->side->schema, &id, error))
            return false;
        if (id)
            return true;
        change->summary = arena_printf(finder->arena, "version %d -> %d", latest->version,
            latest->version + 1);
        if (!check_compatible(finder, error))
            return false;
        change->warning = change->refusal ? NULL : warning_of(finder);
    } else {
        change->summary = kind_names[finder->kind];
    }
    if (!latest || latest->kind == finder->kind)
        compare_columns(finder, latest ? latest->text : NULL, finder->side->schema);
    vec_push(finder->arena, finder->list, *change);
    return true;
}

static bool compare_level(struct finder *finder, const char *wanted, bool exists,
    struct rt_error *error)
{
    const char *level = "";
    struct change change = {.action = CHANGE_UPDATE, .object = CHANGE_LEVEL,
        .table = finder->table, .side = finder->side, .name = finder->side->subject};

    if (exists && !rt_registry_compatibility(finder->environment->registry, change.name, &level,
            error))
        return false;
    if (!strcmp(level, wanted))
        return true;
    change.action = exists ? CHANGE_UPDATE : CHANGE_CREATE;
    vec_push(finder->arena, &change.details, ((struct change_detail){"level",
        exists ? arena_strdup(finder->arena, level) : NULL, wanted}));
    vec_push(finder->arena, finder->list, change);
    return true;
}

bool changes_subject(struct change_list *list, struct environment *environment,
    const struct table *table, const struct table_side *side, const char *level,
    struct rt_error *error)
{
    struct finder finder = {.list = list, .arena = list->arena, .environment = environment,
        .table = table, .side = side};
    const struct rt_registered *latest = NULL;

    if (!side->subject || !side->schema || side->reference_count ||
        side->subject_count > 1 || side->looks_up || side->schema_id > 0 ||
        !format_info(side->format)->registered)
        return true;
    finder.kind = (enum rt_schema_kind)format_info(side->format)->language;
    if (!environment->registry)
        return rt_fail(error, RT_CONFIG, RT_STOP,
            "its format needs a schema registry: give --registry URL");
    return rt_registry_version(environment->registry, side->subject, 0, &latest, error) &&
        compare_schema(&finder, latest, error) &&
        (!level || compare_level(&finder, level, latest != NULL, error));
}
