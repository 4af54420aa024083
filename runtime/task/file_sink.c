/* Files as a sink: rows appear in a folder exactly once.
 *
 * Rows go to `.part-ID-0-N.inprogress`, which no reader of the folder sees. A commit writes them
 * out, then records ID, N and the size in the transaction. A file that is big or old enough, and
 * the last one of a run, gets its name `part-ID-0-N` when the transaction that recorded N + 1 is
 * committed. What a crash leaves is put right at the next start: a file of a number that is done
 * gets its name, the current one is cut to its committed size, later ones go. */
#include "task/task.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 4096, ID_SIZE = 16, AVRO_BLOCK = 1 << 16, STATE_SIZE = ID_SIZE + 8 + 8 };

static const struct rt_files *files_of(const struct rt_task *task, size_t index)
{
    const struct rt_table *table = task->job->sinks[index]->table;

    return table && table->connector == RT_FILES && !task->outputs[index].as_lines ? table->files
                                                                                   : NULL;
}

static bool fail(const struct rt_task *task, size_t index, const char *path,
    struct rt_error *error)
{
    return rt_fail(error, RT_STORAGE, RT_STOP, "table %s: %s: %s",
        task->job->sinks[index]->table->name, path, strerror(errno));
}

static void part_path(const struct rt_files *files, const struct file_sink *sink, int64_t number,
    bool done, char *path)
{
    snprintf(path, PATH, done ? "%s/part-%s-0-%" PRId64 : "%s/.part-%s-0-%" PRId64 ".inprogress",
        files->path, sink->id, number);
}

/* ---- state: ID, number, size ---- */

void file_sink_restore(struct rt_task *task, struct rt_bytes name, struct rt_bytes value)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < task->job->sink_count; i++) {
        const char *own_name = task->job->sinks[i]->name;
        struct file_sink *sink = &own->file_sinks[i];

        if (strlen(own_name) != name.size || memcmp(own_name, name.data, name.size) != 0 ||
            value.size != STATE_SIZE)
            continue;
        memcpy(sink->id, value.data, ID_SIZE);
        sink->number = (int64_t)task_get_big(value.data + ID_SIZE, 8);
        sink->committed = (int64_t)task_get_big(value.data + ID_SIZE + 8, 8);
    }
}

static bool put_state(struct rt_task *task, size_t index, struct rt_error *error)
{
    struct file_sink *sink = &task->private_->file_sinks[index];
    uint8_t value[STATE_SIZE];

    memcpy(value, sink->id, ID_SIZE);
    task_put_big(value + ID_SIZE, (uint64_t)(sink->number + sink->rolls), 8);
    task_put_big(value + ID_SIZE + 8, (uint64_t)(sink->rolls ? 0 : sink->size), 8);
    return task_state_entry_put(task, task->job->sinks[index]->name, POSITION_SINK,
        (struct rt_bytes){value, sizeof value}, error);
}

/* ---- recovery ---- */

static bool settle_file(struct rt_task *task, size_t index, const char *name,
    struct rt_error *error)
{
    const struct rt_files *files = files_of(task, index);
    const struct file_sink *sink = &task->private_->file_sinks[index];
    char path[PATH], done[PATH], prefix[64], *end;
    int64_t number;

    snprintf(prefix, sizeof prefix, ".part-%s-0-", sink->id);
    if (strncmp(name, prefix, strlen(prefix)) != 0)
        return true;
    number = strtoll(name + strlen(prefix), &end, 10);
    if (strcmp(end, ".inprogress") != 0)
        return true;
    part_path(files, sink, number, false, path);
    part_path(files, sink, number, true, done);
    if (number < sink->number)
        return !rename(path, done) || fail(task, index, path, error);
    if (number > sink->number || !sink->committed)
        return !unlink(path) || fail(task, index, path, error);
    return !truncate(path, sink->committed) || fail(task, index, path, error);
}

static bool make_folders(const char *path)
{
    char copy[PATH];

    snprintf(copy, sizeof copy, "%s", path);
    for (char *slash = copy + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        if (mkdir(copy, 0777) && errno != EEXIST)
            return false;
    }
    return !mkdir(copy, 0777) || errno == EEXIST;
}

static bool recover(struct rt_task *task, size_t index, bool *chosen, struct rt_error *error)
{
    const struct rt_files *files = files_of(task, index);
    struct file_sink *sink = &task->private_->file_sinks[index];
    struct dirent *entry;
    DIR *folder;
    bool done = true;

    if (!make_folders(files->path) || !(folder = opendir(files->path)))
        return fail(task, index, files->path, error);
    if (!sink->id[0]) {
        snprintf(sink->id, sizeof sink->id, "%016" PRIx64, rt_seed_random());
        *chosen = true;
    }
    while (done && (entry = readdir(folder)))
        done = settle_file(task, index, entry->d_name, error);
    closedir(folder);
    sink->size = sink->committed;
    return done;
}

/* An id is recorded before a file has it in its name: none is forgotten. */
bool file_sinks_open(struct rt_task *task, struct rt_error *error)
{
    bool chosen = false;

    for (size_t i = 0; i < task->job->sink_count; i++)
        if (files_of(task, i) && !recover(task, i, &chosen, error))
            return false;
    task->private_->dirty = task->private_->dirty || chosen;
    return !chosen || task_commit(task, error);
}

