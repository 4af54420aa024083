/* check FOLDER: every script below it. */
#include "driver_check.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDER_DEPTH = 40 };

struct file_list {
    struct script_input *at;
    size_t count, capacity;
};

static bool is_folder(const char *path)
{
    struct stat status;

    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

static bool is_script(const char *name)
{
    size_t size = strlen(name);

    return size > 4 && strcmp(name + size - 4, ".sql") == 0;
}

/* By name, so that every machine reads them in one order. False: complained. */
static bool add_folder(struct options *options, const char *path, int depth,
    struct file_list *list)
{
    struct dirent **entries;
    int count = depth < FOLDER_DEPTH ? scandir(path, &entries, NULL, alphasort) : 0;
    bool fine = count >= 0;

    if (!fine)
        complain("%s: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        const char *below = arena_printf(options->arena, "%s/%s", path, name);

        if (fine && *name != '.') {
            if (is_folder(below))
                fine = add_folder(options, below, depth + 1, list);
            else if (is_script(name))
                vec_push(options->arena, list, ((struct script_input){below, false}));
        }
        free(entries[i]);
    }
    if (count >= 0 && depth < FOLDER_DEPTH)
        free(entries);
    return fine;
}

bool check_expand_folders(struct options *options)
{
    struct file_list list = {0};

    for (size_t i = 0; i < options->inputs.count; i++) {
        const struct script_input *input = &options->inputs.at[i];
        size_t size = strlen(input->text), before = list.count;

        if (input->is_sql || !is_folder(input->text)) {
            vec_push(options->arena, &list, *input);
            continue;
        }
        while (size > 1 && input->text[size - 1] == '/')
            size--;
        if (!add_folder(options, arena_strndup(options->arena, input->text, size), 0, &list))
            return false;
        if (list.count == before) {
            complain("%s: no .sql file is in this folder", input->text);
            return false;
        }
    }
    options->inputs.at = list.at;
    options->inputs.count = list.count;
    options->inputs.capacity = list.capacity;
    return true;
}
