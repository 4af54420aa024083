/* The running task, in the pieces that this folder's files work on.
 *
 * job.c      the loop and its sessions: a session ends when a transaction is lost, and the next one
 *            starts from the last committed positions
 * setup.c    topics, subjects, schema ids
 * positions.c where each source stands, kept as state
 * discover.c  which partitions, files and lines there are, at the start and later
 * transaction.c begin and commit
 * state.c    the operators' maps
 * rows.c     records to rows
 * files.c    files as sources   file_sink.c  files as sinks
 * generate.c rows that are made up   print.c  the connector print
 * lines.c    --input   output.c  rt_output_   result.c  rt_result_
 * materialised.c the table format
 * coalesce.c upserts held back
 * decoder.c  writer schemas   lookup.c  asking for them   hold.c  records that wait for theirs
 * retry.c  waiting for what is away   progress.c  the progress line */
#ifndef RT_TASK_TASK_H
#define RT_TASK_TASK_H

#include "core/internal.h"
#include "task/wire.h"

#include <rt/avro_file.h>
#include <rt/job.h>
#include <rt/rowline.h>

/* ---- positions ---- */

/* In place of a partition. */
enum { POSITION_LINES = -1, POSITION_DONE = -2, POSITION_ROWS = -3, POSITION_FILE = -4,
    POSITION_SINK = -5 };

struct position {
    const struct rt_source *source;
    int32_t partition;  /* Or POSITION_LINES, POSITION_DONE, POSITION_ROWS, POSITION_FILE. */
    const char *topic;  /* Of a partition; the table's, or one of the task's topics. Else NULL. */
    size_t topic_size;
    char *path;         /* POSITION_FILE; owned. Else NULL. */
    int64_t next;       /* Offset or line to process next; POSITION_DONE: 1 when done. */
    int64_t committed;  /* `next` of the last commit; -1: none. */
    int64_t start, end; /* Of a topic partition in this run. */
    bool known;         /* `next` comes from an earlier commit. */
    bool named;         /* And its entry names the topic. */
    bool late;          /* The source was read before the partition was there: it starts first. */
};

/* ---- lines ---- */

struct line_input {
    const struct rt_binding *binding;
    size_t table;              /* Index in job->tables: the order of ties. */
    size_t position;           /* Index in private_->positions; of the first source of the table. */
    FILE *file;
    bool owned, durable;       /* durable: a regular file, whose position is worth keeping. */
    bool ended;
    struct rt_buffer data;     /* Bytes read but not committed yet. */
    size_t at, committed_at;   /* In data: next line to take; first line not committed. */
    int64_t line, committed_line; /* Lines taken; lines committed. */
    int64_t skip;              /* Lines still to drop at start: committed by an earlier run. */
    bool has_head;
    struct rt_text head;       /* The next line, scanned. */
    size_t head_end;           /* In data: behind it. */
    struct rt_rowline_meta meta;
    int64_t *numbers;          /* Sorted lines: by lines taken, the number in the file from 0. */
};

/* line_sort.c: gathers the lines of an input; sorted by rowtime, then by number, they replace its
 * data. */
struct line_sort {
    struct rt_buffer bytes;
    struct sorted_line *lines;
    size_t count, capacity;
};

void line_sort_add(struct line_sort *sort, struct rt_text line, int64_t rowtime_ms,
    int64_t number);
void line_sort_finish(struct line_sort *sort, struct line_input *input);
void line_sort_release(struct line_sort *sort);

/* ---- generators ---- */

/* One in this session: rows are made at a rate from when it began. */
struct generator_run {
    int64_t started_ms, first; /* Number of the session's first row. */
};

/* ---- files ---- */

/* The file that is read now. */
struct file_reader {
    FILE *file;             /* NULL: none */
    struct rt_buffer data;
    size_t at;              /* In data: the next record. */
    bool ended;             /* data has the rest of the file. */
    struct rt_avro_reader *avro; /* Instead of the above. */
};

