/* The catalog: what the script has declared so far, in the order in which statements apply.
 *
 * Declarations hold what was written (canonicalised); what follows from them (key columns,
 * changelog mode, subjects) is derived by catalog_derive_* into struct table, the one struct that
 * SHOW CREATE TABLE, DESCRIBE, schema derivation, planning and emission read. */
#ifndef DDL2C_CATALOG_H
#define DDL2C_CATALOG_H

#include "../registry/proto_class.h"
#include "../diag/diag.h"
#include "../parse/ast.h"
#include "../types/type.h"
#include "format.h"

struct texpr; /* bind/texpr.h: a typed expression */
struct rt_generator;

enum table_column_kind { TABLE_PHYSICAL, TABLE_METADATA, TABLE_COMPUTED, TABLE_SYSTEM };

enum metadata_key { META_NONE, META_HEADERS, META_LEADER_EPOCH, META_OFFSET, META_PARTITION,
    META_RAW_KEY, META_RAW_VALUE, META_TIMESTAMP, META_TIMESTAMP_TYPE, META_TOPIC,
    /* Of the format debezium-json: what a change says of itself. */
    META_CHANGE_SCHEMA, META_CHANGE_TIME, META_SOURCE_TIME, META_SOURCE_DATABASE,
    META_SOURCE_SCHEMA, META_SOURCE_TABLE, META_SOURCE_PROPERTIES };

enum { META_COUNT = META_SOURCE_PROPERTIES + 1 };

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

/* A field of an inferred table's schema whose name a metadata or computed column took: NULL in what
 * is written. */
