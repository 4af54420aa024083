/* Differences as text and as JSON. */
#include "driver_plan.h"

#include "registry/json_text.h"

#include <string.h>

static const char *object_name(enum change_object object)
{
    static const char *const names[] = {"topic", "subject", "compatibility"};

    return names[object];
}

static const char *action_name(const struct change *change)
{
    static const char *const names[] = {"create", "update", "delete"};

    return change->refusal ? "refuse" : names[change->action];
}

/* ---- text ---- */

static char mark_of(const char *before, const char *after)
{
    return !before ? '+' : !after ? '-' : '~';
}

static void print_detail(struct text *out, const struct change *change,
    const struct change_detail *detail, int width)
{
    text_add(out, "    ");
    if (change->action == CHANGE_UPDATE && change->object == CHANGE_SUBJECT)
        text_printf(out, "%c ", mark_of(detail->before, detail->after));
    text_printf(out, "%-*s  ", width, detail->name);
    if (detail->before && detail->after)
        text_printf(out, "%s -> %s\n", *detail->before ? detail->before : "(not set)",
            detail->after);
    else
        text_printf(out, "%s\n", detail->after ? detail->after : detail->before);
}

void change_print(struct text *out, const struct change *change)
{
    static const char marks[] = {'+', '~', '-'};
    int width = 0;

    text_printf(out, "%c %s %s", change->refusal ? '!' : marks[change->action],
        object_name(change->object), change->name);
    if (change->summary)
        text_printf(out, ": %s", change->summary);
    text_add_char(out, '\n');
    for (size_t i = 0; i < change->details.count; i++) {
        int size = (int)strlen(change->details.at[i].name);

        width = size > width ? size : width;
    }
    for (size_t i = 0; i < change->details.count; i++)
        print_detail(out, change, &change->details.at[i], width);
    if (change->warning)
        text_printf(out, "    warning: %s\n", change->warning);
    if (change->refusal) {
        text_add(out, "    refused: ");
        for (const char *at = change->refusal; *at; at++) {
            text_add_char(out, *at);
            if (*at == '\n')
                text_add(out, "      ");
        }
        text_add_char(out, '\n');
    }
}

struct change_totals changes_count(const struct change_list *list)
{
    struct change_totals totals = {0};

    for (size_t i = 0; i < list->count; i++) {
        const struct change *change = &list->at[i];

        totals.refused += change->refusal != NULL;
        totals.created += !change->refusal && change->action == CHANGE_CREATE;
        totals.updated += !change->refusal && change->action == CHANGE_UPDATE;
        totals.deleted += !change->refusal && change->action == CHANGE_DELETE;
    }
    return totals;
}

void changes_print_totals(struct text *out, const struct change_totals *totals, bool done)
{
    if (!totals->created && !totals->updated && !totals->deleted && !totals->refused) {
        text_add(out, "No changes: topics and subjects are as the scripts say.\n");
        return;
    }
    if (done)
        text_printf(out, "Done: %zu created, %zu changed, %zu deleted.\n", totals->created,
            totals->updated, totals->deleted);
    else
        text_printf(out, "Plan: %zu to create, %zu to change, %zu to delete, %zu refused.\n",
            totals->created, totals->updated, totals->deleted, totals->refused);
}

/* ---- JSON ---- */

static void add_member(struct text *out, const char *name, const char *value)
{
    text_printf(out, ",\"%s\":", name);
    if (value)
        json_add_string(out, value, strlen(value));
    else
        text_add(out, "null");
}

static void add_json(struct text *out, const struct change *change)
{
    text_printf(out, "{\"action\":\"%s\",\"object\":\"%s\"", action_name(change),
        object_name(change->object));
    add_member(out, "name", change->name);
    add_member(out, "table", change->table->name);
    if (change->refusal)
        add_member(out, "reason", change->refusal);
    if (change->warning)
        add_member(out, "warning", change->warning);
    text_add(out, ",\"details\":[");
    for (size_t i = 0; i < change->details.count; i++) {
        const struct change_detail *detail = &change->details.at[i];

        text_add(out, i ? ",{\"name\":" : "{\"name\":");
        json_add_string(out, detail->name, strlen(detail->name));
        add_member(out, "before", detail->before);
        add_member(out, "after", detail->after);
        text_add_char(out, '}');
    }
    text_add(out, "]}");
}

void changes_print_json(struct text *out, const struct change_list *list, bool done)
{
    struct change_totals totals = changes_count(list);

    text_add(out, "{\"changes\":[");
    for (size_t i = 0; i < list->count; i++) {
        text_add(out, i ? ",\n  " : "\n  ");
        add_json(out, &list->at[i]);
    }
    text_printf(out,
        "%s],\"create\":%zu,\"update\":%zu,\"delete\":%zu,\"refuse\":%zu,\"applied\":%s}\n",
        list->count ? "\n" : "", totals.created, totals.updated, totals.deleted, totals.refused,
        done ? "true" : "false");
}
