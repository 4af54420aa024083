/* The catalog: what the script has declared so far, in the order in which statements apply.
 *
 * Declarations hold what was written (canonicalised); what follows from them (key columns,
 * changelog mode, subjects) is derived by catalog_derive_* into struct table, the one struct that
 * SHOW CREATE TABLE, DESCRIBE, schema derivation, planning and emission read. */
#ifndef DDL2C_CATALOG_H
#define DDL2C_CATALOG_H

#include "../diag/diag.h"
#include "../parse/ast.h"
#include "../types/type.h"

struct texpr; /* bind/texpr.h: a typed expression */

enum table_column_kind { TABLE_PHYSICAL, TABLE_METADATA, TABLE_COMPUTED, TABLE_SYSTEM };

enum metadata_key { META_NONE, META_HEADERS, META_LEADER_EPOCH, META_OFFSET, META_PARTITION,
    META_RAW_KEY, META_RAW_VALUE, META_TIMESTAMP, META_TIMESTAMP_TYPE, META_TOPIC };

struct column {
    enum table_column_kind kind;
    const char *name;
    const struct type *type;      /* of what a query sees; time attribute set for rowtime columns */
    const char *comment;          /* NULL: none */
    struct span span;             /* of the declaration */
    enum metadata_key metadata;   /* METADATA, and $rowtime (META_TIMESTAMP) */
    bool metadata_named;          /* FROM 'key' was written */
    bool is_virtual;              /* METADATA VIRTUAL: not written */
    const char *expr_sql;         /* COMPUTED: canonical text */
    const struct ast_expr *expr_ast;
    const struct texpr *expr;     /* COMPUTED: bound over the table's columns (by index) */
};

struct primary_key {
    bool present;
    const char *name;      /* as written, or Flink's generated PK_<columns> */
    bool named;            /* CONSTRAINT name was written */
    const size_t *columns; /* column numbers, in key order */
    size_t count;
    struct span span;
};

struct watermark {
    bool present;          /* false: dropped; the default is present with is_default */
    bool is_default;       /* $rowtime, SOURCE_WATERMARK() */
    size_t column;         /* rowtime column number */
    const char *column_sql, *expr_sql;
    bool is_source;        /* SOURCE_WATERMARK() */
    const struct ast_expr *expr_ast;
    const struct texpr *expr;
    struct span span;
};

/* options.def: OPTION(key, id, type, default, allowed, alterable, text). Values are validated and
 * parsed when they are set. */
enum option_type { OPTION_TEXT, OPTION_ENUM, OPTION_BOOL, OPTION_INT, OPTION_DURATION,
    OPTION_MEMORY, OPTION_OFFSETS, OPTION_FORMAT };

struct option_value {
    const char *key;       /* canonical key */
    const char *text;      /* as written */
    int64_t number;        /* INT; DURATION in ms; MEMORY in bytes; BOOL 0/1; ENUM index */
    struct span key_span, value_span;
};

enum changelog_mode { CHANGELOG_APPEND, CHANGELOG_UPSERT, CHANGELOG_RETRACT };
enum format { FORMAT_NONE, FORMAT_RAW, FORMAT_AVRO_REGISTRY, FORMAT_JSON_REGISTRY,
    FORMAT_PROTO_REGISTRY, FORMAT_AVRO_DEBEZIUM, FORMAT_JSON_DEBEZIUM, FORMAT_PROTO_DEBEZIUM,
    FORMAT_PROTO_CONFLUENT };

/* What a record's key or value is made of. */
struct table_side {
    enum format format;
    const size_t *columns;      /* column numbers stored in this side, in schema order */
    size_t count;
    const char *const *names;   /* their field names there (prefix removed) */
    const char *subject;        /* NULL for raw and none */
    const char *schema;         /* the schema derived from the columns; NULL if none */
};

struct table {
    const char *catalog, *database, *name;
    const char *topic;          /* the name, unless an option says otherwise */
    struct span span;           /* of the name in CREATE TABLE */
    const char *comment;
    struct column *columns;     /* declared order, system columns ($rowtime) last */
    size_t column_count;        /* with system columns */
    size_t declared_count;      /* without */
    struct primary_key key;
    bool distributed;           /* DISTRIBUTED BY (columns) or implied by the primary key */
    bool distribution_written;  /* the clause was written */
    bool partitioned_by;        /* by the deprecated clause */
    const size_t *bucket_columns;
    size_t bucket_count;        /* columns in it */
    int32_t buckets;            /* partitions */
    bool buckets_written;
    struct watermark watermark;
    struct option_value *options; /* as written, sorted by key */
    size_t option_count;
    enum changelog_mode mode;
    struct table_side key_side, value_side;
};

struct view {
    const char *catalog, *database, *name;
    bool temporary;
    const char *comment;
    const struct ast_query *query;
    const char *sql;            /* canonical text of the query */
    const char *const *columns; /* NULL: the query's names */
    size_t column_count;
    const struct type *row;     /* of the bound query */
    struct span span;
};

struct catalog {
    struct arena *arena;
    struct diag *diag;
    const char *current_catalog, *current_database;
    struct map tables;   /* "catalog.db.name" -> struct table * */
    struct map views;    /* likewise, struct view * */
    struct map settings; /* SET key -> const char * value */
};

/* Default catalog and database names are "default_catalog" and "default_database". */
struct catalog *catalog_new(struct arena *arena, struct diag *diag);

/* Resolve a one- to three-part name against the current catalog and database. NULL: not there (not
 * reported). */
struct table *catalog_table(const struct catalog *catalog, const struct path *path);
struct view *catalog_view(const struct catalog *catalog, const struct path *path);
/* The full name as map key. */
const char *catalog_key(const struct catalog *catalog, const struct path *path);
/* Reports D_UNKNOWN_TABLE with the nearest names. */
void catalog_report_unknown(const struct catalog *catalog, const struct path *path);

/* The session's time zone, "UTC" unless SET 'table.local-time-zone' / 'sql.local-time-zone'. */
const char *catalog_time_zone(const struct catalog *catalog);
/* SET and RESET; validates known keys. False if reported. */
bool catalog_set(struct catalog *catalog, const struct ast_option *option);
void catalog_reset(struct catalog *catalog, const struct ast_option *option);

/* Value of an option as set or its default (text "" where there is none). */
const struct option_value *table_option(const struct table *table, const char *key);
/* Checks and parses one WITH option into *value. False if reported. */
bool option_parse(struct catalog *catalog, const struct ast_option *option,
    struct option_value *value);

/* ---- printed forms (catalog/show.c) ---- */

/* Canonical DDL as Confluent's SHOW CREATE TABLE prints it. */
void show_create_table(struct text *out, const struct table *table);
void show_create_view(struct text *out, const struct view *view);
/* Rows of DESCRIBE: the boxed table of the reference documents. */
void show_describe(struct text *out, const struct table *table, bool extended);
/* SHOW TABLES, VIEWS, CATALOGS …: a boxed table as Flink's SQL client prints it. */
void show_list(struct text *out, const char *title, const char *const *rows, size_t count);

#endif
