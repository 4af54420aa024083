/* Schema Registry clients: Confluent's REST API, the local environment, or a folder.
 *
 * Answers are cached for the life of the client (ids and versions never change). One thread.
 * Failures: RT_REGISTRY with the HTTP status, the registry's error code and message, and the
 * subject; RT_RETRY where a later call may succeed (5xx, 429, timeout, no connection); RT_CANCELLED
 * once a stop was asked for. */
#ifndef RT_REGISTRY_H
#define RT_REGISTRY_H

#include <rt/log.h>

struct rt_registry;

struct rt_registry_config {
    const char *url;             /* http(s)://host:port[/path][,second…] */
    const char *user, *password; /* basic auth; NULL: none (also user:password@ in the URL) */
    const char *token;           /* bearer */
    const char *ca_file, *certificate_file, *key_file, *key_password; /* NULL: embedded roots */
    int timeout_ms;              /* of one request, 0: 10 s */
    int retries;                 /* on RT_RETRY failures, with backoff and jitter; -1: 3 */
};

/* What tables say of the registry; each may be NULL. */
struct rt_registry_access {
    const char *url, *ca_file;
    const char *client_file; /* certificate and key, both in the PEM file */
};

struct rt_registry *rt_registry_open_http(const struct rt_registry_config *config,
    struct rt_error *error);
/* In the same SQLite file as the log; ids count from 1. `log` outlives it. */
struct rt_registry *rt_registry_open_local(struct rt_log *log, struct rt_error *error);
/* A folder: <subject>/<version>.{avsc,json,proto}, ids from `<subject>/<version>.id` or by order.
 * Read-only. */
struct rt_registry *rt_registry_open_dir(const char *path, struct rt_error *error);
void rt_registry_close(struct rt_registry *registry); /* NULL allowed. */
/* Another client of the same registry, for another thread; it shares nothing with this one.
 * *another NULL: none is needed, because this one answers at once and without a network. */
bool rt_registry_another(const struct rt_registry *registry, struct rt_registry **another,
    struct rt_error *error);
/* Ends a call that runs in another thread, and those that follow, with RT_CANCELLED. */
void rt_registry_cancel(struct rt_registry *registry);
/* How many schemas it was asked for that were not in the client's cache. Any thread. */
uint64_t rt_registry_fetches(const struct rt_registry *registry);

enum rt_schema_kind { RT_SCHEMA_AVRO, RT_SCHEMA_JSON, RT_SCHEMA_PROTOBUF };

struct rt_schema_reference {
    const char *name, *subject;
    int version;
};

/* Memory belongs to the client and stays until it is closed. */
struct rt_registered {
    int32_t id;
    int version;
    enum rt_schema_kind kind;
    const char *text;
    const struct rt_schema_reference *references;
    size_t reference_count;
    bool has_guid;               /* older registries give none */
    uint8_t guid[16];
};

/* "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed" with its NUL. */
enum { RT_GUID_TEXT = 37 };
/* Returns `text`. */
const char *rt_guid_print(const uint8_t guid[16], char text[RT_GUID_TEXT]);
bool rt_guid_parse(const char *text, uint8_t guid[16]);

/* Schema by id. `subject` helps registries with contexts; may be NULL. Unknown id: RT_DECODE
 * with RT_SKIP. */
bool rt_registry_by_id(struct rt_registry *registry, int32_t id, const char *subject,
    const struct rt_registered **schema, struct rt_error *error);
/* The same by the id that a schema has in every registry. */
bool rt_registry_by_guid(struct rt_registry *registry, const uint8_t guid[16],
    const struct rt_registered **schema, struct rt_error *error);
/* A schema as another one names it: Avro by full name, JSON by $ref, Protobuf by import. */
struct rt_schema_name {
    const char *name, *text;
};

/* What a schema refers to, itself and through others: each name once, behind those that it names.
 * What the registry does not have is left out. *references is on the heap, the caller's; the texts
 * are the client's. False: *references is NULL. */
bool rt_registry_references(struct rt_registry *registry, const struct rt_registered *schema,
    struct rt_schema_name **references, size_t *count, struct rt_error *error);
/* Version of a subject; 0: latest. *schema NULL: no such subject or version. */
bool rt_registry_version(struct rt_registry *registry, const char *subject, int version,
    const struct rt_registered **schema, struct rt_error *error);
/* Every version number of a subject, ascending; *count 0: no such subject. */
bool rt_registry_versions(struct rt_registry *registry, const char *subject, const int **versions,
    size_t *count, struct rt_error *error);
/* Registers, or finds what is registered already. 409: the reason the registry gives. */
bool rt_registry_register(struct rt_registry *registry, const char *subject,
    enum rt_schema_kind kind, const char *text, int32_t *id, struct rt_error *error);
/* The same for a schema that refers to others, which are registered already. */
bool rt_registry_register_referring(struct rt_registry *registry, const char *subject,
    enum rt_schema_kind kind, const char *text, const struct rt_schema_reference *references,
    size_t reference_count, int32_t *id, struct rt_error *error);
/* Id of the same schema under the subject; *id 0: not there. */
bool rt_registry_lookup(struct rt_registry *registry, const char *subject,
    enum rt_schema_kind kind, const char *text, int32_t *id, struct rt_error *error);
bool rt_registry_delete_subject(struct rt_registry *registry, const char *subject,
    struct rt_error *error);
/* Level of a subject, the registry's own if it has none: "BACKWARD", "FULL_TRANSITIVE" …. In a
 * folder the first word of <subject>/compatibility, else of compatibility beside the subjects,
 * else "BACKWARD"; that in the local environment too until one is set. */
bool rt_registry_compatibility(struct rt_registry *registry, const char *subject,
    const char **level, struct rt_error *error);
/* Gives a subject a level of its own. */
bool rt_registry_set_compatibility(struct rt_registry *registry, const char *subject,
    const char *level, struct rt_error *error);
/* What the registry would say to registering a schema: *reason NULL if it would take it, "" if it
 * gives none. Only Confluent's REST API judges; the others take everything. */
bool rt_registry_test(struct rt_registry *registry, const char *subject,
    enum rt_schema_kind kind, const char *text, const char **reason, struct rt_error *error);
bool rt_registry_subjects(struct rt_registry *registry, const char *const **subjects,
    size_t *count, struct rt_error *error);
/* Files of a folder of schemas that have no name of one, sorted; none elsewhere. The registry's. */
const char *const *rt_registry_strays(const struct rt_registry *registry, size_t *count);

#endif