struct hidden_column {
    struct column column;
    const char *after;     /* the column in front of it; NULL: it was the first */
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

/* OPT_CHANGELOG_MODE … in the order of options.def. */
enum option_id {
#define OPTION(key, id, type, default_text, allowed, flags, text) OPT_##id,
#define OPTION_LATER(key, text)
#include "options.def"
#undef OPTION
#undef OPTION_LATER
    OPTION_COUNT
};

enum option_flags { OPTION_SHOWN = 1, OPTION_TOPIC = 2, OPTION_FIXED = 4, OPTION_HINT = 8,
    OPTION_SCAN = 16, OPTION_OTHER = 32, OPTION_SECRET = 64 };

/* A row of options.def. */
struct option_def {
    const char *key;
    enum option_type type;
    const char *default_text; /* "": none, or derived from the table */
    const char *allowed;      /* '|' between values, or "least..most" */
    unsigned flags;
    const char *text;
};

extern const struct option_def option_defs[OPTION_COUNT];

/* connectors.def: CONNECTOR_CONFLUENT …, the values of the option 'connector' in their order. */
enum connector {
#define CONNECTOR(name, id, kind, uses) CONNECTOR_##id,
#define TAKES(connector, option, default_text)
#define NEEDS(connector, option)
#include "connectors.def"
#undef CONNECTOR
#undef TAKES
#undef NEEDS
    CONNECTOR_COUNT
};

/* How a connector's tables are read and written. */
enum connector_kind {
    CONNECTOR_KIND_TOPIC,     /* records of a topic */
    CONNECTOR_KIND_GENERATOR, /* rows that are made up */
    CONNECTOR_KIND_FILES,     /* records of files */
    CONNECTOR_KIND_PRINT,     /* rows to standard output or error */
    CONNECTOR_KIND_BLACKHOLE, /* rows to nowhere */
    CONNECTOR_KIND_EXTERNAL,  /* another system: shown, neither read nor written yet */
};

enum connector_uses { CONNECTOR_READ = 1, CONNECTOR_WRITE = 2 };

struct connector_def {
    const char *name;
    enum connector_kind kind;
    unsigned uses;
};

extern const struct connector_def connector_defs[CONNECTOR_COUNT];

/* Options of the csv format: of a value [0], of a key [1]. */
struct csv_options {
    enum option_id comments, elements, disable_quote, escape, delimiter, ignore, null, quote;
};

extern const struct csv_options csv_options[2];

/* The options of proto-confluent: of the value, of the key. All are from `first` to `last`. */
struct proto_options {
    enum option_id first, last;
    enum option_id topic, is_key, message_class, auto_register, schema_id, skip_known, on_error,
        dead_letter, letter_properties, letter_property;
};

extern const struct proto_options proto_options[2];

/* Those of avro-confluent, likewise. */
struct avro_confluent_options {
    enum option_id first, last;
    enum option_id subject, subject_alias, schema, schema_alias;
};

extern const struct avro_confluent_options avro_confluent_options[2];

/* Whether its tables may have the option, or must. */
bool connector_takes(enum connector connector, enum option_id id);
bool connector_needs(enum connector connector, enum option_id id);
/* Whose tables may: for messages. NULL: it belongs to a format. */
const char *connector_of_option(enum option_id id);

struct option_value {
    const char *key;       /* as written: value.format.x, or value.avro-registry.x, the same */
    enum option_id id;
    const char *text;      /* as written */
    int64_t number;        /* INT; DURATION in ms; MEMORY in bytes; BOOL 0/1; ENUM index */
    struct span key_span, value_span;
};

enum changelog_mode { CHANGELOG_APPEND, CHANGELOG_UPSERT, CHANGELOG_RETRACT };

/* What a record's key or value is made of. */
struct table_side {
    enum format format;
    const size_t *columns;      /* column numbers stored in this side, in schema order */
    size_t count;
    const char *const *names;   /* their field names there (prefix removed) */
    const char *subject;        /* NULL for raw and none; the first of several */
    const char *const *subjects; /* each holds the schema of some records */
    size_t subject_count;       /* 0 without a subject */
    const char *schema;         /* the schema derived from the columns; NULL if none */
    const struct schema_reference *references; /* of an inferred table's schema */
    size_t reference_count;
    struct schema_text envelope; /* Debezium's: of the whole record; text NULL if none */
    const char *message;        /* proto-confluent: full name of the message, by its class; NULL */
    bool looks_up;              /* a sink does not register the schema */
    int64_t schema_id;          /* of a sink's records, if not 0 and not -1 */
};

/* The derived schema of a side that has one. */
struct schema_text table_side_schema(const struct table_side *side);
/* The schema that records are written with as far as the table knows: that, or its envelope. */
struct schema_text table_side_writer(const struct table_side *side);

struct table {
    const char *catalog, *database, *name;
    const char *topic;          /* the name, or what an option says; the first of several */
    const char *const *topics;  /* read, if 'topic' lists several; else NULL */
    size_t topic_count;
    const char *topic_pattern;  /* 'topic-pattern': those that fit are read, not `topic`; NULL */
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
    struct span distribution_span; /* of the clause */
    bool distribution_named;    /* the clause names columns */
    struct watermark watermark;
    struct option_value *options; /* as written, sorted by key */
    size_t option_count;
    enum connector connector;
    bool temporary;             /* its topic goes when the session ends */
    const char *dead_letters;   /* proto-confluent: topic of records that cannot be decoded; NULL */
    const char *letter_brokers; /* its bootstrap.servers */
    enum changelog_mode mode;
    struct table_side key_side, value_side;
    const struct hidden_column *hidden;
    size_t hidden_count;
    const struct rt_generator *generator; /* CONNECTOR_KIND_GENERATOR: rt/generate.h */
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

/* A config of a topic. */
struct table_config {
    const char *key, *value;
};

/* What is registered for a topic whose table was inferred; schemas of its table evolve from it. */
struct inferred {
    const struct schema_text *key, *value; /* NULL: none */
    uint32_t source;                       /* the statement that declares the table */
};

struct catalog {
    struct arena *arena;
    struct diag *diag;
    const char *current_catalog, *current_database;
    struct map tables;   /* catalog_key -> struct table * */
    struct map views;    /* likewise, struct view * */
    struct map settings; /* SET key -> const char * value */
    struct map failed;   /* catalog_key of tables whose CREATE was refused */
    struct map named;    /* catalogs and databases that SET has made current: keys without a name */
    struct map inferred; /* topic -> struct inferred * */
    /* Asked by catalog_table for a name that nothing declares: puts the table into `tables` and
     * returns it. NULL: there is none. */
    struct table *(*infer)(void *context, const struct path *path);
    /* Asked by ALTER TABLE when formats or subjects of an inferred table change: the table as it
     * would be inferred with these options, in the place of `table`. NULL: reported, and nothing
     * has changed. */
    struct table *(*infer_again)(void *context, const struct table *table,
        const struct option_value *options, size_t count);
    void *infer_context;
    int32_t buckets;     /* of tables that do not say how many: 6 */
    bool any_names;      /* tables of no format named whose columns Avro cannot hold are JSON */
    struct proto_sources protos; /* given with --proto */
};

/* Default catalog and database names are "default_catalog" and "default_database". */
struct catalog *catalog_new(struct arena *arena, struct diag *diag);

/* Resolve a one- to three-part name against the current catalog and database. NULL: not there (not
 * reported). A table that no statement declares is looked for in the environment, if there is
 * one. */
struct table *catalog_table(const struct catalog *catalog, const struct path *path);
struct view *catalog_view(const struct catalog *catalog, const struct path *path);
/* The full name as map key; not for printing. */
const char *catalog_key(const struct catalog *catalog, const struct path *path);
/* Whether a path has no more than three parts; false if reported. */
bool catalog_check_path(const struct catalog *catalog, const struct path *path);
/* Whether the catalog and database of a name that is to be declared exist: the default ones, those
 * that SET has named, and those that have tables. False if reported. */
bool catalog_check_place(const struct catalog *catalog, const struct path *path);
/* Its last part. */
const char *path_name(const struct path *path);
/* Fills catalog and database of a path against the current ones. */
void catalog_resolve(const struct catalog *catalog, const struct path *path,
    const char **catalog_name, const char **database, const char **name);
/* USE [CATALOG] name. False if reported. */
bool catalog_use(struct catalog *catalog, bool is_catalog, const struct path *path);
/* The value of a setting, its default if it is not set, "" for none. */
const char *catalog_setting(const struct catalog *catalog, const char *key);
/* Reports D_UNKNOWN_TABLE with the nearest names; nothing if the reason is a CREATE TABLE that was
 * refused, as long as its report stands. */
void catalog_report_unknown(const struct catalog *catalog, const struct path *path);

/* The session's time zone, "UTC" unless SET 'table.local-time-zone' / 'sql.local-time-zone'. */
const char *catalog_time_zone(const struct catalog *catalog);
/* SET and RESET; validates known keys. False if reported. */
bool catalog_set(struct catalog *catalog, const struct ast_option *option);
void catalog_reset(struct catalog *catalog, const struct ast_option *option);

/* Value of an option as set or its default (text "" where there is none). The key is that of
 * options.def. */
const struct option_value *table_option(const struct table *table, const char *key);
const struct option_value *table_option_by_id(const struct table *table, enum option_id id);
/* Whether its error-handling.mode is log. */
bool table_logs_errors(const struct table *table);
/* The name of that table. */
const char *table_error_target_name(const struct table *table);
/* Whether schema ids of the key or value are written into a header. */
bool table_id_in_header(const struct table *table, bool key);
/* Of an option whose key has a '#': the value with `name` in its place; NULL if it is not set. */
const struct option_value *table_option_named(const struct table *table, enum option_id id,
    const char *name);
/* How its connector is read and written. */
enum connector_kind table_kind(const struct table *table);
/* Whether its rows are records of a topic. */
bool table_is_topic(const struct table *table);
/* Whether they come from several topics, so that it cannot be written. */
bool table_reads_several(const struct table *table);
/* Whether a topic is the table's, or one of its list. */
bool table_names_topic(const struct table *table, const char *topic);
/* The option that says the format of a side: value.format, or format where that is given. */
const struct option_value *table_format_option(const struct table *table, bool is_key);
/* The table as if it had been declared with these options too; the sides stay as they are. */
struct table *table_with_options(struct arena *arena, const struct table *table,
    const struct option_value *values, size_t count);
/* Whether it was set. */
bool table_has_option(const struct table *table, enum option_id id);
/* Checks and parses one WITH option into *value. False if reported. Hints too: they are options of
 * the query's table. */
bool option_parse(struct catalog *catalog, const struct ast_option *option,
    struct option_value *value);

/* The value of an ENUM or FORMAT as options.def spells it; other types as written. */
const char *option_canonical(struct arena *arena, const struct option_value *value);

/* The id of a key, however written; OPTION_COUNT if there is none. */
enum option_id option_find(const char *key);
/* What stands in the place of '#' in the option's key: "a" of fields.a.min. NULL if it has none. */
const char *option_name(struct arena *arena, const struct option_value *value);
/* Whether its value is a password or the like, which nothing shows. */
bool option_is_secret(const struct option_value *value);
/* Whether two values are of one option: the second takes the place of the first. */
bool option_same(const struct option_value *a, const struct option_value *b);

/* Text to number as options and settings take it: Flink's durations ("2 days", "10s", "500") in
 * ms, and sizes ("64 mb", "2097164 bytes", "100") in bytes. False if malformed or too great. */
bool option_parse_duration(const char *text, int64_t *ms);
bool option_parse_memory(const char *text, int64_t *bytes);
/* The partitions and offsets of "partition:0,offset:42;partition:1,offset:300"; false if malformed
 * or a partition is named twice. Either array may be NULL. */
bool option_parse_offsets(struct arena *arena, const char *text, int32_t **partitions,
    int64_t **offsets, size_t *count);

/* One ASCII character, or \t, as csv's options take it. */
bool option_csv_character(const char *text, char *character);

/* Configs of the table's topic that its options set, or that follow from its kind; sorted by
 * key. */
const struct table_config *table_topic_configs(struct arena *arena, const struct table *table,
    size_t *count);

/* ---- printed forms (catalog/show.c) ---- */

/* Whether the value has it, not the record. */
bool metadata_is_of_change(enum metadata_key key);
/* 'timestamp' of META_TIMESTAMP …. */
const char *metadata_key_name(enum metadata_key key);
/* Canonical DDL as Confluent's SHOW CREATE TABLE prints it. */
void show_create_table(struct text *out, const struct table *table);
void show_create_view(struct text *out, const struct view *view);
/* Rows of DESCRIBE: the boxed table of the reference documents. */
void show_describe(struct text *out, const struct table *table, bool extended);
void show_describe_view(struct text *out, const struct view *view, bool extended);
/* SHOW TABLES, VIEWS, CATALOGS …: a boxed table as Flink's SQL client prints it. */
void show_list(struct text *out, const char *title, const char *const *rows, size_t count);

#endif
