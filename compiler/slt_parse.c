/* A test script to items. */
#include "slt.h"

#include <errno.h>
#include <string.h>

enum { INCLUDE_DEPTH = 16 };

struct reader {
    struct slt_script *script;
    const char *file;
    unsigned depth;
    struct slt_rows lines;
    size_t next;
    struct text comment; /* of the comment lines just read */
    bool skipped;        /* by conditions just read */
    const char **message;
};

static bool read_file(struct slt_script *script, const char *file, unsigned depth,
    const char **message);

static bool fail(struct reader *reader, size_t line, const char *what, const char *detail)
{
    *reader->message = arena_printf(reader->script->arena, "%s:%zu: %s%s", reader->file, line + 1,
        what, detail);
    return false;
}

/* What follows a leading word; NULL if the line does not start with it. */
static const char *after_word(const char *line, const char *word)
{
    size_t size = strlen(word);

    if (strncmp(line, word, size) || (line[size] && line[size] != ' ' && line[size] != '\t'))
        return NULL;
    return line + size + strspn(line + size, " \t");
}

/* Lines up to an empty one, or up to `----` if `stop`. */
static const char *read_block(struct reader *reader, bool stop)
{
    struct text block = {.arena = reader->script->arena};

    for (; reader->next < reader->lines.count; reader->next++) {
        const char *line = reader->lines.at[reader->next];

        if (!*line || (stop && !strcmp(line, "----")))
            break;
        text_add(&block, line);
        text_add_char(&block, '\n');
    }
    return text_chars(&block);
}

static void take_conditions(struct reader *reader, struct slt_item *item)
{
    item->comment = arena_strndup(reader->script->arena, text_chars(&reader->comment),
        reader->comment.size);
    item->skipped = reader->skipped;
    reader->comment.size = 0;
    reader->skipped = false;
}

static void read_rows(struct reader *reader, struct slt_item *item)
{
    const struct slt_rows *lines = &reader->lines;

    item->rows_begin = item->rows_end = (unsigned)reader->next;
    if (reader->next == lines->count || strcmp(lines->at[reader->next], "----"))
        return;
    item->has_rows = true;
    for (reader->next++; reader->next < lines->count && *lines->at[reader->next]; reader->next++)
        vec_push(reader->script->arena, &item->expected, lines->at[reader->next]);
    item->rows_end = (unsigned)reader->next;
}

static bool read_statement(struct reader *reader, struct slt_item *item, const char *rest)
{
    const char *pattern = after_word(rest, "error"), *warning = after_word(rest, "warning");

    if (pattern)
        item->pattern = *pattern ? pattern : ".";
    else if (warning)
        item->warning = *warning ? warning : ".";
    else if (strcmp(rest, "ok"))
        return fail(reader, reader->next - 1,
            "a statement is 'ok', 'warning REGEX' or 'error REGEX', not ", rest);
    item->text = read_block(reader, false);
    return true;
}

/* query topic NAME, query subject NAME. */
static bool read_state(struct reader *reader, struct slt_item *item, enum slt_shape shape,
    const char *name)
{
    if (!*name)
        return fail(reader, reader->next - 1, "the name of the topic or subject is missing", "");
    item->shape = shape;
    item->table = name;
    item->text = "";
    read_rows(reader, item);
    return true;
}

static bool read_query(struct reader *reader, struct slt_item *item, const char *rest)
{
    const char *pattern = after_word(rest, "error"), *name;

    item->kind = SLT_QUERY;
    if ((name = after_word(rest, "topic")))
        return read_state(reader, item, SLT_TOPIC_STATE, name);
    if ((name = after_word(rest, "subject")))
        return read_state(reader, item, SLT_SUBJECT_STATE, name);
    if (pattern)
        item->pattern = *pattern ? pattern : ".";
    else if (!strcmp(rest, "changelog"))
        item->shape = SLT_CHANGELOG;
    else if (!strcmp(rest, "rowsort"))
        item->shape = SLT_ROWSORT;
    else if (!strcmp(rest, "table"))
        item->shape = SLT_TABLE;
    else if (!strcmp(rest, "text"))
        item->shape = SLT_TEXT;
    else
        return fail(reader, reader->next - 1, "a query is 'changelog', 'rowsort', 'table', "
            "'text', 'topic NAME', 'subject NAME' or 'error REGEX', not ", rest);
    item->text = read_block(reader, true);
    read_rows(reader, item);
    return true;
}

static bool read_input(struct reader *reader, struct slt_item *item, const char *rest)
{
    size_t size = strlen(rest);

    item->kind = SLT_INPUT;
    if (!size)
        return fail(reader, reader->next - 1, "input names no table", "");
    /* Quotes go, as in SQL. */
    item->table = *rest == '`' && size > 2 && rest[size - 1] == '`'
        ? arena_strndup(reader->script->arena, rest + 1, size - 2)
        : rest;
    item->text = read_block(reader, false);
    return true;
}

/* Words from `rest` on; each has an '=', with a ':' behind it if `colon`. */
static bool read_words(struct reader *reader, struct slt_item *item, const char *rest,
    bool colon, const char *form)
{
    while (*rest) {
        size_t size = strcspn(rest, " \t");
        const char *word = arena_strndup(reader->script->arena, rest, size);
        const char *equals = strchr(word, '=');

        if (!equals || (colon && !strchr(equals, ':')))
            return fail(reader, reader->next - 1, form, word);
        vec_push(reader->script->arena, &item->words, word);
        rest += size + strspn(rest + size, " \t");
    }
    return true;
}

