#include "metrics/server.h"

#include <microhttpd.h>
#include <netdb.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECTIONS = 16, IDLE_SECONDS = 10, HOST_SIZE = 256 };

enum document { METRICS, PAGE, DOCUMENTS };

struct metrics_server {
    struct MHD_Daemon *daemon;
    pthread_mutex_t lock; /* of texts */
    struct rt_buffer texts[DOCUMENTS];
};

static enum MHD_Result answer(struct MHD_Connection *connection, unsigned status,
    const char *type, const void *text, size_t size)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, (void *)text, MHD_RESPMEM_MUST_COPY);
    enum MHD_Result result;

    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "Cache-Control", "no-store");
    result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
    const char *method, const char *version, const char *body, size_t *body_size, void **state)
{
    static const char *const types[DOCUMENTS] = {
        "text/plain; version=0.0.4; charset=utf-8", "text/html; charset=utf-8"};
    static const char plain[] = "text/plain";
    struct metrics_server *server = context;
    enum document document = strcmp(url, "/metrics") ? PAGE : METRICS;
    enum MHD_Result result;

    (void)version, (void)body, (void)state;
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0) {
        *body_size = 0;
        return answer(connection, MHD_HTTP_METHOD_NOT_ALLOWED, plain, "GET only\n", 9);
    }
    if (document == PAGE && strcmp(url, "/") != 0)
        return answer(connection, MHD_HTTP_NOT_FOUND, plain, "/ and /metrics are here\n", 24);
    pthread_mutex_lock(&server->lock);
    result = answer(connection, MHD_HTTP_OK, types[document], server->texts[document].data,
        server->texts[document].size);
    pthread_mutex_unlock(&server->lock);
    return result;
}

/* HOST and PORT of an address; false: it has none. */
static bool split(const char *address, char host[HOST_SIZE], const char **port)
{
    const char *colon = strrchr(address, ':');
    size_t size = colon ? (size_t)(colon - address) : 0;

    if (!colon || !colon[1] || size >= HOST_SIZE)
        return false;
    if (size >= 2 && address[0] == '[' && address[size - 1] == ']') {
        address++;
        size -= 2;
    }
    memcpy(host, address, size);
    host[size] = '\0';
    *port = colon + 1;
    return strspn(*port, "0123456789") == strlen(*port);
}

static struct MHD_Daemon *listen_at(struct metrics_server *server,
    const struct addrinfo *where)
{
    unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD;

    if (where->ai_family == AF_INET6)
        flags |= MHD_USE_IPv6;
    return MHD_start_daemon(flags, 0, NULL, NULL, handle, server, MHD_OPTION_SOCK_ADDR,
        where->ai_addr, MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
        IDLE_SECONDS, MHD_OPTION_END);
}

struct metrics_server *metrics_start(const char *address, struct rt_error *error)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM,
        .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct metrics_server *server;
    struct addrinfo *found;
    char host[HOST_SIZE];
    const char *port;

    if (!split(address, host, &port)) {
        rt_fail(error, RT_CONFIG, RT_STOP, "--metrics '%s': HOST:PORT is wanted", address);
        return NULL;
    }
    if (getaddrinfo(*host ? host : NULL, port, &hints, &found)) {
        rt_fail(error, RT_CONFIG, RT_STOP, "--metrics '%s': the host is not known", address);
        return NULL;
    }
    server = rt_allocate(1, sizeof *server);
    pthread_mutex_init(&server->lock, NULL);
    server->daemon = listen_at(server, found);
    freeaddrinfo(found);
    if (server->daemon)
        return server;
    metrics_stop(server);
    rt_fail(error, RT_CONFIG, RT_STOP, "--metrics '%s': cannot listen there", address);
    return NULL;
}

void metrics_publish(struct metrics_server *server, const struct rt_buffer *metrics,
    const struct rt_buffer *page)
{
    const struct rt_buffer *const texts[DOCUMENTS] = {metrics, page};

    pthread_mutex_lock(&server->lock);
    for (size_t i = 0; i < DOCUMENTS; i++) {
        server->texts[i].size = 0;
        rt_buffer_add(&server->texts[i], texts[i]->data, texts[i]->size);
    }
    pthread_mutex_unlock(&server->lock);
}

void metrics_stop(struct metrics_server *server)
{
    if (!server)
        return;
    if (server->daemon)
        MHD_stop_daemon(server->daemon);
    pthread_mutex_destroy(&server->lock);
    for (size_t i = 0; i < DOCUMENTS; i++)
        rt_buffer_release(&server->texts[i]);
    free(server);
}
