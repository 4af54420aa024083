/* test: a process a script, so that a crash of generated code is a failure and no more.
 *
 * A child sends records through a pipe: a letter, the size of a text in decimal, a newline, the
 * text. T: number of tests; B: an item begins (FILE:LINE); P: passed; F: failed, why; M: the script
 * itself is wrong. */
#include "slt.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* One script in its process. */
struct child {
    const char *path;
    pid_t pid;
    int fd;
    struct text records;
    bool done;
    int status;
};

struct totals {
    size_t passed, failed;
};

/* ---- in the child ---- */

static void send_record(FILE *out, char letter, const char *text)
{
    fprintf(out, "%c%zu\n%s", letter, strlen(text), text);
    fflush(out);
}

static void on_begin(void *context, const struct slt_item *item)
{
    char place[512];

    snprintf(place, sizeof place, "%s:%u", item->file, item->line);
    send_record(context, 'B', place);
}

static void on_end(void *context, const struct slt_item *item, const char *failure)
{
    (void)item;
    send_record(context, failure ? 'F' : 'P', failure ? failure : "");
}

static bool contains(const struct slt_item *item, const char *filter)
{
    return strstr(item->text, filter) || strstr(item->comment, filter);
}

/* With -k: statements are kept, as what the chosen queries stand on. False: nothing is chosen. */
static bool choose(struct slt_script *script, const char *filter)
{
    bool any = false;

    if (!filter || strstr(script->path, filter))
        return true;
    for (size_t i = 0; i < script->items.count; i++) {
        struct slt_item *item = &script->items.at[i];

        if (contains(item, filter))
            any |= slt_counts(item);
        else if (item->kind == SLT_QUERY)
            item->skipped = true;
    }
    return any;
}

static bool is_updatable(const struct slt_item *item)
{
    return item->has_got && !item->included && !item->pattern &&
        (!item->has_rows || item->shape > SLT_TABLE || !rows_equal(&item->expected, &item->got));
}

/* The script with the rows that came. */
static bool update(const struct slt_script *script, const char **message)
{
    struct str content = file_read(script->arena, script->path);
    struct slt_rows lines = rows_split_file(script->arena, content);
    struct text out = {.arena = script->arena};
    size_t next = 0;

    for (size_t i = 0; i < script->items.count; i++) {
        const struct slt_item *item = &script->items.at[i];

        if (!is_updatable(item))
            continue;
        for (; next < item->rows_begin; next++)
            text_printf(&out, "%s\n", lines.at[next]);
        text_add(&out, "----\n");
        for (size_t k = 0; k < item->got.count; k++)
            text_printf(&out, "%s\n", item->got.at[k]);
        next = item->rows_end;
    }
    if (!out.size)
        return true;
    for (; next < lines.count; next++)
        text_printf(&out, "%s\n", lines.at[next]);
    if (file_write(script->arena, script->path, text_chars(&out), out.size))
        return true;
    *message = arena_printf(script->arena, "%s: %s", script->path, strerror(errno));
    return false;
}

static void send_total(FILE *out, const struct slt_script *script)
{
    char number[32];
    size_t total = 0;

    for (size_t i = 0; i < script->items.count; i++)
        total += slt_counts(&script->items.at[i]);
    snprintf(number, sizeof number, "%zu", total);
    send_record(out, 'T', number);
}

static void run_script(const struct options *options, const char *path, FILE *out)
{
    struct arena *arena = arena_new();
    struct slt_script script = {.arena = arena,
        .options = options,
        .path = path,
        .is_kafka = options->environment.brokers,
        .written = {.arena = arena},
        .unordered = {.arena = arena},
        .left_out = {.arena = arena}};
    struct slt_listener listener = {on_begin, on_end, out};
    const char *message = NULL;
    bool fine;

    session_init(&script.session, arena);
    script.session.catalog->any_names = true;
    script.session.catalog->protos = options->protos;
    if (options->buckets)
        script.session.catalog->buckets = options->buckets;
    if (script.is_kafka)
        script.session.topic_prefix = arena_printf(arena, "slt-%s-", unique_suffix(arena));
    fine = slt_parse(&script, &message);
    if (fine && choose(&script, options->filter)) {
        send_total(out, &script);
        fine = slt_open(&script, &message) && slt_plan(&script, &message);
        if (fine)
            slt_run(&script, &listener);
        if (fine && options->update)
            fine = update(&script, &message);
    }
    if (!fine)
        send_record(out, 'M', message);
    arena_free(arena);
}

