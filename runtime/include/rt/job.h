/* What a generated pipeline is made of, and the task that runs it.
 *
 * The compiler emits `static const` tables, sources and sinks, and one struct rt_job that names
 * them; the runtime owns everything that moves. Generated functions are called on the task's thread
 * only. A function that returns false has filled `error`. */
#ifndef RT_JOB_H
#define RT_JOB_H

#include <rt/generate.h>
#include <rt/log.h>
#include <rt/map.h>
#include <rt/registry.h>
#include <rt/shape.h>
#include <rt/state.h>

#include <stdio.h>

struct rt_task;

/* ---- tables ---- */

enum rt_changelog_mode { RT_APPEND, RT_UPSERT, RT_RETRACT };
/* PLAIN: the record is the datum. REGISTRY: a schema id before it. */
enum rt_format { RT_FORMAT_NONE, RT_FORMAT_PLAIN, RT_FORMAT_REGISTRY };
enum rt_startup_mode { RT_START_EARLIEST, RT_START_LATEST, RT_START_GROUP, RT_START_TIMESTAMP,
    RT_START_OFFSETS };
enum rt_bounded_mode { RT_UNBOUNDED, RT_END_LATEST, RT_END_GROUP, RT_END_TIMESTAMP,
    RT_END_OFFSETS };
enum rt_error_mode { RT_ERRORS_FAIL, RT_ERRORS_IGNORE, RT_ERRORS_LOG };

struct rt_partition_offset {
    int32_t partition;
    int64_t offset;
};

/* A schema and those that it names. */
struct rt_schema {
    const char *text;
    const struct rt_schema_name *references; /* each after what it refers to */
    size_t reference_count;
};

/* One half (key or value) of a table's records. */
struct rt_side {
    enum rt_format format;
    const char *subject;         /* NULL: the format has no schema */
    bool one_of_several;         /* of subjects: a datum without a schema id has no schema */
    bool id_in_header;           /* where a sink puts the schema id: not before the datum */
    bool looks_up;               /* a sink does not register the schema: the subject has it */
    bool by_name;                /* Protobuf: a field of another name is never a column's */
    int32_t schema_id;           /* of a sink's records, one of the subject; 0: its schema's */
    enum rt_schema_kind schema_kind;
    const char *schema;          /* what a sink registers */
    const struct rt_schema *writers; /* those with a generated decoder, by decoder number */
    size_t writer_count;
};

/* Where the rows of a table are. */
enum rt_connector { RT_TOPIC, RT_GENERATOR, RT_FILES, RT_PRINT, RT_BLACKHOLE };

/* How a file is cut into records. CSV: line ends within quoted fields do not count. */
enum rt_framing { RT_LINES, RT_CSV_LINES, RT_AVRO_FILE };

/* How the blocks of an Avro file are packed (rt/avro_file.h). */
enum rt_avro_codec { RT_AVRO_NULL_CODEC, RT_AVRO_DEFLATE };

/* A file, or a folder of files; written to, always a folder (task/file_sink.c). */
struct rt_files {
    const char *path;
    enum rt_framing framing;
    char delimiter, quote, escape; /* RT_CSV_LINES; '\0': none */
    bool comments;               /* lines that begin with # are no records */
    bool skip_blank;             /* nor are empty ones */
    const char *schema;          /* RT_AVRO_FILE: the table's */
    enum rt_avro_codec codec;    /* of written files */
    int64_t roll_bytes, roll_ms; /* when a written file is finished */
    int64_t monitor_ms;          /* how often to look for new files; 0: the first are all */
};

/* Rows as Flink's print connector prints them: "identifier:2> +I[1, Alice]". */
struct rt_print {
    const char *identifier;      /* NULL: none */
    bool to_stderr;
    int parallelism;             /* lines are numbered 1 to this in turn, if it is more than 1 */
};

