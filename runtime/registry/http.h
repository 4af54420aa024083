/* One request to a schema registry, with retries and more than one address. */
#ifndef RT_REGISTRY_HTTP_H
#define RT_REGISTRY_HTTP_H

#include "registry/registry.h"

#include <curl/curl.h>

struct http {
    CURL *curl;
    struct curl_slist *headers;
    char **urls;         /* Without a trailing slash. */
    size_t url_count, url;
    char *user, *password, *token, *ca_file, *certificate_file, *key_file, *key_password;
    int timeout_ms, retries;
    atomic_bool cancelled;
    struct rt_buffer answer;
    char curl_error[CURL_ERROR_SIZE];
};

struct http_reply {
    long status;         /* HTTP */
    int error_code;      /* The registry's; 0: none given */
    json_t *json;        /* NULL: the body is none. The caller's. */
};

bool http_open(struct http *http, const struct rt_registry_config *config, struct rt_error *error);
/* With the addresses, names and secrets of another. */
bool http_open_like(struct http *http, const struct http *other, struct rt_error *error);
void http_close(struct http *http);

/* `path` begins with a slash and is encoded already. `body` NULL: none. Statuses of 400 and more
 * are failures (RT_REGISTRY, the reason in error) and still fill reply->status and error_code. */
bool http_call(struct http *http, const char *method, const char *path, const char *body,
    struct http_reply *reply, struct rt_error *error);

/* Appends `text`, percent-encoded as one segment of a path. */
void http_segment(struct rt_buffer *out, const char *text);

#endif