/* What an RT_FILES sink writes. */
struct file_sink {
    char id[17];            /* In the names of its files; "": not chosen yet. */
    int64_t number;         /* Of the file in progress. */
    int64_t size, committed; /* Bytes in it; of the last commit. */
    int file;               /* -1: not open */
    int64_t opened_ms;
    struct rt_buffer pending; /* Rows of this transaction. */
    struct rt_buffer block;   /* RT_AVRO_FILE: those not yet in a block, */
    uint64_t block_rows;      /* and how many they are. */
    bool rolls;             /* The commit under way finishes the file. */
};

/* ---- rows ---- */

enum { GROUP_ROWS = 32 };

/* Records of one source that are read, and whose rows are not passed on yet. */
struct row_group {
    const struct rt_source *source;
    struct group_row {
        struct rt_record record;
        struct position *position;
        enum rt_op op;
        bool found;
    } at[GROUP_ROWS];
    uint8_t *rows; /* GROUP_ROWS of the source's */
    size_t count;
};

/* ---- outputs ---- */

struct line_output {
    FILE *file;                 /* NULL: a topic */
    bool owned, json;
    struct rt_buffer pending;   /* Lines not written yet. */
    struct rt_buffer cells;     /* The row being made. */
    size_t *cell_starts;        /* column_count + 1 places in cells. */
    bool *cell_nulls;
    size_t cell_count;
    struct materialised *table; /* RT_RESULT_TABLE */
};

struct retry_reason {
    int attempts;       /* For this reason since it came up; 0: an unused place. */
    int repeated;       /* Those among them that the line printed last stands for. */
    int64_t printed_ms, seen_ms;
    char text[sizeof ((struct rt_error *)0)->message];
};

/* What is away. Several things may be, in turn: each is waited for and printed by itself. */
struct retry {
    struct retry_reason reasons[4];
};

struct codec_program;

/* What a schema means to one side of a source. */
struct decoder_answer {
    struct wire_schema schema; /* WIRE_NONE: the latest one of the subject */
    size_t decoder;     /* Or DECODER_NONE, DECODER_UNKNOWN. */
    int32_t registered; /* WIRE_NONE: the id of that version. */
    int64_t asked_ms;   /* When the registry said so. */
    char *why;          /* DECODER_NONE: on the heap. */
};

/* The decoders of one side of one source. */
struct decoder_side {
    struct rt_buffer *canonical; /* Of the side's writers, in their order. */
    struct decoder_answer *answers;
    size_t answer_count, last;   /* last: the answer used by the record before. */
    struct codec_program **programs; /* Decoders behind the side's writers. */
    size_t program_count;
};

struct metrics;

/* Of one source. */
struct source_stats {
    uint64_t records, skipped, logged;
};

