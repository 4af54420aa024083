/* The level of a subject as a registry gives it: a stub replays the answers of Confluent's. */
#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <rt/registry.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct rt_error error;

struct exchange {
    const char *request; /* its first line begins so */
    const char *answer;
};

#define ANSWER(status, body) "HTTP/1.1 " status "\r\nConnection: close\r\n\r\n" body

/* Answers one request a connection; exits 0 if each was the one expected. */
static void serve(int listener, const struct exchange *exchanges)
{
    for (; exchanges->request; exchanges++) {
        char request[4096] = "";
        int connection = accept(listener, NULL, NULL);

        if (read(connection, request, sizeof request - 1) < 0 ||
            strncmp(request, exchanges->request, strlen(exchanges->request)) != 0) {
            fprintf(stderr, "asked: %s\n", request);
            _exit(1);
        }
        if (write(connection, exchanges->answer, strlen(exchanges->answer)) < 0)
            _exit(1);
        close(connection);
    }
    _exit(0);
}

static pid_t start(const struct exchange *exchanges, char *url, size_t size)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    pid_t child;

    cr_assert_eq(bind(listener, (struct sockaddr *)&address, length), 0);
    cr_assert_eq(listen(listener, 8), 0);
    getsockname(listener, (struct sockaddr *)&address, &length);
    snprintf(url, size, "http://127.0.0.1:%d", ntohs(address.sin_port));
    child = fork();
    if (!child)
        serve(listener, exchanges);
    close(listener);
    return child;
}

static void expect_level(const struct exchange *exchanges, const char *level)
{
    char url[64];
    pid_t child = start(exchanges, url, sizeof url);
    struct rt_registry_config config = {.url = url, .timeout_ms = 5000};
    struct rt_registry *registry = rt_registry_open_http(&config, &error);
    const char *got = NULL;
    bool fine;
    int status;

    cr_assert(registry, "%s", error.message);
    fine = rt_registry_compatibility(registry, "a/b-value", &got, &error);
    if (level) {
        cr_assert(fine, "%s", error.message);
        cr_expect_str_eq(got, level);
    } else {
        cr_expect(!fine);
        cr_expect(strstr(error.message, "subject 'a/b-value'"), "%s", error.message);
    }
    rt_registry_close(registry);
    waitpid(child, &status, 0);
    cr_expect_eq(status, 0);
}

Test(compat_live, level_of_a_subject)
{
    static const struct exchange exchanges[] = {
        {"GET /config/a%2Fb-value?defaultToGlobal=true ",
            ANSWER("200 OK", "{\"compatibilityLevel\":\"FULL_TRANSITIVE\"}")},
        {NULL, NULL}};

    expect_level(exchanges, "FULL_TRANSITIVE");
}

/* Before 5.5 the parameter was not known. */
Test(compat_live, level_of_the_registry)
{
    static const struct exchange exchanges[] = {
        {"GET /config/a%2Fb-value?defaultToGlobal=true ",
            ANSWER("404 Not Found", "{\"error_code\":40408,\"message\":\"Subject 'a/b-value' does "
                "not have subject-level compatibility configured\"}")},
        {"GET /config ", ANSWER("200 OK", "{\"compatibilityLevel\":\"BACKWARD\"}")},
        {NULL, NULL}};

    expect_level(exchanges, "BACKWARD");
}

Test(compat_live, failures)
{
    static const struct exchange none[] = {
        {"GET /config/", ANSWER("200 OK", "{}")}, {NULL, NULL}};
    static const struct exchange refused[] = {
        {"GET /config/", ANSWER("403 Forbidden", "{\"error_code\":40301}")}, {NULL, NULL}};

    expect_level(none, NULL);
    expect_level(refused, NULL);
}

Test(compat_live, folders)
{
    char folder[] = "/tmp/compat_live_XXXXXX", path[128];
    const char *level;
    struct rt_registry *registry;
    FILE *file;

    cr_assert(mkdtemp(folder));
    registry = rt_registry_open_dir(folder, &error);
    cr_assert(registry, "%s", error.message);
    cr_assert(rt_registry_compatibility(registry, "a/b-value", &level, &error));
    cr_expect_str_eq(level, "BACKWARD");
    snprintf(path, sizeof path, "%s/compatibility", folder);
    file = fopen(path, "w");
    fputs("\n FULL\n", file);
    fclose(file);
    cr_assert(rt_registry_compatibility(registry, "a/b-value", &level, &error));
    cr_expect_str_eq(level, "FULL");
    snprintf(path, sizeof path, "%s/a%%2Fb-value", folder);
    cr_assert_eq(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/a%%2Fb-value/compatibility", folder);
    file = fopen(path, "w");
    fputs("NONE", file);
    fclose(file);
    cr_assert(rt_registry_compatibility(registry, "a/b-value", &level, &error));
    cr_expect_str_eq(level, "NONE");
    rt_registry_close(registry);
    unlink(path);
    snprintf(path, sizeof path, "%s/a%%2Fb-value", folder);
    rmdir(path);
    snprintf(path, sizeof path, "%s/compatibility", folder);
    unlink(path);
    rmdir(folder);
}