static bool start(struct child *child, const struct options *options)
{
    int ends[2];
    FILE *out;

    fflush(NULL);
    if (pipe(ends)) {
        complain("pipe: %s", strerror(errno));
        return false;
    }
    child->records.arena = options->arena;
    child->fd = ends[0];
    child->pid = fork();
    if (child->pid < 0) {
        complain("fork: %s", strerror(errno));
        return false;
    }
    if (child->pid) {
        close(ends[1]);
        return true;
    }
    close(ends[0]);
    out = fdopen(ends[1], "w");
    if (!out)
        _exit(EXIT_ENVIRONMENT);
    run_script(options, child->path, out);
    fclose(out);
    exit(0);
}

/* ---- in the parent ---- */

static bool next_record(const char **at, const char *end, char *letter, struct str *text)
{
    char *after;
    unsigned long size;

    if (*at >= end)
        return false;
    *letter = **at;
    size = strtoul(*at + 1, &after, 10);
    if (*after != '\n' || size > (size_t)(end - after - 1))
        return false; /* The child died while it wrote. */
    *text = (struct str){after + 1, size};
    *at = after + 1 + size;
    return true;
}

static void report_death(const struct child *child, struct str place)
{
    if (WIFSIGNALED(child->status) && WTERMSIG(child->status) == SIGALRM)
        printf("%.*s: took too long and was stopped\n", (int)place.size, place.data);
    else if (WIFSIGNALED(child->status))
        printf("%.*s: died of signal %d (%s)\n", (int)place.size, place.data,
            WTERMSIG(child->status), strsignal(WTERMSIG(child->status)));
    else
        printf("%.*s: ended with exit status %d\n", (int)place.size, place.data,
            WEXITSTATUS(child->status));
}

/* Prints a script's failures and adds up. */
static void report(const struct child *child, struct totals *totals)
{
    const char *at = text_chars(&child->records), *end = at + child->records.size;
    struct str text, place = str_of(child->path);
    size_t total = 0, ended = 0;
    bool open = false, wrong = false;
    char letter;

    while (next_record(&at, end, &letter, &text)) {
        if (letter == 'T')
            total = strtoul(text.data, NULL, 10);
        if (letter == 'B') {
            place = text;
            open = true;
        }
        if (letter == 'F' || letter == 'P') {
            ended++;
            open = false;
        }
        totals->passed += letter == 'P';
        totals->failed += letter == 'F' || letter == 'M';
        wrong |= letter == 'M';
        if (letter == 'F' || letter == 'M')
            printf("%.*s\n", (int)text.size, text.data);
    }
    if (child->status && !wrong) {
        report_death(child, open ? place : str_of(child->path));
        totals->failed += total > ended ? total - ended : 1;
    }
    fflush(stdout);
}

static void read_child(struct child *child, size_t *running)
{
    char block[65536];
    ssize_t size = read(child->fd, block, sizeof block);

    if (size > 0) {
        text_add_size(&child->records, block, (size_t)size);
        return;
    }
    if (size < 0 && errno == EINTR)
        return;
    close(child->fd);
    while (waitpid(child->pid, &child->status, 0) < 0 && errno == EINTR)
        ;
    child->done = true;
    --*running;
}

/* Waits for output of the children [first, last) that run. */
static void wait_children(struct arena *arena, struct child *children, size_t first, size_t last,
    size_t *running)
{
    struct pollfd *polls = arena_array(arena, last - first, sizeof *polls);
    size_t count = last - first;

    for (size_t i = 0; i < count; i++)
        polls[i] = (struct pollfd){
            .fd = children[first + i].done ? -1 : children[first + i].fd, .events = POLLIN};
    if (poll(polls, count, -1) < 0)
        return;
    for (size_t i = 0; i < count; i++)
        if (polls[i].revents)
            read_child(&children[first + i], running);
}

static bool run_children(const struct options *options, struct child *children,
    struct totals *totals)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t limit = options->jobs ? options->jobs : cores > 0 ? (size_t)cores : 1;
    size_t count = options->inputs.count, started = 0, reported = 0, running = 0;

    while (reported < count) {
        for (; started < count && running < limit; started++, running++) {
            children[started].path = options->inputs.at[started].text;
            if (!start(&children[started], options))
                return false;
        }
        wait_children(options->arena, children, reported, started, &running);
        for (; reported < started && children[reported].done; reported++)
            report(&children[reported], totals);
    }
    return true;
}

int command_test(struct options *options)
{
    struct child *children = arena_array(options->arena, options->inputs.count,
        sizeof *children);
    struct totals totals = {0};

    rt_environment_defaults(&options->environment);
    if (options->update && options->environment.brokers) {
        complain("test: --update takes rows from the local environment, not from Kafka");
        return EXIT_USAGE;
    }
    if (!home_find(options->arena))
        return EXIT_ENVIRONMENT;
    if (!run_children(options, children, &totals))
        return EXIT_ENVIRONMENT;
    printf("%zu passed, %zu failed\n", totals.passed, totals.failed);
    return totals.failed ? EXIT_INPUT : EXIT_FINE;
}
