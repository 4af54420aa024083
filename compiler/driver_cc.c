/* The C compiler: finding lib/ddl2c, linking pipelines, loading generated code. */
#include "driver.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_home(const char *path)
{
    char name[PATH_MAX];
    int size = snprintf(name, sizeof name, "%s/link.flags", path);

    return size > 0 && (size_t)size < sizeof name && !access(name, R_OK);
}

const char *home_find(struct arena *arena)
{
    const char *set = getenv("DDL2C_HOME");
    char self[PATH_MAX];
    ssize_t size;
    char *slash;
    const char *beside, *above;

    if (set && *set) {
        if (is_home(set))
            return arena_strdup(arena, set);
        complain("DDL2C_HOME: no %s/link.flags", set);
        return NULL;
    }
    size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size < 0) {
        complain("/proc/self/exe: %s; set DDL2C_HOME", strerror(errno));
        return NULL;
    }
    self[size] = 0;
    slash = strrchr(self, '/');
    *slash = 0;
    beside = arena_printf(arena, "%s/lib/ddl2c", self);
    if (is_home(beside))
        return beside;
    slash = strrchr(self, '/');
    if (slash)
        *slash = 0;
    above = arena_printf(arena, "%s/lib/ddl2c", self);
    if (is_home(above))
        return above;
    complain("no runtime library in %s or %s; set DDL2C_HOME", beside, above);
    return NULL;
}

static void add_compiler(struct arena *arena, struct words *words)
{
    const char *cc = getenv("CC");
    size_t before = words->count;

    words_split(arena, words, cc ? cc : "");
    if (words->count == before)
        words_add(arena, words, "cc");
}

/* Flags of a file in lib/ddl2c. */
static bool add_flags(struct arena *arena, struct words *words, const char *home,
    const char *file, struct text *output)
{
    const char *path = arena_printf(arena, "%s/%s", home, file);
    struct str flags = file_read(arena, path);

    if (!flags.data) {
        text_printf(output, "%s: %s\n", path, strerror(errno));
        return false;
    }
    words_split(arena, words, flags.data);
    return true;
}

static bool link_static(struct arena *arena, const char *home, const char *source,
    const char *output, struct text *messages)
{
    struct words words = {0};

    add_compiler(arena, &words);
    words_split(arena, &words, "-O2 -std=gnu17 -Wall -Wextra -Werror -static -s -I");
    words_add(arena, &words, arena_printf(arena, "%s/include", home));
    words_add(arena, &words, "-o");
    words_add(arena, &words, output);
    words_add(arena, &words, source);
    words_add(arena, &words, arena_printf(arena, "-L%s", home));
    return add_flags(arena, &words, home, "link.flags", messages) &&
        process_run(arena, &words, messages) == 0;
}

bool cc_link(struct arena *arena, const char *home, const char *source, const char *output)
{
    char *temporary = arena_printf(arena, "%s.XXXXXX", output);
    struct text messages = {.arena = arena};
    mode_t mask = umask(0);
    int fd;

    umask(mask);
    fd = mkstemp(temporary);
    if (fd < 0) {
        complain("%s: %s", output, strerror(errno));
        return false;
    }
    close(fd);
    if (!link_static(arena, home, source, temporary, &messages)) {
        fputs(text_chars(&messages), stderr);
        complain("the C compiler failed; CC names another");
        unlink(temporary);
        return false;
    }
    if (chmod(temporary, 0777 & ~mask) || rename(temporary, output)) {
        complain("%s: %s", output, strerror(errno));
        unlink(temporary);
        return false;
    }
    return true;
}

static bool compile_shared(struct arena *arena, const char *home, const char *optimise,
    const char *source, const char *object, struct text *output)
{
    struct words words = {0};

    add_compiler(arena, &words);
    words_add(arena, &words, optimise);
    words_split(arena, &words, "-std=gnu17 -Wall -Wextra -Werror -shared -fPIC -I");
    words_add(arena, &words, arena_printf(arena, "%s/include", home));
    words_add(arena, &words, "-o");
    words_add(arena, &words, object);
    words_add(arena, &words, source);
    return add_flags(arena, &words, home, "module.flags", output) &&
        process_run(arena, &words, output) == 0;
}

struct unit {
    const struct rt_job *const *jobs;
    size_t count;
};

static bool load(const char *object, struct unit *unit, struct text *output)
{
    void *handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    const size_t *count = handle ? dlsym(handle, "ddl2c_job_count") : NULL;
    const struct rt_job *const *jobs = handle ? dlsym(handle, "ddl2c_jobs") : NULL;

    if (!count || !jobs) {
        text_printf(output, "%s\n", dlerror());
        return false;
    }
    *unit = (struct unit){jobs, *count};
    return true;
}

static bool compile_unit(struct arena *arena, const char *home, const struct text *c_text,
    const char *optimise, struct unit *unit, struct text *output)
{
    const char *folder = folder_temporary(arena);
    const char *source, *object;
    bool fine;

    if (!folder) {
        text_printf(output, "temporary folder: %s\n", strerror(errno));
        return false;
    }
    source = arena_printf(arena, "%s/unit.c", folder);
    object = arena_printf(arena, "%s/unit.so", folder);
    fine = file_write(arena, source, text_chars(c_text), c_text->size);
    if (!fine)
        text_printf(output, "%s: %s\n", source, strerror(errno));
    fine = fine && compile_shared(arena, home, optimise, source, object, output) &&
        load(object, unit, output);
    folder_remove(folder);
    return fine;
}

bool session_emits(struct session *session, const struct step *step)
{
    struct text c_text = {.arena = session->arena};
    struct emit_job job = {.plan = step->plan, .name = "x", .symbol = "job_1", .sql = step->sql};
    struct emit_unit unit = {.jobs = &job, .job_count = 1, .script_name = "x"};

    return emit_unit(session->arena, session->diag, &c_text, &unit);
}

int steps_compile(struct session *session, const char *home, struct step *const *steps,
    size_t count, const struct writer_list *writers, const char *name, const char *optimise,
    struct text *output)
{
    struct arena *arena = session->arena;
    struct emit_job *jobs = arena_array(arena, count, sizeof *jobs);
    struct emit_unit emitted = {.jobs = jobs,
        .script_name = name,
        .writers = writers->at,
        .writer_count = writers->count};
    struct text c_text = {.arena = arena};
    struct unit unit = {0};

    for (size_t i = 0; i < count; i++)
        if (steps[i]->plan)
            jobs[emitted.job_count++] = (struct emit_job){steps[i]->plan, name,
                arena_printf(arena, "job_%zu", i + 1), steps[i]->sql};
    if (!emitted.job_count)
        return EXIT_FINE;
    if (!emit_unit(arena, session->diag, &c_text, &emitted))
        return EXIT_INPUT;
    if (!compile_unit(arena, home, &c_text, optimise, &unit, output))
        return EXIT_ENVIRONMENT;
    if (unit.count != emitted.job_count || unit.jobs[0]->abi != RT_JOB_ABI)
        BUG("the compiled unit has %zu jobs instead of %zu", unit.count, emitted.job_count);
    for (size_t i = 0, job = 0; i < count; i++)
        if (steps[i]->plan)
            steps[i]->job = unit.jobs[job++];
    return EXIT_FINE;
}
