/* Schemas that records name and nobody knows yet. A registry that answers over a network is asked
 * in threads of their own, each with a client of its own, while the task goes on with what it can
 * read; one that answers at once is asked right away. */
#include "task/task.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CLIENTS = 4, MS_PER_S = 1000, NS_PER_MS = 1000000 };

enum state { QUEUED, RUNNING, OVER };

struct lookup {
    struct wire_schema wanted;
    const struct rt_side *side;
    enum state state;
    int64_t due_ms;     /* QUEUED: not before. */
    struct retry retry;
    /* The thread's while RUNNING. */
    bool done;
    struct found_schema found;
    struct rt_error error;
};

struct client {
    struct lookups *all;
    struct rt_registry *registry;
    struct lookup *lookup; /* NULL: idle. */
    pthread_t thread;
    bool ended;            /* Under the lock. */
};

struct lookups {
    pthread_mutex_t lock;
    pthread_cond_t some_ended;
    struct client clients[CLIENTS];
    struct lookup **at;
    size_t count;
};

/* ---- one question ---- */

/* True also where the registry does not have it. */
static bool ask(struct rt_registry *registry, const struct rt_side *side,
    const struct wire_schema *wanted, struct found_schema *found, struct rt_error *error)
{
    bool done = false;

    *found = (struct found_schema){0};
    switch (wanted->kind) {
    case WIRE_NONE:
        done = rt_registry_version(registry, side->subject, 0, &found->schema, error);
        break;
    case WIRE_ID:
        done = rt_registry_by_id(registry, wanted->id, side->subject, &found->schema, error);
        break;
    case WIRE_GUID:
        done = rt_registry_by_guid(registry, wanted->guid, &found->schema, error);
        break;
    }
    if (!done) {
        found->schema = NULL;
        return error->code == RT_DECODE;
    }
    return !found->schema ||
        rt_registry_references(registry, found->schema, &found->references,
            &found->reference_count, error);
}

/* Waits for as long as the registry is away. */
static enum lookup_result ask_now(struct rt_task *task, const struct rt_side *side,
    const struct wire_schema *wanted, struct found_schema *found, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    while (!ask(own->run->registry, side, wanted, found, error))
        if (error->action != RT_RETRY || !task_wait(task, &own->away, error))
            return LOOKUP_FAILED;
    task_is_back(task);
    return LOOKUP_DONE;
}

static void *run(void *argument)
{
    struct client *client = argument;
    struct lookup *lookup = client->lookup;

    lookup->done =
        ask(client->registry, lookup->side, &lookup->wanted, &lookup->found, &lookup->error);
    pthread_mutex_lock(&client->all->lock);
    client->ended = true;
    pthread_cond_signal(&client->all->some_ended);
    pthread_mutex_unlock(&client->all->lock);
    return NULL;
}

/* ---- all of them ---- */

static struct lookups *lookups_of(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;
    pthread_condattr_t attributes;

    if (own->lookups)
        return own->lookups;
    own->lookups = rt_allocate(1, sizeof *own->lookups);
    pthread_mutex_init(&own->lookups->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&own->lookups->some_ended, &attributes);
    pthread_condattr_destroy(&attributes);
    for (size_t i = 0; i < CLIENTS; i++)
        own->lookups->clients[i].all = own->lookups;
    return own->lookups;
}

/* *client NULL without a failure: none is needed, or all are busy. */
static bool idle_client(struct rt_task *task, struct lookups *lookups, struct client **client,
    struct rt_error *error)
{
    *client = NULL;
    for (size_t i = 0; i < CLIENTS && !*client; i++)
        if (!lookups->clients[i].lookup)
            *client = &lookups->clients[i];
    if (!*client || (*client)->registry)
        return true;
    if (!rt_registry_another(task->private_->run->registry, &(*client)->registry, error))
        return false;
    if (!(*client)->registry)
        *client = NULL;
    return true;
}

static void fail_to_start(struct lookup *lookup)
{
    lookup->done = rt_fail(&lookup->error, RT_MEMORY, RT_STOP,
        "no thread can be started to ask the registry");
}

static void start_due(struct rt_task *task, struct lookups *lookups)
{
    int64_t now = rt_monotonic_ms();

    for (size_t i = 0; i < lookups->count; i++) {
        struct lookup *lookup = lookups->at[i];
        struct client *client;

        if (lookup->state != QUEUED || lookup->due_ms > now)
            continue;
        lookup->state = OVER;
        lookup->done = idle_client(task, lookups, &client, &lookup->error);
        if (!lookup->done)
            continue;
        lookup->state = QUEUED;
        if (!client)
            return;
        lookup->state = RUNNING;
        client->lookup = lookup;
        client->ended = false;
        if (pthread_create(&client->thread, NULL, run, client)) {
            client->lookup = NULL;
            lookup->state = OVER;
            fail_to_start(lookup);
        }
    }
}

/* What a lookup's thread brought. */
static void settle(const struct rt_task *task, struct lookup *lookup)
{
    lookup->state = OVER;
    if (!lookup->done && lookup->error.code == RT_CANCELLED) { /* The task stops. */
        lookup->state = QUEUED;
        lookup->due_ms = INT64_MAX;
        return;
    }
    if (!lookup->done && lookup->error.action == RT_RETRY) {
        int seconds = retry_report(task, &lookup->retry, lookup->error.message);

        lookup->state = QUEUED;
        lookup->due_ms = rt_monotonic_ms() + (int64_t)seconds * MS_PER_S;
        return;
    }
    retry_end(task, &lookup->retry);
}

