/* Registries: local, folder, canonical form; failures of the REST client against a small server. */
#include "registry/canonical.h"

#include <criterion/criterion.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct rt_error error;

#define OK(call) cr_assert((call), "%s", error.message)

/* ---- canonical form ---- */

Test(canonical, avro)
{
    static const struct {
        const char *schema, *form;
    } cases[] = {
        {"\"int\"", "\"int\""},
        {"{\"type\": \"int\"}", "\"int\""},
        {"{\"type\":\"long\",\"logicalType\":\"timestamp-millis\",\"connect.name\":\"x\"}",
            "{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}"},
        {"{\"type\":\"bytes\",\"scale\":2,\"precision\":5,\"logicalType\":\"decimal\"}",
            "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":5,\"scale\":2}"},
        {"[\"null\", \"string\"]", "[\"null\",\"string\"]"},
        {"{\"type\":\"record\",\"name\":\"R\",\"namespace\":\"n.s\",\"doc\":\"d\",\"fields\":[{"
         "\"name\":\"a\",\"default\":null,\"type\":[\"null\",{\"type\":\"enum\",\"name\":\"E\","
         "\"symbols\":[\"X\"]}]},{\"doc\":\"\",\"name\":\"b\",\"type\":\"E\"}]}",
            "{\"name\":\"#0\",\"type\":\"record\",\"fields\":[{\"name\":\"a\",\"type\":["
            "\"null\",{\"name\":\"#1\",\"type\":\"enum\",\"symbols\":[\"X\"]}]},{\"name\":"
            "\"b\",\"type\":\"#1\"}]}"},
        {"{\"type\":\"array\",\"items\":{\"type\":\"map\",\"values\":\"bytes\"}}",
            "{\"type\":\"array\",\"items\":{\"type\":\"map\",\"values\":\"bytes\"}}"},
        {"{\"type\":\"fixed\",\"size\":4,\"name\":\"a.F\",\"aliases\":[\"G\"]}",
            "{\"name\":\"#0\",\"type\":\"fixed\",\"size\":4}"},
        {"{\"type\":\"record\",\"name\":\"Node\",\"fields\":[{\"name\":\"next\",\"type\":"
         "[\"null\",\"Node\"]}]}",
            "{\"name\":\"#0\",\"type\":\"record\",\"fields\":[{\"name\":\"next\",\"type\":"
            "[\"null\",\"#0\"]}]}"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rt_buffer out = {0};

        OK(registry_canonical(RT_SCHEMA_AVRO, cases[i].schema, &out, &error));
        rt_buffer_add(&out, "", 1);
        cr_expect_str_eq((char *)out.data, cases[i].form);
        rt_buffer_release(&out);
    }
}

Test(canonical, refusals)
{
    static const char *const schemas[] = {"", "{", "12", "{\"type\":\"record\",\"name\":\"R\"}",
        "{\"type\":\"enum\",\"symbols\":[]}", "{\"a\":1}"};
    char deep[2048] = "";
    struct rt_buffer out = {0};

    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++)
        cr_expect(!registry_canonical(RT_SCHEMA_AVRO, schemas[i], &out, &error), "%s",
            schemas[i]);
    memset(deep, '[', 1000);
    memset(deep + 1000, ']', 1000);
    cr_expect(!registry_canonical(RT_SCHEMA_AVRO, deep, &out, &error));
    rt_buffer_release(&out);
}

/* ---- local ---- */

Test(local_registry, references)
{
    static const char *const text = "[\"R\", \"int\"]";
    static const struct rt_schema_reference one = {"R", "r", 1}, other = {"R", "r", 2};
    struct rt_log *log = rt_log_open_local(":memory:", &error);
    struct rt_registry *registry = rt_registry_open_local(log, &error);
    const struct rt_registered *schema;
    int32_t id, again, third;

    OK(rt_registry_register_referring(registry, "a", RT_SCHEMA_AVRO, text, &one, 1, &id, &error));
    OK(rt_registry_register_referring(registry, "b", RT_SCHEMA_AVRO, text, &one, 1, &again,
        &error));
    OK(rt_registry_register_referring(registry, "a", RT_SCHEMA_AVRO, text, &other, 1, &third,
        &error));
    cr_expect_eq(again, id);
    cr_expect_neq(third, id, "the same text means something else");
    OK(rt_registry_version(registry, "a", 1, &schema, &error));
    cr_assert_eq(schema->reference_count, 1);
    cr_expect_str_eq(schema->references[0].name, "R");
    cr_expect_str_eq(schema->references[0].subject, "r");
    cr_expect_eq(schema->references[0].version, 1);
    OK(rt_registry_by_id(registry, third, "a", &schema, &error));
    cr_assert_eq(schema->reference_count, 1);
    cr_expect_eq(schema->references[0].version, 2);
    rt_registry_close(registry);
    rt_log_close(log);
}

