/* Between the files of the driver. */
#ifndef DDL2C_DRIVER_H
#define DDL2C_DRIVER_H

#include "emit/emit.h"
#include "parse/parse.h"

#include <rt/job.h>

enum exit_status {
    EXIT_FINE = 0,
    EXIT_INPUT = 1,       /* the input is wrong; diagnostics were printed */
    EXIT_USAGE = 2,       /* the command line is wrong */
    EXIT_ENVIRONMENT = 3, /* broker, registry, disk, C compiler */
    EXIT_RUNTIME = 4,     /* a record or an expression at run time */
    EXIT_CHANGES = 5,     /* plan --detailed-exitcode: there is something to apply */
};

/* ---- commands and options ---- */

struct options;
struct environment;

struct command {
    const char *name, *arguments, *summary;
    unsigned bit; /* in the `commands` of an option */
    int (*run)(struct options *options);
};

enum command_bit {
    COMMAND_CHECK = 1, COMMAND_GEN = 2, COMMAND_BUILD = 4, COMMAND_RUN = 8, COMMAND_TEST = 16,
    COMMAND_SCHEMA = 32, COMMAND_PLAN = 64, COMMAND_APPLY = 128,
    COMMANDS_PLAN = COMMAND_PLAN | COMMAND_APPLY,
    COMMANDS_SQL = COMMAND_CHECK | COMMAND_RUN | COMMANDS_PLAN,
    COMMANDS_ONE_FILE = COMMAND_GEN | COMMAND_BUILD | COMMAND_SCHEMA,
    COMMANDS_REGISTRY = COMMAND_CHECK | COMMAND_GEN | COMMAND_BUILD,
    COMMANDS_ENVIRONMENT = COMMAND_RUN | COMMAND_TEST | COMMANDS_PLAN,
    /* Tables that no script declares are inferred if an environment is given. */
    COMMANDS_INFER = COMMAND_CHECK | COMMAND_GEN | COMMAND_BUILD | COMMAND_RUN | COMMANDS_PLAN,
    COMMANDS_ALL = 255
};

enum dump { DUMP_NONE, DUMP_AST, DUMP_PLAN };

struct script_input { /* one FILE or -e SQL, in the order of the command line */
    const char *text; /* path, "-" for stdin, or the SQL */
    bool is_sql;
};

struct binding_list {
    struct rt_binding *at;
    size_t count, capacity;
};

struct options {
    struct arena *arena;
    const struct command *command;
    struct {
        struct script_input *at;
        size_t count, capacity;
    } inputs;
    const char *output;       /* -o; NULL: not given */
    bool depfile;             /* -MD */
    const char *depfile_path; /* -MF; NULL: beside the output */
    const char *name;         /* --name; NULL: the first file's stem */
    enum diag_format diagnostics;
    enum dump dump;
    bool help, version;
    enum rt_result_format format;
    struct binding_list bound_inputs, bound_outputs;
    struct rt_environment_flags environment;
    bool update;              /* test */
    const char *filter;       /* test -k; NULL: everything */
    unsigned jobs;            /* test --jobs; 0: one a core */
    int32_t buckets;          /* test --buckets; 0: as CREATE TABLE has it */
    bool seeded;              /* run, test: --seed was given */
    uint64_t seed;            /* of datagen and faker */
    bool lint;                /* check */
    const char **allow;       /* check --allow: rules */
    size_t allow_count;
    bool json;                /* plan, apply */
    bool detailed_exitcode;   /* plan */
    bool allow_drop;          /* apply */
    const char *compatibility; /* plan, apply: level for the tables' subjects; NULL: as they are */
    struct proto_sources protos; /* --proto */
    struct environment *live; /* where undeclared tables are looked for; NULL: nowhere */
};

/* Takes argv[2..] of a command. False: the reason and a hint have been printed. */
bool options_parse(struct options *options, int argc, char **argv);
/* "Options:" of a command's help. */
void options_help(const struct command *command);
/* The pipeline's name: --name, or the stem of the first file. */
const char *options_pipeline_name(const struct options *options);
/* "ddl2c: " and the message to stderr. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

int command_check(struct options *options);
int command_gen(struct options *options);
int command_build(struct options *options);
int command_run(struct options *options);
int command_test(struct options *options);
int command_schema(struct options *options);
int command_plan(struct options *options);
int command_apply(struct options *options);
/* help [TOPIC]; `argv` from the topic on. */
int command_help(int argc, char **argv);

