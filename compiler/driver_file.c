/* Files, temporary folders, processes. */
#include "driver.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static const char temporary_name[] = "ddl2c-tmp-";

struct str file_read(struct arena *arena, const char *path)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "re") : stdin;
    struct text text = {.arena = arena};
    char block[65536];
    size_t size;
    int failure;

    if (!file)
        return (struct str){0};
    while ((size = fread(block, 1, sizeof block, file)) > 0)
        text_add_size(&text, block, size);
    failure = ferror(file) ? errno : 0;
    if (file != stdin)
        fclose(file);
    if (failure) {
        errno = failure;
        return (struct str){0};
    }
    return (struct str){text_chars(&text), text.size};
}

static bool write_all(int fd, const char *data, size_t size)
{
    while (size) {
        ssize_t written = write(fd, data, size);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        data += written;
        size -= (size_t)written;
    }
    return true;
}

bool file_replaceable(const char *path)
{
    struct stat status;

    if (stat(path, &status) || S_ISREG(status.st_mode))
        return true;
    errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    return false;
}

bool file_write(struct arena *arena, const char *path, const char *data, size_t size)
{
    char *temporary = arena_printf(arena, "%s.XXXXXX", path);
    mode_t mask = umask(0);
    struct str old;
    int fd, failure;
    bool fine;

    umask(mask);
    if (!file_replaceable(path))
        return false;
    old = file_read(arena, path);
    if (old.data && old.size == size && !memcmp(old.data, data, size))
        return true; /* Its time stays: make builds nothing anew. */
    fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0)
        return false;
    fine = write_all(fd, data, size) && !fchmod(fd, 0666 & ~mask);
    if (close(fd))
        fine = false;
    if (fine && !rename(temporary, path))
        return true;
    failure = errno;
    unlink(temporary);
    errno = failure;
    return false;
}

bool folder_make(struct arena *arena, const char *path)
{
    char *part = arena_strdup(arena, path);
    struct stat status;

    for (char *slash = strchr(part + 1, '/'); *path && slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(part, 0777) && errno != EEXIST)
            return false;
        *slash = '/';
    }
    if (!mkdir(path, 0777))
        return true;
    if (errno != EEXIST || stat(path, &status))
        return false;
    errno = ENOTDIR;
    return S_ISDIR(status.st_mode);
}

/* The lock ends with the descriptor, and so with the process. -1: somebody has it. */
static int folder_lock(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);

    if (fd < 0 || !flock(fd, LOCK_EX | LOCK_NB))
        return fd;
    close(fd);
    return -1;
}

/* Ours, and not of a moment ago: its maker may not have locked it yet. */
static bool is_abandoned(int parent, const char *name)
{
    enum { SETTLED_SECONDS = 60 };
    struct stat status;

    return !fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) && S_ISDIR(status.st_mode) &&
        status.st_uid == geteuid() && time(NULL) - status.st_mtime > SETTLED_SECONDS;
}

/* What killed processes have left behind. */
static void remove_abandoned(struct arena *arena, const char *parent)
{
    DIR *folder = opendir(parent);

    if (!folder)
        return;
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *name = entry->d_name;
        const char *path;
        int lock;

        if (strncmp(name, temporary_name, sizeof temporary_name - 1) != 0 ||
            !is_abandoned(dirfd(folder), name))
            continue;
        path = arena_printf(arena, "%s/%s", parent, name);
        lock = folder_lock(path);
        if (lock < 0)
            continue;
        folder_remove(path);
        close(lock);
    }
    closedir(folder);
}

const char *folder_temporary(struct arena *arena)
{
    const char *parent = getenv("TMPDIR");
    char *path;

    parent = parent && *parent ? parent : "/tmp";
    remove_abandoned(arena, parent);
    path = mkdtemp(arena_printf(arena, "%s/%sXXXXXX", parent, temporary_name));
    if (path)
        folder_lock(path); /* For good. */
    return path;
}

void folder_remove(const char *path)
{
    DIR *folder = opendir(path);

    if (folder) {
        for (struct dirent *entry; (entry = readdir(folder));)
            unlinkat(dirfd(folder), entry->d_name, 0);
        closedir(folder);
    }
    rmdir(path);
}

const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

char *path_stem(struct arena *arena, const char *path)
{
    const char *base = path_base(path);
    const char *dot = strrchr(base, '.');

    return arena_strndup(arena, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

void words_add(struct arena *arena, struct words *words, const char *word)
{
    vec_push(arena, words, word);
}

void words_split(struct arena *arena, struct words *words, const char *text)
{
    static const char space[] = " \t\r\n";

    for (text += strspn(text, space); *text; text += strspn(text, space)) {
        size_t size = strcspn(text, space);

        words_add(arena, words, arena_strndup(arena, text, size));
        text += size;
    }
}

static void read_output(int fd, struct text *output)
{
    char block[4096];

    for (;;) {
        ssize_t size = read(fd, block, sizeof block);

        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            return;
        text_add_size(output, block, (size_t)size);
    }
}

int process_run(struct arena *arena, struct words *words, struct text *output)
{
    posix_spawn_file_actions_t actions;
    int ends[2], status = -1, failure;
    pid_t pid;

    words_add(arena, words, NULL);
    if (pipe2(ends, O_CLOEXEC)) {
        text_printf(output, "pipe: %s\n", strerror(errno));
        return -1;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    failure = posix_spawnp(&pid, words->at[0], &actions, NULL, (char *const *)words->at, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failure)
        text_printf(output, "%s: %s\n", words->at[0], strerror(failure));
    else
        read_output(ends[0], output);
    close(ends[0]);
    if (failure)
        return -1;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