Test(local_registry, ids_are_shared_by_subjects)
{
    struct rt_log *log = rt_log_open_local(":memory:", &error);
    struct rt_registry *registry = rt_registry_open_local(log, &error);
    const struct rt_registered *schema;
    const int *versions;
    const char *const *subjects;
    int32_t id, again, other;
    size_t count;

    OK(rt_registry_register(registry, "a", RT_SCHEMA_AVRO, "\"int\"", &id, &error));
    OK(rt_registry_register(registry, "a", RT_SCHEMA_AVRO, " \"int\" ", &again, &error));
    cr_expect_eq(id, 1);
    cr_expect_eq(again, 1, "white space is no other schema");
    OK(rt_registry_register(registry, "a", RT_SCHEMA_AVRO, "\"long\"", &other, &error));
    OK(rt_registry_register(registry, "b", RT_SCHEMA_AVRO, "\"long\"", &again, &error));
    cr_expect_eq(again, other);
    OK(rt_registry_version(registry, "a", 0, &schema, &error));
    cr_expect_eq(schema->version, 2);
    cr_expect_str_eq((char *)schema->text, "\"long\"");
    OK(rt_registry_version(registry, "c", 0, &schema, &error));
    cr_expect(schema == NULL);
    OK(rt_registry_versions(registry, "a", &versions, &count, &error));
    cr_expect_eq(count, 2);
    OK(rt_registry_lookup(registry, "b", RT_SCHEMA_AVRO, "\"int\"", &id, &error));
    cr_expect_eq(id, 0);
    OK(rt_registry_subjects(registry, &subjects, &count, &error));
    cr_expect_eq(count, 2);
    OK(rt_registry_by_id(registry, 2, "a", &schema, &error));
    cr_expect_str_eq((char *)schema->text, "\"long\"");
    cr_expect(!rt_registry_by_id(registry, 99, "a", &schema, &error));
    cr_expect_eq((int)error.code, RT_DECODE);
    cr_expect(!rt_registry_register(registry, "a", RT_SCHEMA_AVRO, "{", &id, &error));
    cr_expect(strstr(error.message, "subject 'a'"), "%s", error.message);
    OK(rt_registry_delete_subject(registry, "a", &error));
    OK(rt_registry_version(registry, "a", 1, &schema, &error));
    cr_expect(schema == NULL);
    rt_registry_close(registry);
    rt_log_close(log);
}

/* ---- folder ---- */

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[256];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

Test(dir_registry, versions_and_ids)
{
    char folder[] = "/tmp/rt_registry_XXXXXX", path[64], command[64];
    const struct rt_registered *schema;
    int32_t id;

    mkdtemp(folder);
    snprintf(path, sizeof path, "%s/a-value", folder);
    mkdir(path, 0700);
    write_file(path, "1.avsc", "\"int\"");
    write_file(path, "2.avsc", "\"long\"");
    write_file(path, "2.id", "100042\n");
    snprintf(path, sizeof path, "%s/x%%2Fy.proto", folder);
    mkdir(path, 0700);
    write_file(path, "1.proto", "syntax = \"proto3\";");
    struct rt_registry *registry = rt_registry_open_dir(folder, &error);
    cr_assert(registry, "%s", error.message);
    OK(rt_registry_version(registry, "a-value", 0, &schema, &error));
    cr_expect_eq(schema->id, 100042);
    OK(rt_registry_by_id(registry, 1, NULL, &schema, &error));
    cr_expect_str_eq((char *)schema->text, "\"int\"");
    OK(rt_registry_version(registry, "x/y.proto", 0, &schema, &error));
    cr_assert(schema);
    cr_expect_eq((int)schema->kind, RT_SCHEMA_PROTOBUF);
    OK(rt_registry_register(registry, "a-value", RT_SCHEMA_AVRO, "\"int\"", &id, &error));
    cr_expect_eq(id, 1);
    cr_expect(!rt_registry_register(registry, "a-value", RT_SCHEMA_AVRO, "\"bytes\"", &id,
        &error));
    cr_expect(strstr(error.message, "read-only"), "%s", error.message);
    rt_registry_close(registry);
    cr_expect(!rt_registry_open_dir("/no/such/folder", &error));
    snprintf(command, sizeof command, "rm -r %s", folder);
    cr_assert_eq(system(command), 0);
}

/* ---- REST: a server that gives fixed answers, one a connection ---- */

struct server {
    int port;
    pid_t child;
    char requests[32]; /* Path of a file that holds what was asked. */
};

