/*
 * glibc cannot resolve names or load libraries in a static binary without the shared libraries of
 * the very version it was linked with. link.flags therefore wraps those calls: what OpenSSL,
 * c-ares and librdkafka ask for arrives here, and nothing of a pipeline depends on the files of the
 * machine it runs on.
 */
#include <errno.h>
#include <netdb.h>
#include <stddef.h>

#include "rt/resolve.h"

int __wrap_getaddrinfo(
    const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **res);
void __wrap_freeaddrinfo(struct addrinfo *list);
struct hostent *__wrap_gethostbyname(const char *name);
struct servent *__wrap_getservbyname(const char *name, const char *protocol);
int __wrap_getservbyport_r(int port, const char *protocol, struct servent *entry, char *buffer,
    size_t size, struct servent **result);
void *__wrap_dlopen(const char *path, int flags);

int __wrap_getaddrinfo(
    const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **res)
{
    static const struct addrinfo any;
    return rt_resolve_cb(node, service, hints ? hints : &any, res, NULL);
}

void __wrap_freeaddrinfo(struct addrinfo *list)
{
    rt_resolve_cb(NULL, NULL, NULL, &list, NULL);
}

struct hostent *__wrap_gethostbyname(const char *name)
{
    (void)name;
    h_errno = HOST_NOT_FOUND;
    return NULL;
}

struct servent *__wrap_getservbyname(const char *name, const char *protocol)
{
    (void)name, (void)protocol;
    return NULL;
}

int __wrap_getservbyport_r(int port, const char *protocol, struct servent *entry, char *buffer,
    size_t size, struct servent **result)
{
    (void)port, (void)protocol, (void)entry, (void)buffer, (void)size;
    *result = NULL;
    return ENOENT;
}

void *__wrap_dlopen(const char *path, int flags)
{
    (void)path, (void)flags;
    return NULL;
}
