/* Files as a source: the records of each, one file after the other.
 *
 * The position of a file is the number of its records taken; a session reads them again to find its
 * place. Records are lines, or lines whose quoted fields may hold line ends, or data of Avro files.
 * Of those text and bytes are views of blocks, which last for a batch: it ends with their file, and
 * when they are large. */
#include "task/task.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CHUNK = 64 * 1024, RECORD_LIMIT = 256 * 1024 * 1024, FOLDER_DEPTH = 32,
    HELD_LIMIT = 4 * 1024 * 1024 };

/* ---- which files ---- */

struct path_list {
    char **at;
    size_t count;
};

static void add_path(struct path_list *list, const char *path)
{
    list->at = rt_reallocate(list->at, list->count + 1, sizeof *list->at);
    list->at[list->count++] = strdup(path);
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool list_folder(const char *path, int depth, struct path_list *list,
    struct rt_error *error);

/* Hidden files and those of other tools (_SUCCESS) are no data. */
static bool list_entry(const char *folder, const char *name, int depth, struct path_list *list,
    struct rt_error *error)
{
    struct stat status;
    char *path;
    bool done = true;

    if (name[0] == '.' || name[0] == '_')
        return true;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        return rt_fail(error, RT_MEMORY, RT_STOP, "out of memory");
    if (stat(path, &status))
        done = rt_fail(error, RT_INPUT, RT_STOP, "%s: %s", path, strerror(errno));
    else if (S_ISDIR(status.st_mode))
        done = list_folder(path, depth + 1, list, error);
    else
        add_path(list, path);
    free(path);
    return done;
}

static bool list_folder(const char *path, int depth, struct path_list *list,
    struct rt_error *error)
{
    DIR *folder = depth < FOLDER_DEPTH ? opendir(path) : NULL;
    struct dirent *entry;
    bool done = true;

    if (!folder)
        return rt_fail(error, RT_INPUT, RT_STOP, "%s: %s", path,
            depth < FOLDER_DEPTH ? strerror(errno) : "folders are nested too deeply");
    while (done && (entry = readdir(folder)))
        done = list_entry(path, entry->d_name, depth, list, error);
    closedir(folder);
    return done;
}

static bool is_compressed(const char *path)
{
    static const char *const endings[] = {".gz", ".gzip", ".bz2", ".xz", ".zst", ".deflate"};
    size_t size = strlen(path);

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (size > strlen(endings[i]) && !strcmp(path + size - strlen(endings[i]), endings[i]))
            return true;
    return false;
}

bool files_list(const struct rt_table *table, char ***paths, size_t *count,
    struct rt_error *error)
{
    struct path_list list = {0};
    struct stat status;
    bool done = true;

    if (stat(table->files->path, &status))
        return rt_fail(error, RT_INPUT, RT_STOP, "table %s: %s: %s", table->name,
            table->files->path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        done = list_folder(table->files->path, 0, &list, error) ||
            rt_error_context(error, "table %s", table->name);
    else
        add_path(&list, table->files->path);
    for (size_t i = 0; i < list.count && done; i++)
        if (is_compressed(list.at[i]))
            done = rt_fail(error, RT_INPUT, RT_STOP,
                "table %s: %s: compressed files are not supported yet", table->name, list.at[i]);
    if (list.count)
        qsort(list.at, list.count, sizeof *list.at, compare_paths);
    *paths = list.at;
    *count = list.count;
    return done;
}

/* ---- records ---- */

/* The line end that closes a record, from `at` on; NULL: there is none yet. In CSV one within
 * quotes does not count; a quote counts at the start of a field. */
static const char *record_end(const struct rt_files *files, const char *at, const char *end)
{
    bool quoted = false, start = true;

    if (files->framing == RT_LINES)
        return memchr(at, '\n', (size_t)(end - at));
    for (; at < end; at++) {
        bool was_start = start;

        start = false;
        if (files->escape && *at == files->escape) {
            at++;
        } else if (quoted) {
            if (*at == files->quote && at + 1 < end && at[1] == files->quote)
                at++;
            else if (*at == files->quote)
                quoted = false;
        } else if (*at == '\n') {
            return at;
        } else if (files->quote && *at == files->quote && was_start) {
            quoted = true;
        } else {
            start = *at == files->delimiter;
        }
    }
    return NULL;
}

/* *found false: the file has no more. The record is a view of the reader's data. */
static bool next_record(struct file_reader *reader, const struct rt_files *files,
    struct rt_bytes *record, bool *found, struct rt_error *error)
{
    for (;;) {
        const char *start = (const char *)reader->data.data + reader->at;
        size_t rest = reader->data.size - reader->at;
        const char *end = rest ? record_end(files, start, start + rest) : NULL;

        if (end || (reader->ended && rest)) {
            size_t size = end ? (size_t)(end - start) : rest;

            reader->at += size + (end != NULL);
            *record = (struct rt_bytes){(const uint8_t *)start, size};
            if (size && files->framing == RT_LINES && start[size - 1] == '\r')
                record->size--;
            if ((files->skip_blank && !record->size) ||
                (files->comments && size && start[0] == '#'))
                continue;
            *found = true;
            return true;
        }
        *found = false;
        if (reader->ended)
            return true;
        if (rest > RECORD_LIMIT)
            return rt_fail(error, RT_INPUT, RT_STOP, "a record is longer than %d bytes",
                RECORD_LIMIT);
        if (rest)
            memmove(reader->data.data, start, rest);
        reader->data.size = rest;
        reader->at = 0;
        reader->data.size += fread(rt_buffer_reserve(&reader->data, CHUNK), 1, CHUNK,
            reader->file);
        reader->ended = reader->data.size - rest < CHUNK;
        if (ferror(reader->file))
            return rt_fail(error, RT_INPUT, RT_STOP, "%s", strerror(errno));
    }
}

/* ---- the source ---- */

static void close_file(struct file_reader *reader)
{
    if (reader->file)
        fclose(reader->file);
    rt_avro_reader_close(reader->avro);
    reader->file = NULL;
    reader->avro = NULL;
    reader->data.size = reader->at = 0;
    reader->ended = false;
}

static bool is_open(const struct file_reader *reader)
{
    return reader->file || reader->avro;
}

static bool is_shorter(struct rt_error *error)
{
    return rt_fail(error, RT_STATE, RT_STOP,
        "the file is shorter than what was read from it before");
}

static bool open_avro(struct rt_task *task, const struct position *position,
    struct rt_error *error)
{
    struct file_reader *reader = &task->private_->files;
    struct rt_schema own = {.text = position->source->table->files->schema};
    uint64_t taken = (uint64_t)position->next, skipped;

    reader->avro = rt_avro_reader_open(position->path, &own, position->source->value_shape, error);
    if (!reader->avro ||
        !rt_avro_reader_skip(reader->avro, taken, &task->arena, &skipped, error))
        return false;
    return skipped == taken || is_shorter(error);
}

/* Opens the file of a position and drops what was taken before. */
static bool open_file(struct rt_task *task, const struct position *position,
    struct rt_error *error)
{
    struct file_reader *reader = &task->private_->files;

    if (position->source->table->files->framing == RT_AVRO_FILE)
        return open_avro(task, position, error);
    reader->file = fopen(position->path, "rb");
    reader->data.size = reader->at = 0;
    reader->ended = false;
    if (!reader->file)
        return rt_fail(error, RT_INPUT, RT_STOP, "%s", strerror(errno));
    for (int64_t i = 0; i < position->next; i++) {
        struct rt_bytes record;
        bool found;

        if (!next_record(reader, position->source->table->files, &record, &found, error))
            return false;
        if (!found)
            return is_shorter(error);
    }
    return true;
}

static struct rt_record record_of(struct rt_task *task, int64_t number, struct rt_bytes value)
{
    return (struct rt_record){
        .input = -1,
        .leader_epoch = -1,
        .offset = number,
        .timestamp_ms = task->now_ms,
        .timestamp_type = RT_CREATE_TIME,
        .key_null = true,
        .value = rt_bytes_copy(&task->arena, value),
    };
}

/* Of an Avro file there is a datum then, which the source takes by rt_decode_from_file. */
static bool find_record(struct file_reader *reader, const struct rt_files *files,
    struct rt_bytes *record, bool *found, struct rt_error *error)
{
    *record = (struct rt_bytes){0};
    return reader->avro ? rt_avro_reader_more(reader->avro, found, error)
                        : next_record(reader, files, record, found, error);
}

bool rt_decode_from_file(struct rt_task *task, void *row, struct rt_error *error)
{
    return rt_avro_reader_take(task->private_->files.avro, row, &task->arena, error);
}

/* The rows before the place that cannot be read go on. */
static bool find_failed(struct rt_task *task, struct rt_error *error)
{
    const struct rt_error failure = *error;

    if (task_rows_pass(task, error))
        *error = failure;
    return false;
}

/* Up to `limit` records of one file; its end is its position's. */
static bool push_file(struct rt_task *task, struct position *position, size_t limit,
    size_t *count, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    struct file_reader *reader = &own->files;
    int64_t number = position->next;
    bool found = true;

    if (!is_open(reader) && !open_file(task, position, error))
        return false;
    while (*count < limit && !own->limit_reached) {
        struct rt_record record;
        struct rt_bytes value;

        if (reader->avro && rt_avro_reader_held(reader->avro) > HELD_LIMIT)
            return task_rows_pass(task, error);
        if (!find_record(reader, position->source->table->files, &value, &found, error))
            return find_failed(task, error);
        if (!found)
            break;
        record = record_of(task, number++, value);
        if (!task_record_push(task, position, &record, NULL, error))
            return false;
        ++*count;
    }
    if (!task_rows_pass(task, error))
        return false;
    if (!found && !(reader->avro && *count)) {
        position->end = position->next;
        close_file(reader);
    }
    return true;
}

void files_open(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    close_file(&own->files);
    for (size_t i = 0; i < own->position_count; i++)
        if (own->positions[i].path)
            own->positions[i].end = INT64_MAX;
}

bool files_push(struct rt_task *task, size_t limit, size_t *count, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    *count = 0;
    if (own->files.avro)
        rt_avro_reader_forget(own->files.avro);
    for (size_t i = 0; i < own->position_count && *count < limit && !own->limit_reached; i++) {
        struct position *position = &own->positions[i];

        if (!position->path || position->next >= position->end)
            continue;
        if (!push_file(task, position, limit, count, error))
            return rt_error_context(error, "table %s: %s", position->source->table->name,
                position->path);
        if (is_open(&own->files)) /* There is more of it. */
            break;
    }
    return true;
}

bool files_finished(const struct rt_task *task)
{
    const struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < own->position_count; i++)
        if (own->positions[i].path && own->positions[i].next < own->positions[i].end)
            return false;
    return true;
}

void files_close(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    close_file(&own->files);
    rt_buffer_release(&own->files.data);
    for (size_t i = 0; i < own->position_count; i++)
        free(own->positions[i].path);
}