struct rt_task_private {
    const struct rt_run *run;
    const char *pipeline;
    struct rt_writer *writer;   /* NULL: nothing to write to the log */
    bool in_transaction;
    struct rt_store *store;     /* Positions; NULL: they are not kept. */
    struct rt_store **map_stores; /* By operator; NULL: its map is not kept. */
    struct position *positions;
    size_t position_count;
    char **topics;              /* Found by a pattern. */
    size_t topic_count;
    int64_t *looked_ms;         /* By source: when it was looked for new partitions. */
    struct rt_reader *reader;   /* NULL: no source reads a topic. */
    size_t *reader_positions;   /* By input of the reader. */
    size_t reader_input_count;
    struct line_input *lines;
    size_t line_count;
    bool lines_by_rowtime, lines_opened;
    size_t line_turn;
    struct row_group group;
    struct generator_run *generators; /* By position. */
    struct file_reader files;
    struct file_sink *file_sinks;     /* By sink. */
    bool finishing;                   /* The next commit is the last one. */
    struct rt_buffer generated;       /* The row being made. */
    struct line_output *line_outputs; /* By sink. */
    struct coalesced *coalesced;      /* By sink: rows held back. */
    struct rt_header *headers;        /* Scratch: a row's, `op`, schema ids. */
    size_t header_capacity;
    struct decoder_side *decoders;    /* Two a source: value, key. */
    struct lookups *lookups;          /* NULL: no schema was asked for. */
    bool awaits_schema;               /* The record being pushed does. */
    struct hold *holds;               /* By input of the reader; NULL: nothing was held. */
    size_t held_count;                /* Inputs of which records are held. */
    const char *unnamed[2];           /* Why the record's value, key names no schema; NULL: it
                                         does. */
    uint8_t unnamed_byte[2];          /* What it begins with. */
    int64_t last_commit_ms, last_progress_ms, started_ms;
    uint64_t progress_records;
    bool bounded;                     /* Every source ends by itself. */
    bool dirty;                       /* Work was done since the last commit. */
    bool caught_up;                   /* The last batch was all there was. */
    bool limit_reached;               /* row_limit */
    uint64_t result_rows;
    struct retry away;
    struct rt_stats stats;
    struct source_stats *source_stats; /* By source. */
    struct metrics *metrics;          /* NULL: they are not asked for. */
    bool restarted;                   /* A session ran: starts and ends are settled. */
    int64_t stop_deadline_ms;         /* How long a stop may still wait for what is away. */
};

/* retry.c: prints why, then sleeps: 1 s a few times, then longer up to 30 s; another reason begins
 * anew. A reason that comes again is counted, and the count printed when it ends, or now and then.
 * False, with RT_CANCELLED in error: a stop was asked for and its time is up. */
