#include "parse/parse.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

/* Every SQL block of the reference documents: no errors, and the tree as recorded. */

static const char *folder(struct arena *arena)
{
    const char *slash = strrchr(__FILE__, '/');
    int size = slash ? (int)(slash - __FILE__) : 1;

    return arena_printf(arena, "%.*s/../golden/parse/reference", size, slash ? __FILE__ : ".");
}

static struct str read_file(struct arena *arena, const char *path)
{
    FILE *file = fopen(path, "rb");
    char *data = arena_alloc(arena, 1 << 16);
    size_t size;

    cr_assert_not_null(file, "%s", path);
    size = fread(data, 1, (1 << 16) - 1, file);
    fclose(file);
    return (struct str){data, size};
}

static void check(const char *directory, const char *name)
{
    struct arena *arena = arena_new();
    struct diag *diag = diag_new(arena);
    struct text text = {.arena = arena};
    const char *path = arena_printf(arena, "%s/%s", directory, name);
    char *ast_path = arena_strdup(arena, path);
    struct script *script;
    uint32_t source = diag_add_source(diag, name, read_file(arena, path));

    script = parse_script(arena, diag, source);
    ast_dump(&text, script);
    diag_print(diag, 0, DIAG_TEXT, false, stderr);
    memcpy(ast_path + strlen(path) - 4, ".ast", 4);
    cr_expect_eq(diag_error_count(diag), 0, "%s", name);
    cr_expect_gt(script->statements.count, 0, "%s", name);
    cr_expect_str_eq(text_chars(&text), read_file(arena, ast_path).data, "%s\n%s", name,
        text_chars(&text));
    arena_free(arena);
}

Test(parse, reference_documents)
{
    struct arena *arena = arena_new();
    DIR *directory = opendir(folder(arena));
    struct dirent *entry;
    size_t count = 0;

    cr_assert_not_null(directory);
    while ((entry = readdir(directory))) {
        size_t size = strlen(entry->d_name);

        if (size < 5 || strcmp(entry->d_name + size - 4, ".sql"))
            continue;
        check(folder(arena), entry->d_name);
        count++;
    }
    closedir(directory);
    cr_expect_geq(count, 100);
    arena_free(arena);
}
