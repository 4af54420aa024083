/* Between the files of `ddl2c test`. */
#ifndef DDL2C_SLT_H
#define DDL2C_SLT_H

#include "driver.h"

enum slt_kind { SLT_STATEMENT, SLT_QUERY, SLT_INPUT, SLT_TOPIC, SLT_SUBJECT };
/* TEXT is what SHOW, DESCRIBE and EXPLAIN print; the states are what the environment holds. */
enum slt_shape { SLT_CHANGELOG, SLT_ROWSORT, SLT_TABLE, SLT_TEXT, SLT_TOPIC_STATE,
    SLT_SUBJECT_STATE };

/* Rows as printed, one a line. */
struct slt_rows {
    const char **at;
    size_t count, capacity;
};

/* A block of a test script. */
struct slt_item {
    enum slt_kind kind;
    const char *file;
    unsigned line;           /* of its first line */
    bool included;           /* from another file than the script */
    bool skipped;            /* skipif, onlyif */
    const char *comment;     /* above it */
    const char *text;        /* SQL, row lines, or a schema; "" without */
    unsigned text_line;
    const char *pattern;     /* `error REGEX`; NULL: success is expected */
    const char *warning;     /* `warning REGEX`; NULL: any or none */
    enum slt_shape shape;    /* QUERY */
    const char *table;       /* INPUT; the name of a TOPIC or SUBJECT, or of whose state */
    struct slt_rows words;   /* TOPIC: KEY=VALUE each; SUBJECT: NAME=SUBJECT:VERSION each */
    enum rt_schema_kind schema_kind; /* SUBJECT */
    bool has_rows;           /* `----` stands there */
    struct slt_rows expected;
    unsigned rows_begin, rows_end; /* lines of `----` and the rows: [begin, end) */

    /* Filled while planning. */
    const struct script *script;
    struct step_list steps;  /* INPUT: the loader, if the table is kept in its topic */
    const char *warned;      /* the first warning; NULL: none */
    const char *message;     /* refused: the first error, its number in front … */
    const char *report;      /* … and all of them as printed */
    bool local_only;         /* depends on what differs on Kafka */
    bool ordered;            /* row order is that of the log */

    /* Filled while running. */
    bool has_got;
    struct slt_rows got;
};

struct slt_list {
    struct slt_item *at;
    size_t count, capacity;
};

struct slt_script {
    struct arena *arena;
    const struct options *options;
    const char *path;
    bool is_kafka;
    struct environment environment;
    struct slt_list items;
    struct session session;
    struct map written;      /* tables that an INSERT of the script writes */
    struct map unordered;    /* tables whose rows may be in another order than on a single log */
    struct map left_out;     /* tables written by what depends on the local environment */
};

/* Reads a script and what it includes. False: *message tells why, with file and line. */
bool slt_parse(struct slt_script *script, const char **message);
/* Parses, binds, plans and compiles all items. Refusals are left in them; false: *message. */
bool slt_plan(struct slt_script *script, const char **message);

/* How the runner hears about each item that counts, in order. */
struct slt_listener {
    void (*begin)(void *context, const struct slt_item *item);
    /* `failure` NULL: passed. */
    void (*end)(void *context, const struct slt_item *item, const char *failure);
    void *context;
};

/* Opens the environment: topics and subjects of a script are there before it is planned. */
bool slt_open(struct slt_script *script, const char **message);
/* Executes the items in order and closes the environment. */
void slt_run(struct slt_script *script, const struct slt_listener *listener);

/* Whether an item counts as a test: a statement or query that is not skipped. */
bool slt_counts(const struct slt_item *item);

/* ---- topics and subjects of the environment ---- */

bool slt_schema_kind(const char *name, enum rt_schema_kind *kind);
/* A topic, in place of what has its name, or a version of a subject. Statements that follow find
 * tables in the environment. Once while planning, which needs to know them, and once more in its
 * turn. */
bool slt_put(struct slt_script *script, const struct slt_item *item, struct rt_error *error);
/* Takes all of them away. */
void slt_remove(struct slt_script *script);
/* What `query topic` and `query subject` print. */
bool slt_show(struct slt_script *script, const struct slt_item *item, FILE *out,
    struct rt_error *error);

/* ---- rows ---- */

/* The lines of a text, without the last one if it is empty. */
struct slt_rows rows_split(struct arena *arena, const char *text, size_t size);
/* The same of a file, whose lines may end in CR LF. */
struct slt_rows rows_split_file(struct arena *arena, struct str content);
void rows_sort(struct slt_rows *rows);
/* The rows that remain after all changes, as inserts, sorted. */
struct slt_rows rows_materialise(struct arena *arena, const struct slt_rows *changes);
/* What remains if the order of the changes does not count. */
struct slt_rows rows_net(struct arena *arena, const struct slt_rows *changes);
/* Without white space. `...` stands in WITH (…) for further options, at the end for anything. */
bool text_matches(struct arena *arena, const struct slt_rows *expected,
    const struct slt_rows *got);
bool rows_equal(const struct slt_rows *a, const struct slt_rows *b);
/* "- " expected, "+ " got, unchanged lines around them. */
void rows_difference(struct text *out, const struct slt_rows *expected,
    const struct slt_rows *got);

#endif