/* ---- scripts: statements to steps ---- */

enum step_kind {
    STEP_NOTHING, /* done by binding: CREATE VIEW, SET, USE … */
    STEP_CREATE,  /* `table`; with AS `plan` too */
    STEP_ALTER,   /* `table` */
    STEP_DROP,    /* `table` */
    STEP_PRINT,   /* `text` */
    STEP_JOB,     /* `plan` */
};

/* What one statement does, bound and planned. */
struct step {
    enum step_kind kind;
    struct span span;
    const struct table *table; /* NULL: IF [NOT] EXISTS found nothing to do */
    const struct table *before; /* ALTER: as it was */
    const struct table *errors; /* CREATE, ALTER: error table made for it; NULL: none */
    const char *text;
    const char *sql;           /* the statement */
    struct bound_job bound;    /* of `plan` */
    struct plan *plan;         /* NULL: nothing to run */
    const struct rt_job *job;  /* of `plan`, once it is compiled */
};

struct step_list {
    struct step *at;
    size_t count, capacity;
};

struct session {
    struct arena *arena;
    struct diag *diag;
    struct catalog *catalog;
    const char *topic_prefix; /* put before topics and subjects; NULL: none */

    /* driver_infer.c: tables that no statement declares. */
    struct environment *live; /* NULL: there are none */
    const struct rt_environment_flags *flags; /* to open it with */
    struct map inferred;      /* topic -> struct table * as it was inferred */
    struct map absent;        /* names that are not looked for (again) */
    const char *declaring;    /* catalog_key of the name that a CREATE makes; NULL: none */
    bool inferring;
    bool live_failed;         /* reported: topics or registry could not be asked */
};

void session_init(struct session *session, struct arena *arena);
/* Lets the catalog find tables that nothing declares. `live` is opened at the first of them. */
void session_infer(struct session *session, struct environment *live,
    const struct rt_environment_flags *flags);
/* Applies one statement to the catalog, binds and plans it. False: reported. */
bool session_apply(struct session *session, const struct statement *statement, struct step *step);
/* Puts the prefix before the table's topic, with all that follows from it. False: reported. */
bool session_prefix(struct session *session, struct table *table);
/* What SHOW, DESCRIBE, EXPLAIN and a bare SET print (driver_show.c). False: reported. */
bool session_show(struct session *session, const struct statement *statement, const char **text);
bool session_explain(struct session *session, const struct statement *statement,
    const char **text);
/* The plan of an INSERT, SELECT or statement set into *step. False: reported. */
bool session_plan(struct session *session, const struct statement *statement, struct step *step);

/* Every input of the command line, parsed; steps up to the first failing statement, or of every
 * statement that did not fail if `all`. */
struct program {
    struct session session;
    struct step_list steps;
    struct text dump;   /* --dump */
    bool syntax_errors; /* nothing was applied unless `all` */
    bool failed;        /* anything was reported as an error */
};

/* False: a file cannot be read (printed; exit status 3). */
bool program_load(struct program *program, const struct options *options, bool all);
/* Diagnostics to stderr. */
void program_report(const struct program *program, const struct options *options);
/* One job of all INSERTs, CTAS and SELECTs. False: reported, or there is none. */
bool program_whole(struct program *program, struct step *step);
/* The C file of a pipeline. NULL: reported, and *status is the exit status. */
const char *program_emit(struct program *program, const struct options *options, int *status);

/* ---- files and processes ---- */

/* The whole file, "-" is stdin; data NULL: errno tells why. */
struct str file_read(struct arena *arena, const char *path);
/* False, with errno: it exists and is not a regular file, which rename would replace. */
bool file_replaceable(const char *path);
/* Through a temporary file and rename, unless the content is there already. False: errno. */
bool file_write(struct arena *arena, const char *path, const char *data, size_t size);
/* Makes the folder and its parents. False: errno. */
bool folder_make(struct arena *arena, const char *path);
/* A new private folder under TMPDIR, locked for the life of the process; those of dead ones are
 * removed. NULL: errno. */
