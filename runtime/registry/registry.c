#include "registry/registry.h"

#include <openssl/evp.h>

#include <stdlib.h>
#include <string.h>

const char *registry_text(struct rt_registry *registry, const char *text)
{
    return rt_text_copy(&registry->memory, (struct rt_text){text, strlen(text) + 1}).data;
}

struct rt_registered *registry_keep(struct rt_registry *registry, int32_t id, int version,
    enum rt_schema_kind kind, const char *text)
{
    struct rt_registered *schema = rt_arena_alloc(&registry->memory, sizeof *schema);

    *schema = (struct rt_registered){.id = id, .version = version, .kind = kind,
        .text = registry_text(registry, text)};
    return schema;
}

void registry_keep_references(struct rt_registry *registry, struct rt_registered *schema,
    const json_t *list)
{
    size_t count = json_array_size(list);
    struct rt_schema_reference *references =
        rt_arena_alloc(&registry->memory, count * sizeof *references);

    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(one, "name"));
        const char *subject = json_string_value(json_object_get(one, "subject"));

        references[i] = (struct rt_schema_reference){registry_text(registry, name ? name : ""),
            registry_text(registry, subject ? subject : ""),
            (int)json_integer_value(json_object_get(one, "version"))};
    }
    schema->references = references;
    schema->reference_count = count;
}

static void digest_text(EVP_MD_CTX *digest, const char *text)
{
    EVP_DigestUpdate(digest, text, strlen(text) + 1);
}

void registry_make_guid(struct rt_registered *schema)
{
    EVP_MD_CTX *digest = EVP_MD_CTX_new();
    unsigned size = sizeof schema->guid;

    EVP_DigestInit_ex(digest, EVP_md5(), NULL);
    digest_text(digest, registry_kind_name(schema->kind));
    digest_text(digest, schema->text);
    for (size_t i = 0; i < schema->reference_count; i++) {
        digest_text(digest, schema->references[i].name);
        digest_text(digest, schema->references[i].subject);
        EVP_DigestUpdate(digest, &schema->references[i].version,
            sizeof schema->references[i].version);
    }
    schema->has_guid = EVP_DigestFinal_ex(digest, schema->guid, &size) == 1;
    EVP_MD_CTX_free(digest);
}

json_t *registry_references_json(const struct rt_schema_reference *references, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:i}", "name", references[i].name,
            "subject", references[i].subject, "version", references[i].version));
    return list;
}

void registry_numbers(struct rt_registry *registry, size_t count)
{
    registry->numbers = rt_reallocate(registry->numbers, count, sizeof *registry->numbers);
}

void registry_name(struct rt_registry *registry, const char *name)
{
    registry->names =
        rt_reallocate(registry->names, registry->name_count + 1, sizeof *registry->names);
    registry->names[registry->name_count++] = registry_text(registry, name);
}

const char *registry_kind_name(enum rt_schema_kind kind)
{
    static const char *const names[] = {"AVRO", "JSON", "PROTOBUF"};

    return names[kind];
}

static const struct registry_answer *find(const struct rt_registry *registry,
    enum registry_question question, const char *subject, int32_t number)
{
    for (size_t i = 0; i < registry->answer_count; i++) {
        const struct registry_answer *answer = &registry->answers[i];

        if (answer->question == question && answer->number == number &&
            !strcmp(answer->subject, subject))
            return answer;
    }
    return NULL;
}

static void remember(struct rt_registry *registry, enum registry_question question,
    const char *subject, int32_t number, const struct rt_registered *schema)
{
    registry->answers =
        rt_reallocate(registry->answers, registry->answer_count + 1, sizeof *registry->answers);
    registry->answers[registry->answer_count++] = (struct registry_answer){
        question, registry_text(registry, subject), number, schema};
}

void rt_registry_close(struct rt_registry *registry)
{
    if (!registry)
        return;
    rt_arena_release(&registry->memory);
    free(registry->answers);
    free(registry->numbers);
    free(registry->names);
    free(registry->strays);
    registry->ops->close(registry);
}

bool rt_registry_another(const struct rt_registry *registry, struct rt_registry **another,
    struct rt_error *error)
{
    *another = registry->ops->another ? registry->ops->another(registry, error) : NULL;
    return *another || !registry->ops->another;
}

void rt_registry_cancel(struct rt_registry *registry)
{
    if (registry->ops->cancel)
        registry->ops->cancel(registry);
}

uint64_t rt_registry_fetches(const struct rt_registry *registry)
{
    return registry->fetches;
}

bool rt_registry_by_id(struct rt_registry *registry, int32_t id, const char *subject,
    const struct rt_registered **schema, struct rt_error *error)
{
    /* An id means one schema, unless the subject names another context: ":.context:subject". */
    const char *context = subject && subject[0] == ':' ? subject : "";
    const struct registry_answer *answer = find(registry, REGISTRY_BY_ID, context, id);

    if (answer) {
        *schema = answer->schema;
        return true;
    }
    registry->fetches++;
    if (!registry->ops->by_id(registry, id, *context ? context : NULL, schema, error))
        return false;
    remember(registry, REGISTRY_BY_ID, context, id, *schema);
    return true;
}

