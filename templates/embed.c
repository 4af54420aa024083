/*
 * Compiles templates into C functions: embed IN.in OUT.h OUT.c
 *
 *   //: name(slot, slot)     a section: struct tpl_name, void tpl_name(struct text *, …)
 *   text with $slot$         the slot's text in place
 *   $slot$;                  alone on a line: a block, each line of it indented as the slot is
 *
 * What stands before the first section is for the reader of the template. Blank lines at the end of
 * a section are dropped.
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 24, NAME_SIZE = 64 };

struct section {
    char name[NAME_SIZE]; /* Empty: none is open. */
    int line;
    char slot[SLOTS][NAME_SIZE];
    bool used[SLOTS];
    size_t slot_count;
};

struct embed {
    const char *path;
    int line;
    FILE *in, *header, *source;
    struct section section;
    char (*names)[NAME_SIZE]; /* Of all sections so far. */
    size_t name_count;
    int blanks; /* Blank lines seen and not written yet. */
};

static void fail_at(const struct embed *embed, int line, const char *what, const char *detail)
{
    fprintf(stderr, "%s:%d: error: %s '%s'\n", embed->path, line, what, detail);
    exit(1);
}

static void fail(const struct embed *embed, const char *what, const char *detail)
{
    fail_at(embed, embed->line, what, detail);
}

/* Copies the identifier at `from`; what follows it. */
static const char *take_name(const struct embed *embed, const char *from, char *name)
{
    size_t size = 0;

    while (isalnum((unsigned char)from[size]) || from[size] == '_')
        size++;
    if (!size || isdigit((unsigned char)*from))
        fail(embed, "expected a name at", from);
    if (size >= NAME_SIZE)
        fail(embed, "name too long:", from);
    memcpy(name, from, size);
    name[size] = '\0';
    return from + size;
}

static size_t find_slot(struct embed *embed, const char *name)
{
    struct section *section = &embed->section;

    for (size_t i = 0; i < section->slot_count; i++)
        if (!strcmp(section->slot[i], name)) {
            section->used[i] = true;
            return i;
        }
    fail(embed, "undeclared slot", name);
    return 0;
}

static void parse_section(struct embed *embed, const char *at)
{
    struct section *section = &embed->section;

    memset(section, 0, sizeof *section);
    section->line = embed->line;
    at = take_name(embed, at, section->name);
    for (size_t i = 0; i < embed->name_count; i++)
        if (!strcmp(embed->names[i], section->name))
            fail(embed, "section declared twice:", section->name);
    if (*at++ != '(')
        fail(embed, "expected '(' after", section->name);
    while (*at != ')') {
        if (section->slot_count == SLOTS)
            fail(embed, "too many slots in", section->name);
        at = take_name(embed, at, section->slot[section->slot_count]);
        for (size_t i = 0; i < section->slot_count; i++)
            if (!strcmp(section->slot[i], section->slot[section->slot_count]))
                fail(embed, "slot declared twice:", section->slot[i]);
        section->slot_count++;
        if (at[0] == ',' && at[1] == ' ')
            at += 2;
        else if (*at != ')')
            fail(embed, "expected ', ' or ')' at", at);
    }
    if (strcmp(at, ")"))
        fail(embed, "unexpected text after the slots:", at + 1);
}

static void open_section(struct embed *embed, const char *text)
{
    struct section *section = &embed->section;

    parse_section(embed, text);
    embed->names = realloc(embed->names, (embed->name_count + 1) * sizeof *embed->names);
    if (!embed->names)
        fail(embed, "out of memory in", section->name);
    memcpy(embed->names[embed->name_count++], section->name, NAME_SIZE);

    fprintf(embed->header, "\nstruct tpl_%s {\n", section->name);
    for (size_t i = 0; i < section->slot_count; i++)
        fprintf(embed->header, "    const char *%s;\n", section->slot[i]);
    if (!section->slot_count)
        fprintf(embed->header, "    char none;\n");
    fprintf(embed->header, "};\nvoid tpl_%s(struct text *out, const struct tpl_%s *slots);\n",
        section->name, section->name);
    fprintf(embed->source, "\nvoid tpl_%s(struct text *out, const struct tpl_%s *slots)\n{\n",
        section->name, section->name);
    if (!section->slot_count)
        fputs("    (void)slots;\n", embed->source);
}

