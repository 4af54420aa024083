/* The unit: one C file for one or more jobs. */
#include "job.h"
#include "job_tpl.h"

#include <limits.h>
#include <string.h>

enum { COLUMNS = 100, BREAK_LEAST = 12, ASSIGNMENT = 1000 };

/* ---- long lines ---- */

/* Where a line may be broken: at the outermost && or ||, else behind a comma, as late as possible;
 * if need be behind an assignment. 0: nowhere. */
static size_t break_at(const char *line, size_t size, size_t indent)
{
    size_t best = 0;
    int depth = 0, best_rank = INT_MAX;
    bool quoted = false;

    for (size_t i = 0; i < size && i < COLUMNS - 4; i++) {
        bool logic = !strncmp(line + i, " && ", 4) || !strncmp(line + i, " || ", 4);
        bool assigns = i && line[i - 1] == '=', comma = i && line[i - 1] == ',';
        int rank = 2 * depth + !logic + (assigns ? ASSIGNMENT : 0);

        if (line[i] == '\\' && quoted)
            i++;
        else if (line[i] == '"')
            quoted = !quoted;
        else if (quoted)
            continue;
        else if (strchr("({[", line[i]))
            depth++;
        else if (strchr(")}]", line[i]))
            depth--;
        else if (line[i] == ' ' && i > indent + BREAK_LEAST && (logic || comma || assigns) &&
                 rank <= best_rank) {
            best = i;
            best_rank = rank;
        }
    }
    return best;
}

static void fold_line(struct text *out, const char *line, size_t size)
{
    size_t indent = strspn(line, " "), cut;
    bool first = true;

    if (line[indent] == '#' || line[indent] == '*' || !strncmp(line + indent, "/*", 2) ||
        !strncmp(line + indent, "//", 2)) {
        text_add_size(out, line, size);
        return;
    }
    while (size + (first ? 0 : indent + 4) > COLUMNS && (cut = break_at(line, size, indent))) {
        bool operator_next = line[cut - 1] != ',' && line[cut - 1] != '='; /* It ends the line. */
        size_t behind = operator_next ? cut + 3 : cut;

        text_add_size(out, line, behind);
        text_printf(out, "\n%*s", (int)indent + 4, "");
        line += behind + 1;
        size -= behind + 1;
        first = false;
    }
    text_add_size(out, line, size);
}

/* A long line that goes on in the next one: both as one line, to be folded anew; *size covers both.
 * NULL: it does not. */
static const char *joined(struct arena *arena, const char *line, size_t *size)
{
    const char *next = line + *size + 1;
    size_t indent = strspn(line, " "), more = strcspn(next, "\n");
    size_t inner = strspn(next, " ");

    if (line[*size - 1] != ',' || inner != indent + 4 || next[inner] == '.')
        return NULL;
    line = arena_printf(arena, "%.*s %.*s", (int)*size, line, (int)(more - inner), next + inner);
    *size += 1 + more;
    return line;
}

/* Folds long lines, and leaves one blank line between functions. */
static void fold(struct text *out, const char *text)
{
    bool blank = true, closed = false;

    while (*text) {
        size_t size = strcspn(text, "\n");
        bool empty = !size;

        if (!empty && closed)
            text_add_char(out, '\n');
        if (size > COLUMNS) {
            const char *both = joined(out->arena, text, &size);

            fold_line(out, both ? both : text, both ? strlen(both) : size);
        } else {
            text_add_size(out, text, size);
        }
        closed = (size == 1 || size == 2) && *text == '}';
        text += size;
        if (*text)
            text++;
        if (!empty || !blank)
            text_add_char(out, '\n');
        blank = empty;
    }
}

/* ---- the unit ---- */

static void add_array(struct arena *arena, struct text *out, const struct emit_unit *unit)
{
    struct text jobs = {.arena = arena};

    for (size_t i = 0; i < unit->job_count; i++)
        text_printf(&jobs, "%s&%s", i ? ", " : "", unit->jobs[i].symbol);
    if (!unit->job_count)
        text_add(&jobs, "NULL");
    tpl_job_array(out, &(struct tpl_job_array){.jobs = text_chars(&jobs),
        .count = arena_printf(arena, "%zu", unit->job_count)});
}

bool emit_unit(struct arena *arena, struct diag *diag, struct text *out,
    const struct emit_unit *unit)
{
    struct emitter e = {.arena = arena, .diag = diag, .names = names_new(arena),
        .types = {.arena = arena}, .composite = {.arena = arena}, .functions = {.arena = arena},
        .row_tags = {.arena = arena}};
    struct text body = {.arena = arena}, all = {.arena = arena};
    const char *script = unit->script_name ? unit->script_name : "SQL";

    for (size_t i = 0; i < unit->job_count; i++)
        names_reserve(e.names, "", unit->jobs[i].symbol);
    for (size_t i = 0; i < unit->job_count; i++)
        if (!job_emit(&e, unit, &unit->jobs[i],
                unit->job_count > 1 ? arena_printf(arena, "%s_", unit->jobs[i].symbol) : "",
                &body))
            return false;
    tpl_job_head(&all, &(struct tpl_job_head){.script = emit_comment(arena, script)});
    text_add(&all, text_chars(&e.types));
    text_add(&all, text_chars(&body));
    if (unit->with_main)
        tpl_job_main(&all, &(struct tpl_job_main){.symbol = unit->jobs[0].symbol});
    else
        add_array(arena, &all, unit);
    fold(out, emit_use_locals(arena, text_chars(&all)));
    return true;
}