const char *folder_temporary(struct arena *arena);
/* Removes a folder and the files in it. */
void folder_remove(const char *path);
/* Last part of a path, and that without its extension. */
const char *path_base(const char *path);
char *path_stem(struct arena *arena, const char *path);

struct words {
    const char **at;
    size_t count, capacity;
};

void words_add(struct arena *arena, struct words *words, const char *word);
/* Adds what white space separates. */
void words_split(struct arena *arena, struct words *words, const char *text);
/* Runs a program, its output appended to `output`. 0: exit status 0; -1: it could not be started
 * (the reason is in `output`). */
int process_run(struct arena *arena, struct words *words, struct text *output);

/* ---- the C compiler ---- */

/* Folder with libddl2c_rt.a, flags and headers. NULL: not found, printed. */
const char *home_find(struct arena *arena);
/* A static executable from one C file. False: printed. */
bool cc_link(struct arena *arena, const char *home, const char *source, const char *output);

/* Whether the step's plan can become C. False: reported. */
bool session_emits(struct session *session, const struct step *step);
struct writer_list {
    struct emit_writer *at;
    size_t count, capacity;
};

/* A registered schema with the texts that it refers to. */
bool registered_text(struct arena *arena, struct rt_registry *registry,
    const struct rt_registered *schema, struct schema_text *text, struct rt_error *error);

/* Writer schemas of what the steps' plans read: of every declaration in the steps, and those in the
 * registry (NULL: none). */
bool writers_find(struct arena *arena, struct step *const *steps, size_t count,
    struct rt_registry *registry, struct writer_list *writers, struct rt_error *error);
/* --registry of check, gen and build; *registry NULL: not given. */
bool registry_open(const struct rt_environment_flags *flags, struct rt_registry **registry,
    struct rt_error *error);
/* Warns of what lies in a folder of schemas under no name of one. `registry` may be NULL. */
void registry_report_strays(struct diag *diag, const struct rt_registry *registry);
/* The files and folders of `--registry dir:PATH` that the tables' schemas come from. */
void registry_files(struct arena *arena, const struct rt_environment_flags *flags,
    const struct catalog *catalog, struct words *words);

/* Compiles the steps with a plan into one shared object, loads it for good and sets their `job`.
 * `optimise`: "-O1" … EXIT_FINE, EXIT_INPUT (reported) or EXIT_ENVIRONMENT (the reason is in
 * `output`). */
int steps_compile(struct session *session, const char *home, struct step *const *steps,
    size_t count, const struct writer_list *writers, const char *name, const char *optimise,
    struct text *output);

/* ---- environment ---- */

enum { CALL_MS = 30000 }; /* for one question */

struct environment {
    struct rt_log *log; /* NULL: not open */
    struct rt_registry *registry;
    bool is_kafka;
};

/* Does nothing if it is open. */
/* What tables with the connector kafka say of the environment: the brokers, unless --local or
 * --brokers did, and properties of the client, which are weaker than all flags. False: they
 * contradict each other (printed). */
bool environment_of_tables(struct options *options, const struct program *program);
bool environment_open(struct environment *environment, const struct rt_environment_flags *flags,
    struct rt_error *error);
void environment_close(struct environment *environment);
/* CREATE, ALTER and DROP TABLE on topics and subjects. */
bool environment_create(struct environment *environment, const struct table *table,
    struct rt_error *error);
/* Creates what is missing, and changes of the topic what differs between the declarations. */
bool environment_alter(struct environment *environment, const struct table *before,
    const struct table *table, struct rt_error *error);
/* Makes the topic; true also if it exists. */
bool environment_create_topic(struct environment *environment, const struct table *table,
    const char *topic, struct rt_error *error);
bool environment_register(struct environment *environment, const struct table *table,
    const struct table_side *side, struct rt_error *error);
/* What schemas of a format are. False: it has none. */
bool environment_drop(struct environment *environment, const struct table *table,
    struct rt_error *error);
/* Waits until what `transactional_id` committed can be read: a broker answers a commit earlier. */
bool environment_settle(struct environment *environment, const char *transactional_id,
    struct rt_error *error);
/* A suffix that no other process has. */
const char *unique_suffix(struct arena *arena);
/* Exit status for a failure of the runtime. */
int status_of(const struct rt_error *error);

#endif
