/*
 * Host names without glibc's resolver, which a static binary cannot use: /etc/hosts, then the
 * servers of /etc/resolv.conf, through c-ares. Numeric addresses and "localhost" need neither file.
 */
#ifndef RT_RESOLVE_H
#define RT_RESOLVE_H

struct addrinfo;

/*
 * For rd_kafka_conf_set_resolve_cb(): getaddrinfo(3), or, with `node`, `service` and `hints` NULL,
 * free `*res`. `service` must be a port number. Blocks for at most ten seconds. Any thread.
 * `opaque` is not used. Returns 0 or an EAI_ code; on failure `*res` is NULL.
 */
int rt_resolve_cb(const char *node, const char *service, const struct addrinfo *hints,
    struct addrinfo **res, void *opaque);

#endif