struct rt_table {
    const char *name;            /* as in SQL, unquoted, for messages */
    const char *catalog, *database; /* with RT_ERRORS_LOG */
    enum rt_connector connector;
    const struct rt_generator *generator; /* RT_GENERATOR */
    const struct rt_files *files;         /* RT_FILES */
    const struct rt_print *print;         /* RT_PRINT */
    const char *topic;           /* the first one of several; the table's name with fits_topic */
    const char *const *topics;   /* read, if they are several; else NULL */
    size_t topic_count;
    /* Whether a topic is read, by its name; NULL: those above are. */
    bool (*fits_topic)(struct rt_text topic, bool *fits, struct rt_error *error);
    int64_t discovery_ms;        /* how often to look for new partitions and topics; 0: never */
    int32_t partitions;          /* at creation */
    int16_t replication;         /* at creation; 0: the broker's default */
    const struct rt_property *topic_configs;
    size_t topic_config_count;
    enum rt_changelog_mode mode;
    struct rt_side key, value;
    enum rt_startup_mode startup;
    int64_t startup_timestamp_ms;
    const struct rt_partition_offset *startup_offsets;
    size_t startup_offset_count;
    enum rt_bounded_mode bounded;
    int64_t bounded_timestamp_ms;
    const struct rt_partition_offset *bounded_offsets;
    size_t bounded_offset_count;
    const char *group;           /* 'properties.group.id' or NULL: the pipeline's name */
    bool uncommitted;            /* read records of open and aborted transactions too */
    int64_t flush_rows, flush_ms; /* as an upsert sink: rows of one key are held back until so many
                                    are, or so long, or the commit; 0: no such limit; both: not */
    int64_t transaction_timeout_ms; /* as a sink; 0: the client's. The longest of a job counts */
    const char *compression;     /* codec of written batches; NULL: the client's */
    enum rt_error_mode errors;
    bool reset_to_latest;        /* of a group without offsets; else to the earliest */
    bool to_first_partition;     /* every row goes there; else by key, or in turn */
};

/* ---- sources ---- */

struct rt_detail {
    struct rt_text name, value;
};

/* A record that could not be decoded, for the error table (compiler/catalog/error_table.h). Memory
 * is the record's and the batch arena's. */
struct rt_failure {
    int32_t code;                /* RT_FAILURE_DECODE */
    struct rt_text reason;       /* its name */
    struct rt_text message;
    struct rt_text pipeline;
    const struct rt_detail *details;
    size_t detail_count;
    struct rt_text catalog, database, table; /* that was read */
    struct rt_text topic;
    const struct rt_record *record; /* with its headers */
};

enum { RT_FAILURE_DECODE = 1 };


struct rt_source {
    const char *name;            /* stable: "source-orders", "values-1" */
    const struct rt_table *table; /* NULL: `generate` */
    size_t index;                /* own place in rt_job.sources */
    /* The row that the key and the value of a record are decoded into; NULL: that side has no
       schemas in a registry or in files. */
    const struct rt_shape *key_shape, *value_shape;
    /* Decodes the record and pushes the row through every query that reads it. A decode failure
     * (RT_DECODE) leaves nothing behind, so that the table's error mode can skip it. */
    bool (*push)(struct rt_task *task, struct rt_record *record, struct rt_error *error);
    /* Instead of `push`, where rows meet state at once: several records are read into rows of
       row_size bytes before the first of them is passed on, so that the state that they meet is
       near. `read` leaves *found false if the record is no row; its row is valid for the batch.
       `near` is a hint: it changes nothing. */
    size_t row_size;
    bool (*read)(struct rt_task *task, struct rt_record *record, void *row, enum rt_op *op,
        bool *found, struct rt_error *error);
    void (*near)(struct rt_task *task, const void *rows, size_t count);
    bool (*pass)(struct rt_task *task, const void *row, enum rt_op op, struct rt_error *error);
    /* The same for one row line (rt/rowline.h); `record` gives partition, timestamp, offset = line
     * number - 1. */
    bool (*push_line)(struct rt_task *task, struct rt_record *record, struct rt_text line,
        struct rt_error *error);
    /* Puts a record that `push` failed to decode into the error table; NULL unless the table's
       errors are RT_ERRORS_LOG. */
    bool (*failed)(struct rt_task *task, const struct rt_failure *failure,
        struct rt_error *error);
    /* VALUES: pushes all rows; called once in the life of the pipeline. */
    bool (*generate)(struct rt_task *task, struct rt_error *error);
};

