#include "rt/resolve.h"

#include <ares.h>
#include <netdb.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    QUERY_TIMEOUT_MS = 2000,
    QUERY_TRIES = 2,
    TOTAL_TIMEOUT_MS = 10000,
    SOCKETS = ARES_GETSOCK_MAXNUM - 1, /* c-ares' macros shift the last one's bit out of an int. */
};

struct answer {
    bool done;
    int status;
    struct addrinfo *list;
};

static void list_free(struct addrinfo *list)
{
    while (list) {
        struct addrinfo *next = list->ai_next;
        free(list);
        list = next;
    }
}

/* One allocation an entry: the address lies behind it. */
static struct addrinfo *entry_new(const struct ares_addrinfo_node *node)
{
    struct addrinfo *entry = calloc(1, sizeof *entry + node->ai_addrlen);
    if (!entry)
        return NULL;
    entry->ai_family = node->ai_family;
    entry->ai_socktype = node->ai_socktype;
    entry->ai_protocol = node->ai_protocol;
    entry->ai_addrlen = node->ai_addrlen;
    entry->ai_addr = (struct sockaddr *)(entry + 1);
    memcpy(entry->ai_addr, node->ai_addr, node->ai_addrlen);
    return entry;
}

static void answer_take(void *arg, int status, int timeouts, struct ares_addrinfo *found)
{
    struct answer *answer = arg;
    struct addrinfo **tail = &answer->list;

    (void)timeouts;
    answer->done = true;
    answer->status = status;
    if (!found)
        return;
    for (struct ares_addrinfo_node *node = found->nodes; node; node = node->ai_next) {
        *tail = entry_new(node);
        if (!*tail) {
            answer->status = ARES_ENOMEM;
            break;
        }
        tail = &(*tail)->ai_next;
    }
    ares_freeaddrinfo(found);
}

static long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits until a socket is ready or the next query must be repeated, at most until the deadline. */
static void channel_step(ares_channel channel, long deadline_ms)
{
    ares_socket_t sockets[SOCKETS];
    struct pollfd polls[SOCKETS];
    int wanted = ares_getsock(channel, sockets, SOCKETS);
    nfds_t count = 0;

    for (int i = 0; i < SOCKETS; i++) {
        short events = (short)((ARES_GETSOCK_READABLE(wanted, i) ? POLLIN : 0) |
            (ARES_GETSOCK_WRITABLE(wanted, i) ? POLLOUT : 0));
        if (events)
            polls[count++] = (struct pollfd){.fd = sockets[i], .events = events};
    }
    long left_ms = deadline_ms - now_ms();
    struct timeval limit = {.tv_sec = left_ms / 1000, .tv_usec = left_ms % 1000 * 1000}, next;
    struct timeval *wait = ares_timeout(channel, &limit, &next);
    poll(polls, count, (int)(wait->tv_sec * 1000 + wait->tv_usec / 1000 + 1));
    for (nfds_t i = 0; i < count; i++) {
        short ready = polls[i].revents;
        bool readable = ready & (POLLIN | POLLERR | POLLHUP), writable = ready & POLLOUT;
        ares_process_fd(channel, readable ? polls[i].fd : ARES_SOCKET_BAD,
            writable ? polls[i].fd : ARES_SOCKET_BAD);
    }
    ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
}

static int eai_of(int status)
{
    switch (status) {
    case ARES_SUCCESS:
        return 0;
    case ARES_ENOMEM:
        return EAI_MEMORY;
    case ARES_ENOTFOUND:
    case ARES_ENODATA:
    case ARES_ENONAME:
    case ARES_EBADNAME:
        return EAI_NONAME;
    case ARES_ESERVICE:
        return EAI_SERVICE;
    case ARES_EBADFAMILY:
        return EAI_FAMILY;
    case ARES_ECONNREFUSED:
    case ARES_ETIMEOUT:
    case ARES_ECANCELLED:
    case ARES_ESERVFAIL:
        return EAI_AGAIN;
    default:
        return EAI_FAIL;
    }
}

static int resolve(
    const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **res)
{
    struct ares_options options = {.timeout = QUERY_TIMEOUT_MS, .tries = QUERY_TRIES};
    /* Service names would need /etc/services and glibc's reader of it. */
    struct ares_addrinfo_hints wanted = {.ai_flags = ARES_AI_NUMERICSERV};
    struct answer answer = {0};
    ares_channel channel;

    *res = NULL;
    if (!node || (service && strspn(service, "0123456789") != strlen(service)))
        return node ? EAI_SERVICE : EAI_NONAME;
    if (hints) {
        wanted.ai_family = hints->ai_family;
        wanted.ai_socktype = hints->ai_socktype;
        wanted.ai_protocol = hints->ai_protocol;
        wanted.ai_flags |= hints->ai_flags & AI_NUMERICHOST ? ARES_AI_NUMERICHOST : 0;
    }
    int status = ares_init_options(&channel, &options, ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES);
    if (status != ARES_SUCCESS)
        return eai_of(status);

    long deadline_ms = now_ms() + TOTAL_TIMEOUT_MS;
    ares_getaddrinfo(channel, node, service, &wanted, answer_take, &answer);
    while (!answer.done && now_ms() < deadline_ms)
        channel_step(channel, deadline_ms);
    if (!answer.done)
        ares_cancel(channel);
    ares_destroy(channel);

    if (answer.status != ARES_SUCCESS || !answer.list) {
        list_free(answer.list);
        return answer.status == ARES_SUCCESS ? EAI_NONAME : eai_of(answer.status);
    }
    *res = answer.list;
    return 0;
}

int rt_resolve_cb(const char *node, const char *service, const struct addrinfo *hints,
    struct addrinfo **res, void *opaque)
{
    (void)opaque;
    if (!node && !service && !hints) {
        list_free(*res);
        *res = NULL;
        return 0;
    }
    return resolve(node, service, hints, res);
}
