/* Confluent's REST API. */
#include "registry/http.h"

#include <stdlib.h>
#include <string.h>

enum { NO_SUBJECT = 40401, NO_VERSION = 40402, NO_SCHEMA = 40403 };

struct rest_registry {
    struct rt_registry base;
    struct http http;
};

static struct http *http_of(struct rt_registry *registry)
{
    return &((struct rest_registry *)registry)->http;
}

static void rest_close(struct rt_registry *registry)
{
    http_close(http_of(registry));
    free(registry);
}

static const char *text_of(struct rt_buffer *buffer)
{
    rt_buffer_add(buffer, "", 1);
    return (const char *)buffer->data;
}

static bool malformed(const char *what, struct rt_error *error)
{
    return rt_fail(error, RT_REGISTRY, RT_STOP, "the registry's answer has no %s", what);
}

static bool kind_of(const json_t *json, enum rt_schema_kind *kind, struct rt_error *error)
{
    const char *name = json_string_value(json_object_get(json, "schemaType"));

    *kind = RT_SCHEMA_AVRO;
    if (!name)
        return true;
    for (int i = RT_SCHEMA_AVRO; i <= RT_SCHEMA_PROTOBUF; i++) {
        if (!strcmp(name, registry_kind_name((enum rt_schema_kind)i))) {
            *kind = (enum rt_schema_kind)i;
            return true;
        }
    }
    return rt_fail(error, RT_REGISTRY, RT_STOP, "unknown schema type '%s'", name);
}

/* `id` 0: the answer has it. */
static bool take_schema(struct rt_registry *registry, const json_t *json, int32_t id,
    const struct rt_registered **schema, struct rt_error *error)
{
    const char *text = json_string_value(json_object_get(json, "schema"));
    int version = (int)json_integer_value(json_object_get(json, "version"));
    struct rt_registered *kept;
    enum rt_schema_kind kind;
    const char *guid;

    if (!text)
        return malformed("schema", error);
    if (!kind_of(json, &kind, error))
        return false;
    if (!id)
        id = (int32_t)json_integer_value(json_object_get(json, "id"));
    kept = registry_keep(registry, id, version, kind, text);
    registry_keep_references(registry, kept, json_object_get(json, "references"));
    guid = json_string_value(json_object_get(json, "guid"));
    kept->has_guid = guid && rt_guid_parse(guid, kept->guid);
    *schema = kept;
    return true;
}

static bool by_id(struct rt_registry *registry, int32_t id, const char *subject,
    const struct rt_registered **schema, struct rt_error *error)
{
    struct rt_buffer path = {0};
    struct http_reply reply;
    bool done;

    rt_buffer_printf(&path, "/schemas/ids/%d", (int)id);
    if (subject) {
        rt_buffer_add_text(&path, "?subject=");
        http_segment(&path, subject);
    }
    done = http_call(http_of(registry), "GET", text_of(&path), NULL, &reply, error) &&
        take_schema(registry, reply.json, id, schema, error);
    if (!done && reply.error_code == NO_SCHEMA)
        rt_fail(error, RT_DECODE, RT_SKIP, "schema id %d is unknown", (int)id);
    else if (!done)
        rt_error_context(error, "schema id %d", (int)id);
    json_decref(reply.json);
    rt_buffer_release(&path);
    return done;
}

static bool by_guid(struct rt_registry *registry, const uint8_t guid[16],
    const struct rt_registered **schema, struct rt_error *error)
{
    struct rt_buffer path = {0};
    struct http_reply reply;
    char text[RT_GUID_TEXT];
    bool done;

    rt_buffer_printf(&path, "/schemas/guids/%s", rt_guid_print(guid, text));
    done = http_call(http_of(registry), "GET", text_of(&path), NULL, &reply, error) &&
        take_schema(registry, reply.json, 0, schema, error);
    if (done) {
        struct rt_registered *kept = (struct rt_registered *)*schema;

        memcpy(kept->guid, guid, sizeof kept->guid);
        kept->has_guid = true;
    } else if (reply.status == 404) { /* So do registries that know no GUIDs. */
        rt_fail(error, RT_DECODE, RT_SKIP, "schema GUID %s is unknown", text);
    } else {
        rt_error_context(error, "schema GUID %s", text);
    }
    json_decref(reply.json);
    rt_buffer_release(&path);
    return done;
}

/* A subject's path with what follows it. */
static const char *subject_path(struct rt_buffer *path, const char *subject, const char *rest)
{
    rt_buffer_add_text(path, "/subjects/");
    http_segment(path, subject);
    rt_buffer_add_text(path, rest);
    return text_of(path);
}