/* ---- sinks ---- */

enum { RT_ID_HEADER = 17 }; /* Magic byte and GUID. */

/* Where a sink's rows go; one a sink, made by the task. The generated writer fills key and value
 * and calls rt_output_send. */
struct rt_output {
    const struct rt_sink *sink;
    struct rt_task *task;
    struct rt_buffer key, value;
    bool key_null, value_null;
    int32_t key_schema_id, value_schema_id; /* registered before the first row */
    uint8_t key_id[RT_ID_HEADER], value_id[RT_ID_HEADER]; /* the same as headers */
    size_t key_id_size, value_id_size;      /* 0: it stands before the datum */
    int64_t timestamp_ms;                   /* -1: now */
    int32_t partition;                      /* -1: by the table's distribution */
    size_t image_at, image_size;            /* the row in a value that is a change; size 0: it is
                                               not, or says it in a header */
    const struct rt_header *headers;
    size_t header_count;
    bool as_lines;      /* bound to --output or a foreground format: write lines, not records */
    uint64_t rows;
};

struct rt_sink {
    const char *name;             /* stable: "sink-big_orders", "result" */
    const struct rt_table *table; /* NULL: the result of a foreground SELECT */
    size_t index;
    /* Result and row lines: names and declared types of the columns. */
    const char *const *columns;
    const char *const *types;
    size_t column_count;
    /* Column numbers that identify a row in the materialised result; count 0: all of them. */
    const size_t *key_columns;
    size_t key_column_count;
};

/* Clears buffers and sets key_null/value_null false, timestamp and partition -1. */
void rt_output_begin(struct rt_output *output);
/* Sets the record's timestamp; one before 1970 makes rt_output_send fail, since Kafka has none. */
static inline void rt_output_at(struct rt_output *output, int64_t timestamp_ms)
{
    output->timestamp_ms = timestamp_ms < 0 ? INT64_MIN : timestamp_ms;
}
/* Around the row in a value of the format debezium-json. Members that are NULL are left out if
 * `ignore_null`. */
void rt_change_json_begin(struct rt_output *output, enum rt_op op, bool ignore_null);
void rt_change_json_end(struct rt_output *output, enum rt_op op, bool ignore_null);
/* Hands the record to the open transaction. */
bool rt_output_send(struct rt_output *output, enum rt_op op, struct rt_error *error);

/* Result rows: begin, one cell a column (text as CAST AS STRING prints it, appended to the buffer
 * that rt_result_cell returns; NULL cells by rt_result_null), end. For JSON the generated code
 * appends one whole JSON object (without $op) to rt_result_json and ends. */
bool rt_result_wants_json(const struct rt_output *output);
struct rt_buffer *rt_result_cell(struct rt_output *output);
void rt_result_null(struct rt_output *output);
struct rt_buffer *rt_result_json(struct rt_output *output);
bool rt_result_end(struct rt_output *output, enum rt_op op, struct rt_error *error);

/* ---- the job ---- */

struct rt_job {
    int abi;                     /* RT_JOB_ABI; checked at start */
    const char *name;            /* default pipeline name */
    const char *sql;             /* the statements, for --explain */
    const char *explain;         /* the plan as EXPLAIN prints it */
    const char *time_zone;       /* session time zone */
    const struct rt_table *const *tables;
    size_t table_count;
    const struct rt_source *const *sources;
    size_t source_count;
    const struct rt_sink *const *sinks;
    size_t sink_count;
    const char *brokers;         /* where --local and --brokers say nothing; NULL: nowhere */
    const struct rt_property *properties; /* of Kafka's client, weaker than flags */
    size_t property_count;
    const char *transactional_id; /* NULL: the pipeline's name */
    const struct rt_registry_access *registry; /* where flags say nothing; NULL: nowhere */
    size_t state_size;           /* of the generated struct behind rt_task.state, zeroed */
    const struct rt_operator *const *operators; /* those with state */
    size_t operator_count;
    /* Called at the end of each batch, in bounded runs after each row too: operators that gather
       rows first emit here. NULL: none. */
    bool (*flush)(struct rt_task *task, struct rt_error *error);
    /* Called once when every source has ended. NULL: nothing to do. */
    bool (*finish)(struct rt_task *task, struct rt_error *error);
};