bool lookups_collect(struct rt_task *task)
{
    struct lookups *lookups = task->private_->lookups;
    bool some = false;

    if (!lookups)
        return false;
    for (size_t i = 0; i < CLIENTS; i++) {
        struct client *client = &lookups->clients[i];
        bool ended;

        pthread_mutex_lock(&lookups->lock);
        ended = client->lookup && client->ended;
        pthread_mutex_unlock(&lookups->lock);
        if (!ended)
            continue;
        pthread_join(client->thread, NULL);
        settle(task, client->lookup);
        client->lookup = NULL;
    }
    start_due(task, lookups);
    for (size_t i = 0; i < lookups->count; i++)
        some = some || lookups->at[i]->state == OVER;
    return some;
}

static bool has_ended(const struct lookups *lookups)
{
    for (size_t i = 0; i < CLIENTS; i++)
        if (lookups->clients[i].lookup && lookups->clients[i].ended)
            return true;
    return false;
}

void lookups_wait(struct rt_task *task, int timeout_ms)
{
    struct lookups *lookups = lookups_of(task);
    struct timespec until;
    int64_t nanoseconds;

    clock_gettime(CLOCK_MONOTONIC, &until);
    nanoseconds = until.tv_nsec + (int64_t)timeout_ms * NS_PER_MS;
    until.tv_sec += (time_t)(nanoseconds / NS_PER_MS / MS_PER_S);
    until.tv_nsec = (long)(nanoseconds % ((int64_t)NS_PER_MS * MS_PER_S));
    pthread_mutex_lock(&lookups->lock);
    while (!has_ended(lookups) &&
        !pthread_cond_timedwait(&lookups->some_ended, &lookups->lock, &until))
        continue;
    pthread_mutex_unlock(&lookups->lock);
}

/* ---- the call ---- */

static void add(struct lookups *lookups, const struct rt_side *side,
    const struct wire_schema *wanted)
{
    struct lookup *lookup = rt_allocate(1, sizeof *lookup);

    lookup->side = side;
    lookup->wanted = *wanted;
    lookups->at = rt_reallocate(lookups->at, lookups->count + 1, sizeof(struct lookup *));
    lookups->at[lookups->count++] = lookup;
}

static enum lookup_result take(struct lookups *lookups, size_t index, struct found_schema *found,
    struct rt_error *error)
{
    struct lookup *lookup = lookups->at[index];
    bool done = lookup->done;

    *found = lookup->found;
    if (!done)
        *error = lookup->error;
    free(lookup);
    lookups->at[index] = lookups->at[--lookups->count];
    return done ? LOOKUP_DONE : LOOKUP_FAILED;
}

enum lookup_result lookup_schema(struct rt_task *task, const struct rt_side *side,
    const struct wire_schema *wanted, struct found_schema *found, struct rt_error *error)
{
    struct lookups *lookups = lookups_of(task);
    struct client *client;
    size_t i = 0;

    *found = (struct found_schema){0};
    if (wanted->kind == WIRE_NONE && side->one_of_several)
        return LOOKUP_DONE;
    while (i < lookups->count && (lookups->at[i]->side != side ||
               !wire_equal(&lookups->at[i]->wanted, wanted)))
        i++;
    if (i < lookups->count)
        return lookups->at[i]->state == OVER ? take(lookups, i, found, error) : LOOKUP_WAITING;
    if (!task->private_->run->registry) {
        rt_fail(error, RT_CONFIG, RT_STOP, "no schema registry is given (--registry URL)");
        return LOOKUP_FAILED;
    }
    if (!idle_client(task, lookups, &client, error))
        return LOOKUP_FAILED;
    if (!client && !lookups->clients[0].registry)
        return ask_now(task, side, wanted, found, error);
    add(lookups, side, wanted);
    start_due(task, lookups);
    return LOOKUP_WAITING;
}

uint64_t lookups_fetches(const struct rt_task *task)
{
    const struct rt_task_private *own = task->private_;
    uint64_t fetches = own->run->registry ? rt_registry_fetches(own->run->registry) : 0;

    for (size_t i = 0; own->lookups && i < CLIENTS; i++)
        if (own->lookups->clients[i].registry)
            fetches += rt_registry_fetches(own->lookups->clients[i].registry);
    return fetches;
}

void lookups_close(struct rt_task *task)
{
    struct lookups *lookups = task->private_->lookups;

    if (!lookups)
        return;
    for (size_t i = 0; i < CLIENTS; i++)
        if (lookups->clients[i].lookup)
            rt_registry_cancel(lookups->clients[i].registry);
    for (size_t i = 0; i < CLIENTS; i++) {
        if (lookups->clients[i].lookup)
            pthread_join(lookups->clients[i].thread, NULL);
        rt_registry_close(lookups->clients[i].registry);
    }
    for (size_t i = 0; i < lookups->count; i++) {
        free(lookups->at[i]->found.references);
        free(lookups->at[i]);
    }
    pthread_cond_destroy(&lookups->some_ended);
    pthread_mutex_destroy(&lookups->lock);
    free(lookups->at);
    free(lookups);
}
