/* plan and apply: differences to a cluster and registry shown, and carried out. */
#include "driver_plan.h"

#include <stdio.h>
#include <string.h>

/* ---- one change ---- */

static bool update_topic(struct environment *environment, const struct change *change,
    struct rt_error *error)
{
    if (change->partitions && !rt_log_topic_grow(environment->log, change->name,
            change->partitions, CALL_MS, error))
        return false;
    return !change->config_count ||
        rt_log_topic_configure(environment->log, change->name, change->configs,
            change->config_count, CALL_MS, error);
}

static bool apply_change(struct environment *environment, const struct change *change,
    struct rt_error *error)
{
    switch (change->object) {
    case CHANGE_TOPIC:
        if (change->action == CHANGE_CREATE)
            return environment_create_topic(environment, change->table, change->name,
                error);
        if (change->action == CHANGE_DELETE)
            return rt_log_topic_delete(environment->log, change->name, CALL_MS, error);
        return update_topic(environment, change, error);
    case CHANGE_SUBJECT:
        if (change->action == CHANGE_DELETE)
            return rt_registry_delete_subject(environment->registry, change->name, error);
        return environment_register(environment, change->table, change->side, error);
    case CHANGE_LEVEL:
        return rt_registry_set_compatibility(environment->registry, change->name,
            change->details.at[0].after, error);
    }
    return true;
}

/* ---- all ---- */

static void print(struct text *out)
{
    fputs(text_chars(out), stdout);
    fflush(stdout);
    out->size = 0;
    if (out->data)
        *out->data = '\0';
}

static void print_changes(const struct options *options, const struct change_list *list,
    bool done)
{
    struct text out = {.arena = options->arena};
    struct change_totals totals = changes_count(list);

    if (options->json) {
        changes_print_json(&out, list, done);
    } else {
        for (size_t i = 0; i < list->count && !done; i++)
            change_print(&out, &list->at[i]);
        if (list->count)
            text_add_char(&out, '\n');
        changes_print_totals(&out, &totals, done);
    }
    print(&out);
}

/* What stands behind a failure, so that nobody has to guess. */
static int report_failure(const struct change_list *list, size_t at, const struct rt_error *error)
{
    complain("%s", error->message);
    if (!at)
        complain("nothing was changed");
    for (size_t i = 0; i < at; i++)
        complain("done before: %s %s",
            list->at[i].object == CHANGE_TOPIC         ? "topic"
                : list->at[i].object == CHANGE_SUBJECT ? "subject"
                                                       : "compatibility",
            list->at[i].name);
    return status_of(error);
}

static int carry_out(const struct options *options, struct environment *environment,
    const struct change_list *list)
{
    struct text out = {.arena = options->arena};
    struct rt_error error = {0};

    for (size_t i = 0; i < list->count; i++) {
        if (!apply_change(environment, &list->at[i], &error))
            return report_failure(list, i, &error);
        if (options->json)
            continue;
        change_print(&out, &list->at[i]);
        print(&out);
    }
    print_changes(options, list, true);
    return EXIT_FINE;
}

/* Loads the scripts, opens the environment, compares. */
static int find_changes(struct options *options, struct change_list *list)
{
    struct program program;
    struct rt_error error = {0};
    bool fine;

    if (!program_load(&program, options, true))
        return EXIT_ENVIRONMENT;
    if (!environment_of_tables(options, &program))
        return EXIT_USAGE;
    if (!rt_environment_given(&options->environment)) {
        complain("no environment: give --local or --brokers");
        return EXIT_USAGE;
    }
    program_report(&program, options);
    if (program.failed)
        return program.session.live_failed ? EXIT_ENVIRONMENT : EXIT_INPUT;
    *list = (struct change_list){.arena = options->arena};
    fine = environment_open(options->live, &options->environment, &error) &&
        changes_find(list, options->live, &program, options, &error);
    if (fine)
        return EXIT_FINE;
    complain("%s", error.message);
    return status_of(&error);
}

int command_plan(struct options *options)
{
    struct change_list list;
    int status = find_changes(options, &list);

    if (status)
        return status;
    print_changes(options, &list, false);
    if (changes_count(&list).refused)
        return EXIT_INPUT;
    return list.count && options->detailed_exitcode ? EXIT_CHANGES : EXIT_FINE;
}

int command_apply(struct options *options)
{
    struct change_list list;
    int status = find_changes(options, &list);

    if (status)
        return status;
    if (changes_count(&list).refused) {
        print_changes(options, &list, false);
        complain("nothing was changed: see what is refused");
        return EXIT_INPUT;
    }
    return carry_out(options, options->live, &list);
}