enum { RT_JOB_ABI = 1 };

/* What generated code sees of the running task. */
struct rt_task {
    const struct rt_job *job;
    struct rt_arena arena;        /* of the batch */
    struct rt_output *outputs;    /* by sink index */
    void *state;
    struct rt_map **maps;         /* by operator index */
    struct rt_buffer scratch[2];  /* of the generated function that runs: keys and rows on their way
                                     into state; the functions it calls use them too */
    const struct rt_zone *zone;   /* session time zone (rt/time.h) */
    int64_t now_ms;               /* wall clock at the start of the statement's batch */
    struct rt_task_private *private_;
};

/* Which decoder fits the key or value of a record: reads the schema's id in the header, else before
 * the datum (Confluent's wire format: magic 0 and a big-endian id, or magic 1 and a GUID), asks the
 * registry once an id, compares schemas by their parsing canonical form. A datum without an id is
 * of the latest version of the side's subject. *payload is the datum. False: RT_DECODE (unknown id,
 * no decoder for that schema, a malformed header) or RT_REGISTRY. */
bool rt_decoder_of(struct rt_task *task, const struct rt_source *source, bool key,
    struct rt_record *record, size_t *decoder, struct rt_bytes *payload, struct rt_error *error);

/* Decodes `payload` into the zeroed row by a decoder number that rt_decoder_of gave and no
 * generated decoder has: the program that was made for the schema of the record. */
bool rt_decode_by_program(struct rt_task *task, const struct rt_source *source, bool key,
    size_t decoder, struct rt_bytes payload, void *row, struct rt_error *error);

/* Decodes the datum of an RT_AVRO_FILE that `push` is called for into the zeroed row, by the schema
 * of its file. Text and bytes in it are valid for the batch. */
bool rt_decode_from_file(struct rt_task *task, void *row, struct rt_error *error);

/* Confluent wire format, written: magic 0 and the schema id in big-endian order. */
static inline void rt_wire_begin(struct rt_buffer *out, int32_t schema_id)
{
    uint8_t *at = rt_buffer_reserve(out, 5);

    at[0] = 0;
    for (int i = 0; i < 4; i++)
        at[1 + i] = (uint8_t)((uint32_t)schema_id >> (24 - 8 * i));
    out->size += 5;
}

/* Kind of change of a record in a retract table: its header `op`, one byte 0 to 3 (also as the
 * digit); none is an insert. */
static inline bool rt_record_op(struct rt_record *record, struct rt_arena *arena, enum rt_op *op,
    struct rt_error *error)
{
    *op = RT_INSERT;
    if (!rt_record_headers(record, arena, error))
        return false;
    for (size_t i = 0; i < record->header_count; i++) {
        const struct rt_header *header = &record->headers[i];
        uint8_t code;

        if (header->key.size != 2 || header->key.data[0] != 'o' || header->key.data[1] != 'p')
            continue;
        code = header->value_null || header->value.size != 1 ? 0xFF : header->value.data[0];
        if (code >= '0' && code <= '3')
            code = (uint8_t)(code - '0');
        if (code > 3)
            return rt_fail(error, RT_DECODE, RT_SKIP, "header 'op' is none of 0, 1, 2, 3");
        *op = (enum rt_op)code;
    }
    return true;
}

/* As the metadata column timestamp-type has it. */
static inline struct rt_text rt_timestamp_type_text(enum rt_timestamp_type type)
{
    switch (type) {
    case RT_NO_TIMESTAMP:
        break;
    case RT_CREATE_TIME:
        return RT_TEXT("CreateTime");
    case RT_LOG_APPEND_TIME:
        return RT_TEXT("LogAppendTime");
    }
    return RT_TEXT("NoTimestampType");
}

/* ---- running ---- */

enum rt_result_format { RT_RESULT_CHANGELOG, RT_RESULT_TABLE, RT_RESULT_JSON };