static void serve(int listener, const char *const *answers, const char *requests)
{
    for (; *answers; answers++) {
        char request[8192];
        int connection = accept(listener, NULL, NULL);
        ssize_t size = read(connection, request, sizeof request);
        FILE *file = fopen(requests, "a");

        fwrite(request, 1, size > 0 ? (size_t)size : 0, file);
        fclose(file);
        if (**answers) {
            if (write(connection, *answers, strlen(*answers)) < 0)
                _exit(1);
        } else {
            sleep(5); /* Never answers. */
        }
        close(connection);
    }
}

static struct server start(const char *const *answers)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct server server = {0};

    bind(listener, (struct sockaddr *)&address, size);
    listen(listener, 8);
    getsockname(listener, (struct sockaddr *)&address, &size);
    server.port = ntohs(address.sin_port);
    snprintf(server.requests, sizeof server.requests, "/tmp/rt_rest_XXXXXX");
    close(mkstemp(server.requests));
    server.child = fork();
    if (!server.child) {
        serve(listener, answers, server.requests);
        _exit(0);
    }
    close(listener);
    return server;
}

static void stop(struct server *server, char *requests, size_t size)
{
    FILE *file = fopen(server->requests, "r");
    size_t got = fread(requests, 1, size - 1, file);

    requests[got] = '\0';
    fclose(file);
    kill(server->child, SIGKILL);
    waitpid(server->child, NULL, 0);
    unlink(server->requests);
}

static struct rt_registry *connect_to(const struct server *server,
    struct rt_registry_config *config)
{
    static char url[64];
    struct rt_registry *registry;

    snprintf(url, sizeof url, "http://127.0.0.1:%d", server->port);
    config->url = url;
    registry = rt_registry_open_http(config, &error);
    cr_assert(registry, "%s", error.message);
    return registry;
}

#define ANSWER(status, body) "HTTP/1.1 " status "\r\nConnection: close\r\n\r\n" body

Test(rest, failures_name_reason_and_subject)
{
    static const struct {
        const char *answer, *wanted;
        int action;
    } cases[] = {
        {ANSWER("401 Unauthorized", "{\"error_code\":40101,\"message\":\"who?\"}"),
            "401/40101: the registry wants a user and password", RT_STOP},
        {ANSWER("404 Not Found", "<html>"), "404: not found: does the URL", RT_STOP},
        {ANSWER("409 Conflict", "{\"error_code\":409,\"message\":\"READER_FIELD_MISSING\"}"),
            "409: incompatible with an earlier version: READER_FIELD_MISSING", RT_STOP},
        {ANSWER("422 X", "{\"error_code\":42201,\"message\":\"bad\"}"), "422/42201", RT_STOP},
        {ANSWER("500 X", "oops"), "500: the registry failed", RT_RETRY},
        {"", "127.0.0.1", RT_RETRY},
        {ANSWER("200 OK", "{}"), "the registry's answer has no id", RT_STOP},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *answers[] = {cases[i].answer, NULL};
        struct rt_registry_config config = {.timeout_ms = 300};
        struct server server = start(answers);
        struct rt_registry *registry = connect_to(&server, &config);
        char requests[8192];
        int32_t id;

        cr_expect(!rt_registry_register(registry, "a/b-value", RT_SCHEMA_AVRO, "\"int\"", &id,
            &error));
        cr_expect(strstr(error.message, cases[i].wanted), "%s", error.message);
        cr_expect(strstr(error.message, "subject 'a/b-value'"), "%s", error.message);
        cr_expect_eq((int)error.action, cases[i].action);
        rt_registry_close(registry);
        stop(&server, requests, sizeof requests);
        cr_expect(strstr(requests, "POST /subjects/a%2Fb-value/versions "), "%s", requests);
    }
}

Test(rest, retries_caches_and_authenticates)
{
    const char *answers[] = {ANSWER("503 X", ""), ANSWER("200 OK", "{\"schema\":\"\\\"int\\\"\"}"),
        ANSWER("404 X", "{\"error_code\":40403}"), NULL};
    struct rt_registry_config config = {.retries = -1, .user = "james@example.com",
        .password = "a@b:c/d%e"};
    struct server server = start(answers);
    struct rt_registry *registry = connect_to(&server, &config);
    const struct rt_registered *schema;
    char requests[8192];

    for (int i = 0; i < 3; i++) {
        OK(rt_registry_by_id(registry, 7, "a-value", &schema, &error));
        cr_expect_str_eq((char *)schema->text, "\"int\"");
    }
    cr_expect(!rt_registry_by_id(registry, 8, "a-value", &schema, &error));
    cr_expect_eq((int)error.code, RT_DECODE);
    rt_registry_close(registry);
    stop(&server, requests, sizeof requests);
    cr_expect(strstr(requests, "Authorization: Basic amFtZXNAZXhhbXBsZS5jb206YUBiOmMvZCVl"), "%s",
        requests);
    cr_expect(strstr(requests, "application/vnd.schemaregistry.v1+json"));
}