/* ---- rows ---- */

/* What stands behind the blocks of this sink's Avro files: the id, with bits inverted that no text
 * has so. A start that goes on in a file knows it. */
static void make_sync(const struct file_sink *sink, uint8_t *sync)
{
    for (size_t i = 0; i < RT_AVRO_SYNC; i++)
        sync[i] = (uint8_t)~(uint8_t)sink->id[i];
}

static bool end_block(const struct rt_files *files, struct file_sink *sink, struct rt_error *error)
{
    struct rt_bytes data = {sink->block.data, sink->block.size};
    uint8_t sync[RT_AVRO_SYNC];

    if (!sink->block_rows)
        return true;
    make_sync(sink, sync);
    if (!sink->size && !sink->pending.size)
        rt_avro_file_head(&sink->pending, files->schema, files->codec, sync);
    if (!rt_avro_file_block(&sink->pending, sink->block_rows, data, files->codec, sync, error))
        return false;
    sink->block.size = 0;
    sink->block_rows = 0;
    return true;
}

bool file_sink_row(struct rt_output *output, struct rt_error *error)
{
    struct rt_task_private *own = output->task->private_;
    struct file_sink *sink = &own->file_sinks[output->sink->index];
    const struct rt_files *files = output->sink->table->files;

    if (files->framing == RT_AVRO_FILE) {
        rt_buffer_add(&sink->block, output->value.data, output->value.size);
        sink->block_rows++;
        return sink->block.size < AVRO_BLOCK || end_block(files, sink, error);
    }
    if (!output->value_null)
        rt_buffer_add(&sink->pending, output->value.data, output->value.size);
    rt_buffer_add_text(&sink->pending, "\n");
    return true;
}

static bool write_all(int file, const uint8_t *data, size_t size)
{
    while (size) {
        ssize_t written = write(file, data, size);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        data += written;
        size -= (size_t)written;
    }
    return true;
}

static bool write_pending(struct rt_task *task, size_t index, struct rt_error *error)
{
    const struct rt_files *files = files_of(task, index);
    struct file_sink *sink = &task->private_->file_sinks[index];
    char path[PATH];

    part_path(files, sink, sink->number, false, path);
    if (sink->file < 0) {
        sink->file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        sink->opened_ms = rt_monotonic_ms();
    }
    if (sink->file < 0 || !write_all(sink->file, sink->pending.data, sink->pending.size) ||
        fdatasync(sink->file))
        return fail(task, index, path, error);
    sink->size += (int64_t)sink->pending.size;
    sink->pending.size = 0;
    return true;
}

bool file_sinks_prepare(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < task->job->sink_count; i++) {
        const struct rt_files *files = files_of(task, i);
        struct file_sink *sink = &own->file_sinks[i];

        if (!files)
            continue;
        if (!end_block(files, sink, error) ||
            (sink->pending.size && !write_pending(task, i, error)))
            return false;
        sink->rolls = sink->size && (own->finishing || sink->size >= files->roll_bytes ||
            (sink->file >= 0 && rt_monotonic_ms() - sink->opened_ms >= files->roll_ms));
        if (own->store && !put_state(task, i, error))
            return false;
    }
    return true;
}

bool file_sinks_committed(struct rt_task *task, struct rt_error *error)
{
    for (size_t i = 0; i < task->job->sink_count; i++) {
        const struct rt_files *files = files_of(task, i);
        struct file_sink *sink = &task->private_->file_sinks[i];
        char path[PATH], done[PATH];

        if (!files)
            continue;
        sink->committed = sink->size;
        if (!sink->rolls)
            continue;
        part_path(files, sink, sink->number, false, path);
        part_path(files, sink, sink->number, true, done);
        if (rename(path, done))
            return fail(task, i, path, error);
        if (sink->file >= 0)
            close(sink->file);
        sink->file = -1;
        sink->number++;
        sink->size = sink->committed = 0;
        sink->rolls = false;
    }
    return true;
}

void file_sinks_finish(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    own->finishing = true;
    for (size_t i = 0; i < task->job->sink_count; i++)
        own->dirty = own->dirty || (files_of(task, i) && own->file_sinks[i].size);
}

void file_sinks_rewind(struct rt_task *task)
{
    for (size_t i = 0; i < task->job->sink_count; i++) {
        struct file_sink *sink = &task->private_->file_sinks[i];

        if (sink->file >= 0)
            close(sink->file);
        sink->file = -1;
        sink->pending.size = sink->block.size = 0;
        sink->block_rows = 0;
        sink->rolls = false;
    }
}

/* Rows of a statement that failed were never seen. */
static void remove_rest(struct rt_task *task, size_t index)
{
    const struct rt_files *files = files_of(task, index);
    const struct file_sink *sink = &task->private_->file_sinks[index];
    char path[PATH];

    if (!files || !task->private_->run->ephemeral || !sink->id[0])
        return;
    part_path(files, sink, sink->number, false, path);
    unlink(path);
}

void file_sinks_close(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; own->file_sinks && i < task->job->sink_count; i++) {
        if (own->file_sinks[i].file >= 0)
            close(own->file_sinks[i].file);
        remove_rest(task, i);
        rt_buffer_release(&own->file_sinks[i].pending);
        rt_buffer_release(&own->file_sinks[i].block);
    }
    free(own->file_sinks);
}