bool rt_registry_by_guid(struct rt_registry *registry, const uint8_t guid[16],
    const struct rt_registered **schema, struct rt_error *error)
{
    for (size_t i = 0; i < registry->answer_count; i++) {
        const struct registry_answer *answer = &registry->answers[i];

        if (answer->question == REGISTRY_BY_GUID && !memcmp(answer->schema->guid, guid, 16)) {
            *schema = answer->schema;
            return true;
        }
    }
    registry->fetches++;
    if (!registry->ops->by_guid(registry, guid, schema, error))
        return false;
    remember(registry, REGISTRY_BY_GUID, "", (*schema)->id, *schema);
    return true;
}

bool rt_registry_version(struct rt_registry *registry, const char *subject, int version,
    const struct rt_registered **schema, struct rt_error *error)
{
    const struct registry_answer *answer =
        version ? find(registry, REGISTRY_VERSION, subject, version) : NULL;

    if (answer) {
        *schema = answer->schema;
        return true;
    }
    *schema = NULL;
    registry->fetches++;
    if (!registry->ops->version(registry, subject, version, schema, error))
        return rt_error_context(error, "subject '%s'", subject);
    if (*schema && version) /* The latest version does not stay the latest. */
        remember(registry, REGISTRY_VERSION, subject, version, *schema);
    return true;
}

bool rt_registry_versions(struct rt_registry *registry, const char *subject, const int **versions,
    size_t *count, struct rt_error *error)
{
    *count = 0;
    if (!registry->ops->versions(registry, subject, count, error))
        return rt_error_context(error, "subject '%s'", subject);
    *versions = registry->numbers;
    return true;
}

bool rt_registry_register(struct rt_registry *registry, const char *subject,
    enum rt_schema_kind kind, const char *text, int32_t *id, struct rt_error *error)
{
    for (size_t i = 0; i < registry->answer_count; i++) {
        const struct registry_answer *answer = &registry->answers[i];

        if (answer->question == REGISTRY_ADDED && answer->schema->kind == kind &&
            !strcmp(answer->subject, subject) && !strcmp(answer->schema->text, text)) {
            *id = answer->schema->id;
            return true;
        }
    }
    if (!registry->ops->add(registry, subject, kind, text, NULL, 0, id, error))
        return rt_error_context(error, "subject '%s'", subject);
    remember(registry, REGISTRY_ADDED, subject, *id,
        registry_keep(registry, *id, 0, kind, text));
    return true;
}

bool rt_registry_register_referring(struct rt_registry *registry, const char *subject,
    enum rt_schema_kind kind, const char *text, const struct rt_schema_reference *references,
    size_t reference_count, int32_t *id, struct rt_error *error)
{
    return registry->ops->add(registry, subject, kind, text, references, reference_count, id,
               error) ||
        rt_error_context(error, "subject '%s'", subject);
}

bool rt_registry_lookup(struct rt_registry *registry, const char *subject,
    enum rt_schema_kind kind, const char *text, int32_t *id, struct rt_error *error)
{
    *id = 0;
    return registry->ops->lookup(registry, subject, kind, text, id, error) ||
        rt_error_context(error, "subject '%s'", subject);
}

bool rt_registry_delete_subject(struct rt_registry *registry, const char *subject,
    struct rt_error *error)
{
    size_t kept = 0;

    if (!registry->ops->delete_subject(registry, subject, error))
        return rt_error_context(error, "subject '%s'", subject);
    for (size_t i = 0; i < registry->answer_count; i++)
        if (strcmp(registry->answers[i].subject, subject) != 0)
            registry->answers[kept++] = registry->answers[i];
    registry->answer_count = kept;
    return true;
}

bool rt_registry_compatibility(struct rt_registry *registry, const char *subject,
    const char **level, struct rt_error *error)
{
    return registry->ops->compatibility(registry, subject, level, error) ||
        rt_error_context(error, "subject '%s'", subject);
}

bool rt_registry_set_compatibility(struct rt_registry *registry, const char *subject,
    const char *level, struct rt_error *error)
{
    return registry->ops->set_compatibility(registry, subject, level, error) ||
        rt_error_context(error, "compatibility level of subject '%s'", subject);
}

bool rt_registry_test(struct rt_registry *registry, const char *subject,
    enum rt_schema_kind kind, const char *text, const char **reason, struct rt_error *error)
{
    *reason = NULL;
    return !registry->ops->test ||
        registry->ops->test(registry, subject, kind, text, reason, error) ||
        rt_error_context(error, "subject '%s'", subject);
}

const char *const *rt_registry_strays(const struct rt_registry *registry, size_t *count)
{
    *count = registry->stray_count;
    return registry->strays;
}

bool rt_registry_subjects(struct rt_registry *registry, const char *const **subjects,
    size_t *count, struct rt_error *error)
{
    registry->name_count = 0;
    *count = 0;
    if (!registry->ops->subjects(registry, count, error))
        return false;
    *subjects = registry->names;
    *count = registry->name_count;
    return true;
}
