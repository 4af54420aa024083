/*
 * Build tool: writes data of this machine as C (rt/embedded.h declares it).
 *
 *     embed_data roots IN.pem OUT.c      the CA roots
 *     embed_data zones DIR OUT.c         the time zones below a zoneinfo directory
 */
#include <errno.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TZIF_HEADER = 44,
    TZIF_COUNTS = 20, /* Offset of six big-endian counts. */
    LITERAL_BYTES = 32,
    OPEN_DIRS = 16,
};

struct bytes {
    unsigned char *at;
    size_t size;
};

struct zone {
    char *name;
    struct bytes data;
    size_t same_as; /* Index of the first zone with equal data. */
};

static struct zone *zones;
static size_t zone_count;
static size_t zone_root_length;

static void fail(const char *path, const char *what)
{
    fprintf(stderr, "embed_data: %s: %s\n", path, what);
    exit(1);
}

static void *checked(void *memory)
{
    if (!memory)
        fail("memory", "exhausted");
    return memory;
}

static struct bytes read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END))
        fail(path, strerror(errno));
    long size = ftell(file);
    if (size < 0)
        fail(path, strerror(errno));
    rewind(file);
    struct bytes bytes = {checked(malloc((size_t)size + 1)), (size_t)size};
    if (fread(bytes.at, 1, bytes.size, file) != bytes.size)
        fail(path, "short read");
    fclose(file);
    return bytes;
}

/* Octal escapes are always three digits, so that a digit after one is safe. */
static void put_literal(FILE *out, struct bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++) {
        if (i % LITERAL_BYTES == 0)
            fputs(i ? "\"\n    \"" : "    \"", out);
        unsigned char c = bytes.at[i];
        if (c == '"' || c == '\\' || c == '?' || c < ' ' || c > '~')
            fprintf(out, "\\%03o", c);
        else
            fputc(c, out);
    }
    fputs("\"", out);
}

static void write_roots(const char *path, FILE *out)
{
    struct bytes pem = read_file(path);
    fputs("#include \"rt/embedded.h\"\n\nconst char rt_ca_roots_pem[] =\n", out);
    put_literal(out, pem);
    fputs(";\nconst size_t rt_ca_roots_pem_size = sizeof rt_ca_roots_pem - 1;\n", out);
    free(pem.at);
}

static size_t tzif_count(const unsigned char *header, int index)
{
    const unsigned char *p = header + TZIF_COUNTS + 4 * index;
    return (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3];
}

/* Replace the version-1 block, which only 32-bit readers want, by the smallest legal one. */
static bool tzif_slim(struct bytes *file)
{
    static const unsigned char one[] = {0, 0, 0, 1};
    const size_t slim = TZIF_HEADER + 7; /* One local time type and its empty name. */

    if (file->size < TZIF_HEADER || memcmp(file->at, "TZif", 4) || file->at[4] < '2')
        return false;
    enum { UT, STD, LEAP, TIME, TYPE, CHAR };
    size_t old = TZIF_HEADER + tzif_count(file->at, TIME) * 5 + tzif_count(file->at, TYPE) * 6 +
        tzif_count(file->at, CHAR) + tzif_count(file->at, LEAP) * 8 + tzif_count(file->at, STD) +
        tzif_count(file->at, UT);
    if (old < slim || old + TZIF_HEADER > file->size)
        return old + TZIF_HEADER <= file->size;
    memset(file->at + TZIF_COUNTS, 0, slim - TZIF_COUNTS);
    memcpy(file->at + TZIF_COUNTS + 4 * TYPE, one, sizeof one);
    memcpy(file->at + TZIF_COUNTS + 4 * CHAR, one, sizeof one);
    memmove(file->at + slim, file->at + old, file->size - old);
    file->size -= old - slim;
    return true;
}

static int add_zone(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    const char *name = path + zone_root_length + (walk->level > 0);
    /* The same zones again; a directory seen there would not be seen at its own name. */
    if (kind == FTW_D && (!strcmp(name, "right") || !strcmp(name, "posix")))
        return FTW_SKIP_SUBTREE;
    if (kind != FTW_F || !S_ISREG(info->st_mode) || !strcmp(name, "localtime") ||
        !strcmp(name, "posixrules"))
        return FTW_CONTINUE;
    struct bytes data = read_file(path);
    if (!tzif_slim(&data)) {
        free(data.at);
        return FTW_CONTINUE;
    }
    zones = checked(realloc(zones, (zone_count + 1) * sizeof *zones));
    zones[zone_count++] = (struct zone){.name = checked(strdup(name)), .data = data};
    return FTW_CONTINUE;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct zone *)a)->name, ((const struct zone *)b)->name);
}

static size_t first_equal(size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (zones[i].data.size == zones[index].data.size &&
            !memcmp(zones[i].data.at, zones[index].data.at, zones[i].data.size))
            return i;
    return index;
}

static void write_zones(const char *root, FILE *out)
{
    zone_root_length = strlen(root);
    if (nftw(root, add_zone, OPEN_DIRS, FTW_ACTIONRETVAL) || !zone_count)
        fail(root, "no time zones");
    qsort(zones, zone_count, sizeof *zones, by_name);

    fputs("#include \"rt/embedded.h\"\n\n", out);
    for (size_t i = 0; i < zone_count; i++) {
        zones[i].same_as = first_equal(i);
        if (zones[i].same_as != i)
            continue;
        fprintf(out, "static const unsigned char zone_%zu[%zu] =\n", i, zones[i].data.size + 1);
        put_literal(out, zones[i].data);
        fputs(";\n", out);
    }
    fputs("\nconst struct rt_tzfile rt_tzfiles[] = {\n", out);
    for (size_t i = 0; i < zone_count; i++)
        fprintf(out, "    {\"%s\", zone_%zu, %zu},\n", zones[i].name, zones[i].same_as,
            zones[i].data.size);
    fprintf(out, "};\nconst size_t rt_tzfile_count = %zu;\n", zone_count);

    for (size_t i = 0; i < zone_count; i++) {
        free(zones[i].name);
        free(zones[i].data.at);
    }
    free(zones);
}

int main(int argc, char **argv)
{
    if (argc != 4 || (strcmp(argv[1], "roots") && strcmp(argv[1], "zones"))) {
        fputs("usage: embed_data roots|zones IN OUT.c\n", stderr);
        return 2;
    }
    FILE *out = fopen(argv[3], "w");
    if (!out)
        fail(argv[3], strerror(errno));
    if (!strcmp(argv[1], "roots"))
        write_roots(argv[2], out);
    else
        write_zones(argv[2], out);
    if (fclose(out))
        fail(argv[3], strerror(errno));
    return 0;
}