static bool is_absent(const struct http_reply *reply)
{
    return reply->error_code == NO_SUBJECT || reply->error_code == NO_VERSION ||
        reply->error_code == NO_SCHEMA;
}

static bool version(struct rt_registry *registry, const char *subject, int number,
    const struct rt_registered **schema, struct rt_error *error)
{
    struct rt_buffer path = {0};
    struct http_reply reply;
    char rest[40] = "/versions/latest";
    bool done;

    if (number)
        snprintf(rest, sizeof rest, "/versions/%d", number);
    done = http_call(http_of(registry), "GET", subject_path(&path, subject, rest), NULL, &reply,
        error);
    if (done)
        done = take_schema(registry, reply.json, 0, schema, error);
    else
        done = is_absent(&reply);
    json_decref(reply.json);
    rt_buffer_release(&path);
    return done;
}

static bool versions(struct rt_registry *registry, const char *subject, size_t *count,
    struct rt_error *error)
{
    struct rt_buffer path = {0};
    struct http_reply reply;
    bool done = http_call(http_of(registry), "GET", subject_path(&path, subject, "/versions"),
        NULL, &reply, error);

    if (done) {
        *count = json_array_size(reply.json);
        registry_numbers(registry, *count);
        for (size_t i = 0; i < *count; i++)
            registry->numbers[i] = (int)json_integer_value(json_array_get(reply.json, i));
    } else {
        done = is_absent(&reply);
    }
    json_decref(reply.json);
    rt_buffer_release(&path);
    return done;
}

/* What a schema is asked about with, on the heap. */
static char *schema_body(enum rt_schema_kind kind, const char *text,
    const struct rt_schema_reference *references, size_t count)
{
    json_t *json = json_object();
    char *body;

    json_object_set_new(json, "schema", json_string(text));
    if (kind != RT_SCHEMA_AVRO) /* Registries of before 5.5 know no other kind. */
        json_object_set_new(json, "schemaType", json_string(registry_kind_name(kind)));
    if (count)
        json_object_set_new(json, "references", registry_references_json(references, count));
    body = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return body;
}

/* `body` is taken over. */
static bool post_schema(struct rt_registry *registry, const char *subject, const char *rest,
    char *body, struct http_reply *reply, int32_t *id, struct rt_error *error)
{
    struct rt_buffer path = {0};
    bool done = body &&
        http_call(http_of(registry), "POST", subject_path(&path, subject, rest), body, reply,
            error);

    if (!body) {
        *reply = (struct http_reply){0};
        rt_fail(error, RT_REGISTRY, RT_STOP, "the schema is not UTF-8");
    }
    if (done) {
        *id = (int32_t)json_integer_value(json_object_get(reply->json, "id"));
        done = *id || malformed("id", error);
    }
    json_decref(reply->json);
    free(body);
    rt_buffer_release(&path);
    return done;
}

static bool add(struct rt_registry *registry, const char *subject, enum rt_schema_kind kind,
    const char *text, const struct rt_schema_reference *references, size_t count, int32_t *id,
    struct rt_error *error)
{
    struct http_reply reply;

    return post_schema(registry, subject, "/versions",
        schema_body(kind, text, references, count), &reply, id, error);
}

static bool lookup(struct rt_registry *registry, const char *subject, enum rt_schema_kind kind,
    const char *text, int32_t *id, struct rt_error *error)
{
    struct http_reply reply;

    return post_schema(registry, subject, "", schema_body(kind, text, NULL, 0), &reply, id,
               error) ||
        is_absent(&reply);
}

static bool delete_subject(struct rt_registry *registry, const char *subject,
    struct rt_error *error)
{
    struct rt_buffer path = {0};
    struct http_reply reply;
    bool done = http_call(http_of(registry), "DELETE", subject_path(&path, subject, ""), NULL,
                    &reply, error) ||
        is_absent(&reply);

    json_decref(reply.json);
    rt_buffer_release(&path);
    return done;
}

static bool get_level(struct rt_registry *registry, const char *path, const char **level,
    bool *absent, struct rt_error *error)
{
    struct http_reply reply;
    bool done = http_call(http_of(registry), "GET", path, NULL, &reply, error);

    *absent = reply.status == 404;
    if (done) {
        const char *text = json_string_value(json_object_get(reply.json, "compatibilityLevel"));

        if (!text)
            text = json_string_value(json_object_get(reply.json, "compatibility"));
        if (text)
            *level = registry_text(registry, text);
        else
            done = malformed("compatibility level", error);
    }
    json_decref(reply.json);
    return done;
}