static void close_section(struct embed *embed)
{
    struct section *section = &embed->section;

    if (!section->name[0])
        return;
    for (size_t i = 0; i < section->slot_count; i++)
        if (!section->used[i])
            fail_at(embed, section->line, "unused slot", section->slot[i]);
    fputs("}\n", embed->source);
    embed->blanks = 0;
}

static void write_literal(FILE *out, const char *text, size_t size)
{
    if (!size)
        return;
    fputs("    text_add(out, \"", out);
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];

        if (c == '\n')
            fputs("\\n", out);
        else if (c == '"' || c == '\\' || c == '?')
            fprintf(out, "\\%c", c);
        else if (c < ' ' || c > '~')
            fprintf(out, "\\%03o", c);
        else
            fputc(c, out);
    }
    fputs("\");\n", out);
}

/* `$slot$;` alone on a line. */
static bool write_block(struct embed *embed, const char *line)
{
    size_t indent = strspn(line, " ");
    const char *open = line + indent, *close = *open == '$' ? strchr(open + 1, '$') : NULL;
    char name[NAME_SIZE];

    if (!close || strcmp(close + 1, ";"))
        return false;
    if (take_name(embed, open + 1, name) != close)
        fail(embed, "bad slot", open);
    fprintf(embed->source, "    text_add_block(out, slots->%s, %zu);\n",
        embed->section.slot[find_slot(embed, name)], indent);
    return true;
}

static void write_line(struct embed *embed, const char *line)
{
    const char *at = line;
    char name[NAME_SIZE];

    for (; embed->blanks; embed->blanks--)
        write_literal(embed->source, "\n", 1);
    if (write_block(embed, line))
        return;
    for (const char *open; (open = strchr(at, '$')); at = strchr(open + 1, '$') + 1) {
        if (!strchr(open + 1, '$'))
            fail(embed, "unclosed slot", open);
        if (*take_name(embed, open + 1, name) != '$')
            fail(embed, "bad slot", open);
        write_literal(embed->source, at, (size_t)(open - at));
        fprintf(embed->source, "    text_add(out, slots->%s);\n",
            embed->section.slot[find_slot(embed, name)]);
    }
    write_literal(embed->source, at, strlen(at));
    write_literal(embed->source, "\n", 1);
}

static void read_template(struct embed *embed)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;

    while ((size = getline(&line, &capacity, embed->in)) > 0) {
        embed->line++;
        if (memchr(line, '\0', (size_t)size) || memchr(line, '\t', (size_t)size))
            fail(embed, "NUL or tab in line", line);
        while (size && isspace((unsigned char)line[size - 1]))
            line[--size] = '\0';
        if (!strncmp(line, "//:", 3)) {
            close_section(embed);
            if (line[3] != ' ')
                fail(embed, "expected '//: name(slots)', not", line);
            open_section(embed, line + 4);
        } else if (!embed->section.name[0]) {
            continue;
        } else if (!size) {
            embed->blanks++;
        } else {
            write_line(embed, line);
        }
    }
    free(line);
    close_section(embed);
    if (!embed->name_count)
        fail(embed, "no section in", embed->path);
}

static FILE *open_file(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);

    if (!file) {
        fprintf(stderr, "%s: error: %s\n", path, strerror(errno));
        exit(1);
    }
    return file;
}

static void close_file(FILE *file, const char *path)
{
    bool failed = ferror(file);

    if (fclose(file) || failed) {
        fprintf(stderr, "%s: error: cannot be written\n", path);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    struct embed embed = {0};
    const char *base;

    if (argc != 4) {
        fputs("usage: embed IN.in OUT.h OUT.c\n", stderr);
        return 2;
    }
    embed.path = argv[1];
    embed.in = open_file(argv[1], "r");
    embed.header = open_file(argv[2], "w");
    embed.source = open_file(argv[3], "w");
    base = strrchr(argv[2], '/') ? strrchr(argv[2], '/') + 1 : argv[2];
    fputs("#pragma once\n#include \"base/base.h\"\n", embed.header);
    fprintf(embed.source, "#include \"%s\"\n", base);
    read_template(&embed);
    fclose(embed.in);
    close_file(embed.header, argv[2]);
    close_file(embed.source, argv[3]);
    free(embed.names);
    return 0;
}
