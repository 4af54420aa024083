/* What `check` is told to let pass. */
#include "driver_check.h"

#include <string.h>

/* Numbers of differences and lints: D4100 to D4199. */
static bool is_code(const char *rule)
{
    for (int i = 0; i < DIAG_CODE_COUNT; i++) {
        const char *name = diag_code_name((enum diag_code)i);

        if (strncmp(name, "D41", 3) == 0 && strcmp(name, rule) == 0)
            return true;
    }
    return false;
}

static bool is_rule(const char *rule)
{
    enum compat_rule found;

    return is_code(rule) || compat_rule_find(rule, &found);
}

static const char *nearest_rule(const char *rule)
{
    const char *names[COMPAT_RULES];

    for (int i = 0; i < COMPAT_RULES; i++)
        names[i] = compat_rule_name((enum compat_rule)i);
    return nearest_name(rule, names, COMPAT_RULES);
}

bool check_allow_options(struct check *check)
{
    const struct options *options = check->options;

    for (size_t i = 0; i < options->allow_count; i++) {
        const char *rule = options->allow[i], *near = nearest_rule(rule);

        if (is_rule(rule)) {
            vec_push(check->arena, &check->allows, ((struct check_allow){.rule = rule}));
            continue;
        }
        if (near)
            complain("--allow: no rule '%s'; did you mean '%s'?", rule, near);
        else
            complain("--allow: no rule '%s': a number from D4101 to D4199 or the name of a "
                "difference is wanted", rule);
        complain("see 'ddl2c %s --help'", options->command->name);
        return false;
    }
    return true;
}

/* ---- comments ---- */

/* Text with its statements, as far as it has been read. */
struct scan {
    struct check *check;
    uint32_t source;
    struct str content;
    struct span statement; /* the one being read, with what stands before it */
    struct span before;    /* the one before it */
};

/* The rules named in [at, end). */
static void take_rules(struct scan *scan, size_t at, size_t end, struct span statement)
{
    struct check *check = scan->check;
    const char *content = scan->content.data;

    while (at < end) {
        size_t size;
        const char *rule;
        struct span span;

        at += strspn(content + at, ", \t\r");
        size = strcspn(content + at, ", \t\r\n");
        if (!size || at >= end)
            return;
        rule = arena_strndup(check->arena, content + at, size);
        span = (struct span){scan->source, (uint32_t)at, (uint32_t)(at + size)};
        at += size;
        if (is_rule(rule)) {
            vec_push(check->arena, &check->allows, ((struct check_allow){rule, statement}));
            continue;
        }
        diag_warn(check->diag, D_UNKNOWN_RULE, span, "no rule '%s'", rule);
        if (nearest_rule(rule))
            diag_note(check->diag, (struct span){0}, "did you mean '%s'?", nearest_rule(rule));
    }
}

/* A comment from `at` to `end`; one behind the semicolon is of the statement that ends there. */
static void take_comment(struct scan *scan, size_t at, size_t end)
{
    static const char word[] = "ddl2c:", verb[] = "allow";
    const char *content = scan->content.data;
    size_t begin = scan->statement.begin;
    bool behind = scan->before.source && !memchr(content + begin, '\n', at - begin);

    at += 2;
    at += strspn(content + at, " \t");
    if (strncmp(content + at, word, sizeof word - 1) != 0)
        return;
    at += sizeof word - 1;
    at += strspn(content + at, " \t");
    if (strncmp(content + at, verb, sizeof verb - 1) == 0)
        take_rules(scan, at + sizeof verb - 1, end, behind ? scan->before : scan->statement);
}

/* Behind a comment or literal that begins at `at`. */
static size_t skip(struct str content, size_t at)
{
    char quote = content.data[at];
    const char *end;

    if (quote == '/') {
        end = strstr(content.data + at + 2, "*/");
        return end ? (size_t)(end - content.data) + 2 : content.size;
    }
    end = memchr(content.data + at + 1, quote, content.size - at - 1);
    return end ? (size_t)(end - content.data) + 1 : content.size;
}

/* Where the statement that begins at `at` ends; reads its comments if `take`. */
static size_t read_statement(struct scan *scan, size_t at, bool take)
{
    struct str content = scan->content;

    while (at < content.size && content.data[at] != ';') {
        const char *here = content.data + at;
        size_t line = at + strcspn(here, "\n");

        if (*here == '\'' || *here == '`' || strncmp(here, "/*", 2) == 0) {
            at = skip(content, at);
        } else if (strncmp(here, "--", 2) == 0) {
            if (take)
                take_comment(scan, at, line);
            at = line;
        } else {
            at++;
        }
    }
    return at < content.size ? at + 1 : at;
}

static void read_source(struct check *check, uint32_t source)
{
    struct scan scan = {check, source, diag_source(check->diag, source), {0}, {0}};
    size_t at = 0;

    while (at < scan.content.size) {
        size_t end = read_statement(&scan, at, false);

        scan.statement = (struct span){source, (uint32_t)at, (uint32_t)end};
        read_statement(&scan, at, true);
        scan.before = scan.statement;
        at = end;
    }
}

void check_allow_comments(struct check *check)
{
    for (uint32_t i = 1; i <= diag_source_count(check->diag); i++)
        read_source(check, i);
}

bool check_is_allowed(const struct check *check, enum diag_code code, const char *rule,
    struct span span)
{
    for (size_t i = 0; i < check->allows.count; i++) {
        const struct check_allow *allow = &check->allows.at[i];
        struct span within = allow->statement;

        if (strcmp(allow->rule, diag_code_name(code)) != 0 &&
                !(rule && strcmp(allow->rule, rule) == 0))
            continue;
        if (!within.source || (within.source == span.source && span.begin >= within.begin &&
                                  span.begin < within.end))
            return true;
    }
    return false;
}