struct rt_binding { /* --input TABLE=PATH, --output TABLE=PATH; "-" is stdin or stdout */
    const char *table, *path;
    FILE *file; /* used instead of path if not NULL; stays the caller's */
};

struct rt_run {
    struct rt_log *log;             /* not owned */
    struct rt_registry *registry;   /* not owned */
    const char *pipeline;           /* NULL: job->name */
    const char *transactional_id;   /* NULL: the pipeline's name */
    const struct rt_binding *inputs;
    size_t input_count;
    const struct rt_binding *outputs;
    size_t output_count;
    enum rt_result_format result_format;
    FILE *result;                   /* stdout */
    FILE *report;                   /* stderr: progress, retries, warnings */
    bool progress;                  /* draw a progress line */
    bool end_at_current;            /* topics without an end of their own end where they end now */
    bool ephemeral;                 /* a foreground statement: positions are not kept */
    bool create;                    /* make missing topics and subjects */
    int commit_interval_ms;         /* 0: 1000; local: also when all there is was read */
    size_t batch_limit;             /* records; 0: 8192 */
    size_t memory_limit;            /* bytes of queues and batches; 0: a default under 40 MB */
    const char *metrics;            /* HOST:PORT of /metrics and a status page; NULL: none */
    size_t row_limit;               /* end after that many result rows; 0: none */
    uint64_t seed;                  /* of generators: the same seed, the same rows */
};

struct rt_stats {
    uint64_t records_in, rows_out, skipped, commits;
    uint64_t logged; /* into error tables */
};

/* Runs until every source has ended or a stop was asked for; the last transaction is committed.
 * `stats` may be NULL. Stateless between calls. */
bool rt_job_run(const struct rt_job *job, const struct rt_run *run, struct rt_stats *stats,
    struct rt_error *error);

/* Asks every running job to end after a last commit. Safe in a signal handler. */
void rt_request_stop(void);
bool rt_stop_requested(void);
void rt_clear_stop(void);

/* Exit status for a failure: 2 flags, 3 the environment, 4 a record or an expression. */
int rt_exit_status(enum rt_code code);

/* main() of a built pipeline: flags of design.md section 2. Returns the exit status. */
int rt_main(const struct rt_job *job, int argc, char **argv);

/* Environment flags shared by pipelines and the ddl2c tool: --local, --brokers, --registry, -X,
 * --config, --follow … with DDL2C_* variables as defaults. */
struct rt_environment_flags {
    const char *local, *brokers;
    struct rt_registry_config registry;
    struct rt_property *properties; /* -X */
    size_t property_count;
    const char *config;             /* --config: a file of key=value lines, weaker than -X */
    const char *registry_timeout;   /* --registry-timeout, as written */
    bool follow, bounded;           /* --follow, --bounded */
    const struct rt_property *defaults; /* of Kafka's client, weaker than the others; not owned */
    size_t default_count;
    const struct rt_registry_access *registry_default; /* weaker than all; NULL: none. Not owned */
};

/* If argv[*index] is an environment flag, takes it (and its value) and returns 1; 0: not one;
 * -1: wrong, error filled. */
int rt_environment_flag(struct rt_environment_flags *flags, int argc, char **argv, int *index,
    struct rt_error *error);
/* Applies DDL2C_* variables to what no flag has set. */
void rt_environment_defaults(struct rt_environment_flags *flags);
/* Whether an environment is named. */
bool rt_environment_given(const struct rt_environment_flags *flags);
/* Frees what rt_environment_flag allocated. */
void rt_environment_release(struct rt_environment_flags *flags);
bool rt_environment_open(const struct rt_environment_flags *flags, struct rt_log **log,
    struct rt_registry **registry, struct rt_error *error);
/* The registry alone; *registry is NULL if none is named. */
bool rt_environment_registry(const struct rt_environment_flags *flags,
    struct rt_registry **registry, struct rt_error *error);
/* Help text of those flags. */
extern const char rt_environment_help[];
/* Of --follow and --bounded, for what reads: it follows that text. */
extern const char rt_reading_help[];

#endif