static bool compatibility(struct rt_registry *registry, const char *subject, const char **level,
    struct rt_error *error)
{
    struct rt_buffer path = {0};
    bool done, absent;

    rt_buffer_add_text(&path, "/config/");
    http_segment(&path, subject);
    rt_buffer_add_text(&path, "?defaultToGlobal=true");
    done = get_level(registry, text_of(&path), level, &absent, error);
    if (!done && absent) /* Registries that do not know defaultToGlobal. */
        done = get_level(registry, "/config", level, &absent, error);
    rt_buffer_release(&path);
    return done;
}

static bool set_compatibility(struct rt_registry *registry, const char *subject,
    const char *level, struct rt_error *error)
{
    struct rt_buffer path = {0}, body = {0};
    struct http_reply reply;
    bool done;

    rt_buffer_add_text(&path, "/config/");
    http_segment(&path, subject);
    rt_buffer_printf(&body, "{\"compatibility\":\"%s\"}", level);
    done = http_call(http_of(registry), "PUT", text_of(&path), text_of(&body), &reply, error);
    json_decref(reply.json);
    rt_buffer_release(&path);
    rt_buffer_release(&body);
    return done;
}

/* What the registry says against a schema, one line a message. */
static const char *messages_of(struct rt_registry *registry, const json_t *messages)
{
    struct rt_buffer out = {0};
    const json_t *message;
    const char *kept;
    size_t i;

    json_array_foreach(messages, i, message) {
        if (out.size)
            rt_buffer_add_text(&out, "\n");
        if (json_is_string(message))
            rt_buffer_add_text(&out, json_string_value(message));
    }
    kept = registry_text(registry, text_of(&out));
    rt_buffer_release(&out);
    return kept;
}

static bool test(struct rt_registry *registry, const char *subject, enum rt_schema_kind kind,
    const char *text, const char **reason, struct rt_error *error)
{
    struct rt_buffer path = {0};
    struct http_reply reply;
    char *body = schema_body(kind, text, NULL, 0);
    bool done;

    if (!body)
        return rt_fail(error, RT_REGISTRY, RT_STOP, "the schema is not UTF-8");
    rt_buffer_add_text(&path, "/compatibility");
    done = http_call(http_of(registry), "POST",
        subject_path(&path, subject, "/versions?verbose=true"), body, &reply, error);
    if (done && json_is_false(json_object_get(reply.json, "is_compatible")))
        *reason = messages_of(registry, json_object_get(reply.json, "messages"));
    if (!done)
        done = is_absent(&reply);
    json_decref(reply.json);
    free(body);
    rt_buffer_release(&path);
    return done;
}

static bool subjects(struct rt_registry *registry, size_t *count, struct rt_error *error)
{
    struct http_reply reply;
    const json_t *name;
    size_t i;
    bool done = http_call(http_of(registry), "GET", "/subjects", NULL, &reply, error);

    (void)count;
    json_array_foreach(reply.json, i, name)
        if (done && json_is_string(name))
            registry_name(registry, json_string_value(name));
    json_decref(reply.json);
    return done;
}

static void cancel(struct rt_registry *registry)
{
    atomic_store(&http_of(registry)->cancelled, true);
}

static struct rt_registry *another(const struct rt_registry *registry, struct rt_error *error);

static const struct registry_ops rest_ops = {
    .close = rest_close,
    .another = another,
    .cancel = cancel,
    .by_id = by_id,
    .by_guid = by_guid,
    .version = version,
    .versions = versions,
    .add = add,
    .lookup = lookup,
    .delete_subject = delete_subject,
    .compatibility = compatibility,
    .set_compatibility = set_compatibility,
    .test = test,
    .subjects = subjects,
};

/* A client without its addresses; closed if they fail. */
static struct rest_registry *new_client(void)
{
    struct rest_registry *client = rt_allocate(1, sizeof *client);

    client->base.ops = &rest_ops;
    return client;
}

static struct rt_registry *opened(struct rest_registry *client, bool done)
{
    if (done)
        return &client->base;
    rest_close(&client->base);
    return NULL;
}

static struct rt_registry *another(const struct rt_registry *registry, struct rt_error *error)
{
    struct rest_registry *client = new_client();

    return opened(client,
        http_open_like(&client->http, &((const struct rest_registry *)registry)->http, error));
}

struct rt_registry *rt_registry_open_http(const struct rt_registry_config *config,
    struct rt_error *error)
{
    struct rest_registry *client = new_client();

    return opened(client, http_open(&client->http, config, error));
}
