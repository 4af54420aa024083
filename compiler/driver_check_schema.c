/* check --registry: the schemas of tables against the versions of their subjects. */
#include "driver_check.h"

#include <string.h>

/* A side of a table whose subject has versions. */
struct subject {
    struct check *check;
    struct arena *arena; /* of this side alone */
    const struct table *table;
    const struct table_side *side;
    enum compat_level level;
    struct compat_schema schema;
    struct compat_schema *versions;
    size_t version_count;
};

/* ---- reports ---- */

/* The column, or the table. A column of LIKE has its place in the other table. */
static struct span span_of(const struct subject *subject, const char *column)
{
    const struct table_side *side = subject->side;

    for (size_t i = 0; column && i < side->count; i++) {
        if (strcmp(side->names[i], column) == 0 &&
                subject->table->columns[side->columns[i]].span.source)
            return subject->table->columns[side->columns[i]].span;
    }
    return subject->table->span;
}

static enum diag_code code_of(enum compat_rule rule)
{
    if (compat_rule_verdict(rule) == COMPAT_MISREAD)
        return D_MISREAD_SCHEMA;
    switch (compat_rule_format(rule)) {
    case COMPAT_AVRO: return D_INCOMPATIBLE_AVRO;
    case COMPAT_JSON: return D_INCOMPATIBLE_JSON;
    case COMPAT_PROTOBUF: return D_INCOMPATIBLE_PROTOBUF;
    case COMPAT_ANY: break;
    }
    return D_SUBJECT_FORMAT;
}

/* The same rule at the same place in several versions is told once, of the newest. */
static bool is_known(const struct compat_list *list, size_t number)
{
    const struct compat_difference *difference = &list->at[number];

    for (size_t i = 0; i < number; i++) {
        const struct compat_difference *other = &list->at[i];

        if (other->rule == difference->rule && strcmp(other->path, difference->path) == 0 &&
                other->forward == difference->forward)
            return true;
    }
    return false;
}

static void report(const struct subject *subject, const struct compat_difference *difference)
{
    static const struct span nowhere;
    const char *rule = compat_rule_name(difference->rule), *level;
    enum diag_code code = code_of(difference->rule);
    struct span span = span_of(subject, difference->column);
    struct diag *diag = subject->check->diag;

    if (check_is_allowed(subject->check, code, rule, span))
        return;
    level = compat_level_name(subject->level);
    diag_report(diag, code, span, "%s%s%s: %s", rule, *difference->path ? " at " : "",
        difference->path, compat_rule_text(difference->rule));
    diag_note(diag, nowhere, difference->forward
            ? "subject '%s' is %s: its version %d must read what the table writes"
            : "subject '%s' is %s: the table must read what its version %d has written",
        subject->side->subject, level, difference->version);
    if (difference->before)
        diag_note(diag, nowhere, "version %d: %s", difference->version, difference->before);
    if (difference->after)
        diag_note(diag, nowhere, "the table: %s", difference->after);
}

static void compare(struct subject *subject)
{
    struct compat_list list = {.arena = subject->arena};
    const char *reason = "";

    if (!compat_check(subject->level, &subject->schema, subject->versions,
            subject->version_count, &list, &reason) &&
            !check_is_allowed(subject->check, D_SUBJECT_SCHEMA, NULL, subject->table->span))
        diag_error(subject->check->diag, D_SUBJECT_SCHEMA, subject->table->span,
            "subject '%s', %s", subject->side->subject, reason);
    for (size_t i = 0; i < list.count; i++) {
        if (compat_rule_verdict(list.at[i].rule) != COMPAT_ACCEPTED && !is_known(&list, i))
            report(subject, &list.at[i]);
    }
}

static bool read_level(struct subject *subject, bool *fine, struct rt_error *error)
{
    struct check *check = subject->check;
    const char *name = "";
    struct span span = subject->table->span;

    if (!rt_registry_compatibility(check->registry, subject->side->subject, &name, error))
        return false;
    *fine = compat_level_find(name, &subject->level);
    if (!*fine) {
        diag_error(check->diag, D_SUBJECT_LEVEL, span,
            "subject '%s' has compatibility '%s', which is no level", subject->side->subject,
            name);
    } else if (check->options->lint && subject->level < COMPAT_FULL &&
            !check_is_allowed(check, D_LINT_LEVEL, NULL, span)) {
        diag_warn(check->diag, D_LINT_LEVEL, span, "subject '%s' is %s", subject->side->subject,
            name);
        diag_note(check->diag, (struct span){0},
            "Flink both reads and writes a table: FULL or FULL_TRANSITIVE keeps old and new "
            "statements working");
    }
    return true;
}

/* ---- versions ---- */

static bool read_versions(struct subject *subject, struct rt_error *error)
{
    struct check *check = subject->check;
    const char *name = subject->side->subject;
    const int *numbers, *copy;
    size_t count;

    if (!rt_registry_versions(check->registry, name, &numbers, &count, error))
        return false;
    if (!count)
        return true;
    copy = arena_copy(subject->arena, numbers, count * sizeof *numbers);
    subject->versions = arena_array(subject->arena, count, sizeof *subject->versions);
    for (size_t i = 0; i < count; i++) {
        struct compat_schema *version = &subject->versions[subject->version_count];
        const struct rt_registered *schema;
        struct schema_text text;

        if (!rt_registry_version(check->registry, name, copy[i], &schema, error))
            return false;
        if (!schema)
            continue;
        if (!registered_text(subject->arena, check->registry, schema, &text, error))
            return false;
        *version = (struct compat_schema){(enum compat_format)text.language, text.text,
            text.references, text.reference_count, copy[i]};
        subject->version_count++;
    }
    return true;
}

static bool check_subject(struct subject *subject, struct rt_error *error)
{
    bool fine = true;

    if (!read_versions(subject, error))
        return false;
    if (!subject->version_count)
        return true;
    if (!read_level(subject, &fine, error))
        return false;
    /* A schema that the subject has is registered again whatever its level says. */
    for (size_t i = 0; i < subject->version_count && fine; i++)
        fine = !compat_same(&subject->schema, &subject->versions[i]);
    if (fine)
        compare(subject);
    return true;
}

static bool check_side(struct check *check, const struct table *table,
    const struct table_side *side, struct rt_error *error)
{
    struct subject subject = {.check = check, .table = table, .side = side};
    bool reached;

    if (!side->subject || !side->schema || !format_info(side->format)->registered)
        return true;
    subject.schema.format = (enum compat_format)format_info(side->format)->language;
    subject.schema.text = side->schema;
    subject.arena = arena_new();
    reached = check_subject(&subject, error);
    arena_free(subject.arena);
    return reached;
}

bool check_schemas(struct check *check, struct rt_error *error)
{
    const struct map *tables = &check->program->session.catalog->tables;

    for (size_t i = 0; i < tables->count; i++) {
        const struct table *table = tables->at[i].value;

        if (map_get(&check->program->session.catalog->inferred, table->name))
            continue; /* from the registry itself */
        if (!check_side(check, table, &table->key_side, error) ||
                !check_side(check, table, &table->value_side, error))
            return false;
    }
    return true;
}