bool task_wait(struct rt_task *task, struct retry *retry, struct rt_error *error);
/* The part of it before the sleep: prints or counts, and returns how long to wait. */
int retry_report(const struct rt_task *task, struct retry *retry, const char *reason);
void retry_end(const struct rt_task *task, struct retry *retry);
/* What was away is there. */
static inline void task_is_back(struct rt_task *task)
{
    if (task->private_->away.reasons[0].attempts)
        retry_end(task, &task->private_->away);
}
void task_report(const struct rt_task *task, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* setup.c */
bool task_prepare_tables(struct rt_task *task, struct rt_error *error);
const struct rt_binding *task_input_of(const struct rt_run *run, const struct rt_table *table);
const struct rt_binding *task_output_of(const struct rt_run *run, const struct rt_table *table);
/* Whether a sink writes records, and whether the job needs a writer at all. */
bool task_sink_is_topic(const struct rt_task *task, const struct rt_sink *sink);
bool task_needs_writer(const struct rt_task *task);

/* discover.c */
bool task_positions_list(struct rt_task *task, struct rt_error *error); /* At the start. */
/* Looks for partitions, topics and files that are new since, where it is time, and reads them
 * too. */
bool task_discover(struct rt_task *task, struct rt_error *error);
/* Whether it has no end, since what is new is looked for. */
bool task_is_watched(const struct rt_task *task, const struct rt_source *source);
void task_positions_release(struct rt_task *task);

/* positions.c */
/* The start of a partition that was not there when its source was first read: its earliest. */
bool task_position_start_late(struct rt_task *task, struct position *position,
    struct rt_error *error);
bool task_positions_open(struct rt_task *task, struct rt_error *error);
bool task_reader_open(struct rt_task *task, struct rt_error *error);
bool task_positions_put(struct rt_task *task, struct rt_error *error);
void task_positions_committed(struct rt_task *task);
/* An entry of the store of positions that is none: under a name and a POSITION_ of its own. */
bool task_state_entry_put(struct rt_task *task, const char *name, int32_t kind,
    struct rt_bytes value, struct rt_error *error);
void task_put_big(uint8_t *at, uint64_t number, size_t size);
uint64_t task_get_big(const uint8_t *at, size_t size);
struct position *task_position(struct rt_task *task, const struct rt_source *source,
    int32_t partition);

/* state.c: maps of the operators. */
bool task_state_open(struct rt_task *task, struct rt_error *error); /* As of the last commit. */
void task_state_set_time(struct rt_task *task);
bool task_state_put(struct rt_task *task, struct rt_error *error);
void task_state_committed(struct rt_task *task);
/* Whether another session can go on where the lost one's last commit was. */
bool task_state_may_rewind(const struct rt_task *task, struct rt_error *error);
void task_state_close_stores(struct rt_task *task);
void task_state_close(struct rt_task *task);

/* rows.c: a record of a topic or a file becomes a row, at once or with those that follow it; the
 * position and counts move on with the row. Callers pass on what was read at the end of what they
 * read: nothing is left when a batch ends. headers_error: why its headers cannot be read, or NULL.
 * False with awaits_schema: it must wait, and nothing of it is done yet. */
bool task_record_push(struct rt_task *task, struct position *position, struct rt_record *record,
    const char *headers_error, struct rt_error *error);
/* The same for a record of the reader. */
bool task_push(struct rt_task *task, struct rt_record *record, const char *headers_error,
    struct rt_error *error);
bool task_rows_pass(struct rt_task *task, struct rt_error *error);
void task_rows_forget(struct rt_task *task);
void task_rows_close(struct rt_task *task);
/* What is gathered in operators goes on at the end of a batch, or, in a bounded run, of a row. */
bool task_row_done(struct rt_task *task, struct rt_error *error);

/* transaction.c */
bool task_begin(struct rt_task *task, struct rt_error *error);
bool task_commit(struct rt_task *task, struct rt_error *error);
/* False with *error: another instance has taken over. */
bool task_abort(struct rt_task *task, struct rt_error *error);

/* lines.c */
bool lines_open(struct rt_task *task, struct rt_error *error);
void lines_rewind(struct rt_task *task); /* To what was committed last. */
void lines_committed(struct rt_task *task);
void lines_close(struct rt_task *task);
/* Pushes up to `limit` lines; *count: how many. */
bool lines_push(struct rt_task *task, size_t limit, size_t *count, struct rt_error *error);
bool lines_finished(const struct rt_task *task);

/* generate.c */
void generators_open(struct rt_task *task);  /* Of a session: the clock of their rates starts. */
/* Pushes rows that are due, up to `limit` of each; *count: how many. */
bool generators_push(struct rt_task *task, size_t limit, size_t *count, struct rt_error *error);
bool generators_finished(const struct rt_task *task);
/* Until the next row is due, `most_ms` at most. */
int generators_wait_ms(const struct rt_task *task, int most_ms);
void generators_close(struct rt_task *task);

/* files.c: RT_FILES sources. Paths in their order; both arrays are the caller's to free. */
bool files_list(const struct rt_table *table, char ***paths, size_t *count,
    struct rt_error *error);
void files_open(struct rt_task *task); /* Of a session. */
bool files_push(struct rt_task *task, size_t limit, size_t *count, struct rt_error *error);
bool files_finished(const struct rt_task *task);
void files_close(struct rt_task *task);

/* file_sink.c: RT_FILES sinks. */
void file_sink_restore(struct rt_task *task, struct rt_bytes name, struct rt_bytes value);
/* As of the last commit. Chooses the ids of new sinks, which are committed before rows come. */
bool file_sinks_open(struct rt_task *task, struct rt_error *error);
bool file_sink_row(struct rt_output *output, struct rt_error *error); /* Of output->value. */
/* Rows on disk, and in the transaction what they are; then the files get their names. */
bool file_sinks_prepare(struct rt_task *task, struct rt_error *error);
bool file_sinks_committed(struct rt_task *task, struct rt_error *error);
void file_sinks_finish(struct rt_task *task); /* The next commit finishes all files. */
void file_sinks_rewind(struct rt_task *task); /* What is not committed is lost. */
void file_sinks_close(struct rt_task *task);

/* print.c: a row of an RT_PRINT table, whose text is output->value. */
void print_row(struct rt_output *output, enum rt_op op);

/* coalesce.c: rows of an upsert sink that are held back, the last one of a key. */
void coalesce_open(struct rt_task *task);
bool coalesce_add(struct rt_output *output, const struct rt_message *message,
    struct rt_error *error);
bool coalesce_flush_due(struct rt_task *task, struct rt_error *error); /* Held long enough. */
bool coalesce_flush_all(struct rt_task *task, struct rt_error *error); /* Before a commit. */
void coalesce_discard(struct rt_task *task);
void coalesce_close(struct rt_task *task);

/* output.c, result.c */
/* A record into the open transaction, or a new one. */
bool output_write(struct rt_output *output, const struct rt_message *message,
    struct rt_error *error);
bool outputs_open(struct rt_task *task, struct rt_error *error);
bool outputs_open_lines(struct rt_task *task, struct rt_error *error);
size_t outputs_pending(const struct rt_task *task); /* Bytes of lines not written yet. */
bool outputs_flush(struct rt_task *task, struct rt_error *error);
bool outputs_finish(struct rt_task *task, struct rt_error *error); /* Prints materialised tables. */
void outputs_discard(struct rt_task *task); /* What is pending, after a lost transaction. */
void outputs_close(struct rt_task *task);

/* lookup.c: the schema that a record names, asked of the registry. */
struct found_schema {
    const struct rt_registered *schema; /* NULL: the registry does not have it. The client's. */
    struct rt_schema_name *references;  /* On the heap, the caller's. */
    size_t reference_count;
};

enum lookup_result {
    LOOKUP_FAILED,  /* error says why; not for a passing reason */
    LOOKUP_WAITING, /* ask again when lookups_collect says so */
    LOOKUP_DONE,
};

enum lookup_result lookup_schema(struct rt_task *task, const struct rt_side *side,
    const struct wire_schema *wanted, struct found_schema *found, struct rt_error *error);
/* Takes answers that came and asks again what failed for a passing reason; whether some are there
 * to be taken by lookup_schema. */
bool lookups_collect(struct rt_task *task);
void lookups_wait(struct rt_task *task, int timeout_ms); /* For an answer. */
uint64_t lookups_fetches(const struct rt_task *task); /* As rt_registry_fetches, of all clients. */
void lookups_close(struct rt_task *task);

/* hold.c: records of inputs of the reader whose schema is being fetched. */
bool hold_has(const struct rt_task *task, int32_t input);
void hold_add(struct rt_task *task, struct rt_record *record); /* Copies it. */
/* Pushes what waits no more. While something waits, *timeout_ms becomes shorter. */
bool holds_resume(struct rt_task *task, int *timeout_ms, struct rt_error *error);
void holds_trim(struct rt_task *task);  /* At the end of a batch: nothing refers to records. */
void holds_close(struct rt_task *task); /* Of a session: its positions are before all of them. */

/* decoder.c */
void decoders_close(struct rt_task *task);
/* Puts in front of the error of a push that its value or key was read without a schema id. */
void decoder_explain(struct rt_task *task, const struct rt_source *source,
    struct rt_error *error);

/* What a failed push means for the table's error mode. True: the record is done with, skipped or in
 * the error table. False: `error` says why not. */
bool task_skip(struct rt_task *task, const struct rt_source *source, struct rt_record *record,
    struct rt_error *error);

/* metrics.c */
bool task_metrics_open(struct rt_task *task, struct rt_error *error);
void task_metrics_write(struct rt_task *task, bool last);
void task_metrics_close(struct rt_task *task);

/* progress.c */
void progress_show(struct rt_task *task, bool last);

#endif