/* The first word of *rest, which then begins behind it. */
static const char *take_word(struct reader *reader, const char **rest)
{
    size_t size = strcspn(*rest, " \t");
    const char *word = arena_strndup(reader->script->arena, *rest, size);

    *rest += size + strspn(*rest + size, " \t");
    return word;
}

static bool read_topic(struct reader *reader, struct slt_item *item, const char *rest)
{
    item->kind = SLT_TOPIC;
    item->table = take_word(reader, &rest);
    item->text = "";
    if (!*item->table)
        return fail(reader, reader->next - 1, "topic has no name", "");
    map_put(&reader->script->written, item->table, reader->script);
    return read_words(reader, item, rest, false, "a topic takes KEY=VALUE, not ");
}

static bool read_subject(struct reader *reader, struct slt_item *item, const char *rest)
{
    const char *kind;

    item->kind = SLT_SUBJECT;
    item->table = take_word(reader, &rest);
    kind = take_word(reader, &rest);
    if (!slt_schema_kind(kind, &item->schema_kind))
        return fail(reader, reader->next - 1,
            "a subject has a name and one of 'avro', 'json', 'protobuf', not ", kind);
    if (!read_words(reader, item, rest, true, "a reference is NAME=SUBJECT:VERSION, not "))
        return false;
    item->text = read_block(reader, false);
    return true;
}

static bool read_condition(struct reader *reader, const char *line, bool *found)
{
    const char *only = after_word(line, "onlyif"), *skip = after_word(line, "skipif");
    const char *environment = reader->script->is_kafka ? "kafka" : "local";
    const char *name = only ? only : skip;

    *found = name;
    if (!name)
        return true;
    if (!*name)
        return fail(reader, reader->next, "a condition names nothing", "");
    if ((!strcmp(name, "ddl2c") || !strcmp(name, environment)) != (only != NULL))
        reader->skipped = true;
    reader->next++;
    return true;
}

static bool include(struct reader *reader, const char *name)
{
    struct arena *arena = reader->script->arena;
    size_t folder = (size_t)(path_base(reader->file) - reader->file);
    const char *path = *name == '/'
        ? name
        : arena_printf(arena, "%.*s%s", (int)folder, reader->file, name);

    if (!*name)
        return fail(reader, reader->next, "include names no file", "");
    if (reader->depth == INCLUDE_DEPTH)
        return fail(reader, reader->next, "includes are nested too deeply: ", name);
    reader->next++;
    return read_file(reader->script, path, reader->depth + 1, reader->message);
}

static bool read_item(struct reader *reader, const char *line)
{
    struct slt_item item = {
        .file = reader->file, .line = (unsigned)reader->next + 1, .included = reader->depth > 0};
    const char *rest;
    bool fine;

    item.text_line = item.line + 1;
    take_conditions(reader, &item);
    reader->next++;
    if ((rest = after_word(line, "statement")))
        fine = read_statement(reader, &item, rest);
    else if ((rest = after_word(line, "query")))
        fine = read_query(reader, &item, rest);
    else if ((rest = after_word(line, "input")))
        fine = read_input(reader, &item, rest);
    else if ((rest = after_word(line, "topic")))
        fine = read_topic(reader, &item, rest);
    else if ((rest = after_word(line, "subject")))
        fine = read_subject(reader, &item, rest);
    else
        return fail(reader, reader->next - 1, "not a line of a test script: ", line);
    if (fine && slt_counts(&item) && !item.table && !*item.text)
        return fail(reader, reader->next - 1, "the SQL is missing", "");
    if (fine)
        vec_push(reader->script->arena, &reader->script->items, item);
    return fine;
}

static bool read_line(struct reader *reader)
{
    const char *line = reader->lines.at[reader->next];
    const char *name;
    bool found;

    if (!*line) {
        reader->comment.size = 0;
        reader->next++;
        return true;
    }
    if (*line == '#') {
        text_add(&reader->comment, line);
        text_add_char(&reader->comment, '\n');
        reader->next++;
        return true;
    }
    if ((name = after_word(line, "include")))
        return include(reader, name);
    if (!read_condition(reader, line, &found))
        return false;
    return found || read_item(reader, line);
}

static bool read_file(struct slt_script *script, const char *file, unsigned depth,
    const char **message)
{
    struct reader reader = {.script = script,
        .file = file,
        .depth = depth,
        .comment = {.arena = script->arena},
        .message = message};
    struct str content = file_read(script->arena, file);

    if (!content.data) {
        *message = arena_printf(script->arena, "%s: %s", file, strerror(errno));
        return false;
    }
    reader.lines = rows_split_file(script->arena, content);
    while (reader.next < reader.lines.count)
        if (!read_line(&reader))
            return false;
    return true;
}

bool slt_parse(struct slt_script *script, const char **message)
{
    return read_file(script, script->path, 0, message);
}

bool slt_counts(const struct slt_item *item)
{
    return (item->kind == SLT_STATEMENT || item->kind == SLT_QUERY) && !item->skipped;
}
