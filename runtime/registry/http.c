#include "registry/http.h"

#include <rt/embedded.h>
#include <rt/job.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_MS = 10000, RETRIES = 3, BACKOFF_MS = 200, BACKOFF_LIMIT_MS = 5000 };
enum { ANSWER_LIMIT = 64 * 1024 * 1024, TEXT = 600, SLEEP_STEP_MS = 50 };

/* ---- opening ---- */

static void add_url(struct http *http, const char *start, size_t size)
{
    char *url;

    while (size && (start[size - 1] == '/' || start[size - 1] == ' '))
        size--;
    while (size && *start == ' ')
        start++, size--;
    if (!size)
        return;
    url = rt_allocate(1, size + 1);
    memcpy(url, start, size);
    http->urls = rt_reallocate(http->urls, http->url_count + 1, sizeof *http->urls);
    http->urls[http->url_count++] = url;
}

/* user:password without a password given besides. */
static void split_user(struct http *http, const struct rt_registry_config *config)
{
    char *colon;

    http->user = rt_duplicate(config->user);
    http->password = rt_duplicate(config->password);
    colon = http->user && !http->password ? strchr(http->user, ':') : NULL;
    if (!colon)
        return;
    http->password = rt_duplicate(colon + 1);
    *colon = '\0';
}

static size_t take_answer(char *data, size_t size, size_t count, void *context)
{
    struct http *http = context;

    if (http->answer.size + size * count > ANSWER_LIMIT)
        return 0;
    rt_buffer_add(&http->answer, data, size * count);
    return size * count;
}

static bool is_over(struct http *http)
{
    return rt_stop_requested() || atomic_load(&http->cancelled);
}

/* A stop must not wait for a registry that never answers. */
static int on_progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    (void)a, (void)b, (void)c, (void)d;
    return is_over(context);
}

static void set_tls(struct http *http)
{
    const char *roots = http->ca_file ? http->ca_file : rt_system_roots();
    struct curl_blob blob = {(void *)rt_ca_roots_pem, rt_ca_roots_pem_size, CURL_BLOB_NOCOPY};

    if (roots)
        curl_easy_setopt(http->curl, CURLOPT_CAINFO, roots);
    else
        curl_easy_setopt(http->curl, CURLOPT_CAINFO_BLOB, &blob);
    if (http->certificate_file)
        curl_easy_setopt(http->curl, CURLOPT_SSLCERT, http->certificate_file);
    if (http->key_file)
        curl_easy_setopt(http->curl, CURLOPT_SSLKEY, http->key_file);
    if (http->key_password)
        curl_easy_setopt(http->curl, CURLOPT_KEYPASSWD, http->key_password);
}

static void set_options(struct http *http)
{
    curl_easy_setopt(http->curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(http->curl, CURLOPT_HTTPHEADER, http->headers);
    curl_easy_setopt(http->curl, CURLOPT_ERRORBUFFER, http->curl_error);
    curl_easy_setopt(http->curl, CURLOPT_TIMEOUT_MS, (long)http->timeout_ms);
    curl_easy_setopt(http->curl, CURLOPT_CONNECTTIMEOUT_MS, (long)http->timeout_ms);
    curl_easy_setopt(http->curl, CURLOPT_WRITEFUNCTION, take_answer);
    curl_easy_setopt(http->curl, CURLOPT_WRITEDATA, http);
    curl_easy_setopt(http->curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(http->curl, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(http->curl, CURLOPT_XFERINFODATA, http);
    curl_easy_setopt(http->curl, CURLOPT_USERAGENT, "ddl2c");
    if (http->user) {
        curl_easy_setopt(http->curl, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
        curl_easy_setopt(http->curl, CURLOPT_USERNAME, http->user);
        curl_easy_setopt(http->curl, CURLOPT_PASSWORD, http->password ? http->password : "");
    } else if (http->token) {
        curl_easy_setopt(http->curl, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
        curl_easy_setopt(http->curl, CURLOPT_XOAUTH2_BEARER, http->token);
    }
    set_tls(http);
}

static bool open_curl(struct http *http, struct rt_error *error)
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
    http->headers = curl_slist_append(NULL,
        "Accept: application/vnd.schemaregistry.v1+json, application/json;q=0.9");
    http->headers = curl_slist_append(http->headers,
        "Content-Type: application/vnd.schemaregistry.v1+json");
    http->curl = curl_easy_init();
    if (!http->curl)
        return rt_fail(error, RT_MEMORY, RT_STOP, "out of memory");
    set_options(http);
    return true;
}

bool http_open(struct http *http, const struct rt_registry_config *config, struct rt_error *error)
{
    const char *at = config->url ? config->url : "";

    for (;;) {
        size_t size = strcspn(at, ",");

        add_url(http, at, size);
        if (!at[size])
            break;
        at += size + 1;
    }
    if (!http->url_count)
        return rt_fail(error, RT_CONFIG, RT_STOP, "the registry's URL is empty");
    for (size_t i = 0; i < http->url_count; i++)
        if (strncmp(http->urls[i], "http://", 7) && strncmp(http->urls[i], "https://", 8))
            return rt_fail(error, RT_CONFIG, RT_STOP,
                "the registry's URL must begin with http:// or https://");
    split_user(http, config);
    http->token = rt_duplicate(config->token);
    http->ca_file = rt_duplicate(config->ca_file);
    http->certificate_file = rt_duplicate(config->certificate_file);
    http->key_file = rt_duplicate(config->key_file);
    http->key_password = rt_duplicate(config->key_password);
    http->timeout_ms = config->timeout_ms ? config->timeout_ms : TIMEOUT_MS;
    http->retries = config->retries < 0 ? RETRIES : config->retries;
    return open_curl(http, error);
}

bool http_open_like(struct http *http, const struct http *other, struct rt_error *error)
{
    for (size_t i = 0; i < other->url_count; i++)
        add_url(http, other->urls[i], strlen(other->urls[i]));
    http->user = rt_duplicate(other->user);
    http->password = rt_duplicate(other->password);
    http->token = rt_duplicate(other->token);
    http->ca_file = rt_duplicate(other->ca_file);
    http->certificate_file = rt_duplicate(other->certificate_file);
    http->key_file = rt_duplicate(other->key_file);
    http->key_password = rt_duplicate(other->key_password);
    http->timeout_ms = other->timeout_ms;
    http->retries = other->retries;
    return open_curl(http, error);
}

void http_close(struct http *http)
{
    char *texts[] = {http->user, http->password, http->token, http->ca_file,
        http->certificate_file, http->key_file, http->key_password};

    curl_easy_cleanup(http->curl);
    curl_slist_free_all(http->headers);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    for (size_t i = 0; i < http->url_count; i++)
        free(http->urls[i]);
    free(http->urls);
    rt_buffer_release(&http->answer);
}

void http_segment(struct rt_buffer *out, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;

        if (isalnum(c) || strchr("-._~", c))
            rt_buffer_add(out, text, 1);
        else
            rt_buffer_printf(out, "%%%02X", c);
    }
}

/* ---- failures ---- */

/* The address for messages: without user and password. */
static void shown_url(const struct http *http, char *shown, size_t size)
{
    const char *url = http->urls[http->url], *host = strstr(url, "://") + 3;
    size_t authority = strcspn(host, "/");

    for (size_t i = 0; i < authority; i++) {
        if (host[i] == '@') {
            snprintf(shown, size, "%.*s%s", (int)(host - url), url, host + i + 1);
            host += i + 1;
            return;
        }
    }
    snprintf(shown, size, "%s", url);
}

static const char *meaning_of(long status)
{
    switch (status) {
    case 401:
        return "the registry wants a user and password or a token it accepts";
    case 403:
        return "not allowed for this user";
    case 404:
        return "not found: does the URL name the registry's root?";
    case 409:
        return "incompatible with an earlier version";
    case 422:
        return "the registry cannot take this schema";
    case 429:
        return "too many requests";
    }
    return status >= 500 ? "the registry failed" : "refused";
}

static bool is_passing(long status)
{
    return status == 429 || status == 408 || status >= 500;
}

static bool fail_transfer(struct http *http, CURLcode code, struct rt_error *error)
{
    char shown[TEXT];

    if (code == CURLE_ABORTED_BY_CALLBACK)
        return rt_fail(error, RT_CANCELLED, RT_STOP, "stopped while asking the registry");
    shown_url(http, shown, sizeof shown);
    switch (code) {
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_URL_MALFORMAT:
        return rt_fail(error, RT_REGISTRY, RT_STOP, "registry %s: %s", shown,
            *http->curl_error ? http->curl_error : curl_easy_strerror(code));
    default:
        return rt_fail(error, RT_REGISTRY, RT_RETRY, "registry %s: %s", shown,
            *http->curl_error ? http->curl_error : curl_easy_strerror(code));
    }
}

static bool fail_status(struct http *http, struct http_reply *reply, struct rt_error *error)
{
    const char *message = json_string_value(json_object_get(reply->json, "message"));
    char shown[TEXT], number[24] = "";

    shown_url(http, shown, sizeof shown);
    reply->error_code = (int)json_integer_value(json_object_get(reply->json, "error_code"));
    if (reply->error_code && reply->error_code != reply->status)
        snprintf(number, sizeof number, "/%d", reply->error_code);
    return rt_fail(error, RT_REGISTRY, is_passing(reply->status) ? RT_RETRY : RT_STOP,
        "registry %s: %ld%s: %s%s%s", shown, reply->status, number, meaning_of(reply->status),
        message ? ": " : "", message ? message : "");
}

/* ---- the call ---- */

static bool call_once(struct http *http, const char *method, const char *path, const char *body,
    struct http_reply *reply, struct rt_error *error)
{
    struct rt_buffer url = {0};
    json_error_t ignored;
    CURLcode code;

    *reply = (struct http_reply){0};
    http->answer.size = 0;
    http->curl_error[0] = '\0';
    rt_buffer_add_text(&url, http->urls[http->url]);
    rt_buffer_add(&url, path, strlen(path) + 1);
    curl_easy_setopt(http->curl, CURLOPT_URL, (const char *)url.data);
    if (body) {
        curl_easy_setopt(http->curl, CURLOPT_POSTFIELDSIZE, (long)strlen(body));
        curl_easy_setopt(http->curl, CURLOPT_POSTFIELDS, body);
    } else {
        curl_easy_setopt(http->curl, CURLOPT_HTTPGET, 1L);
    }
    curl_easy_setopt(http->curl, CURLOPT_CUSTOMREQUEST, method);
    code = curl_easy_perform(http->curl);
    rt_buffer_release(&url);
    if (code)
        return fail_transfer(http, code, error);
    curl_easy_getinfo(http->curl, CURLINFO_RESPONSE_CODE, &reply->status);
    reply->json = json_loadb((const char *)http->answer.data, http->answer.size,
        JSON_DECODE_ANY | JSON_ALLOW_NUL, &ignored);
    return reply->status < 400 || fail_status(http, reply, error);
}

static bool pause_before(struct http *http, int attempt)
{
    int wait = BACKOFF_MS << (attempt < 5 ? attempt : 5);

    if (wait > BACKOFF_LIMIT_MS)
        wait = BACKOFF_LIMIT_MS;
    wait = wait / 2 + (int)rt_jitter((uint32_t)wait / 2 + 1);
    for (; wait > 0 && !is_over(http); wait -= SLEEP_STEP_MS)
        rt_sleep_ms(wait < SLEEP_STEP_MS ? wait : SLEEP_STEP_MS);
    return !is_over(http);
}

bool http_call(struct http *http, const char *method, const char *path, const char *body,
    struct http_reply *reply, struct rt_error *error)
{
    for (int attempt = 0;; attempt++) {
        /* Every address gets its turn before the first pause. */
        for (size_t i = 0; i < http->url_count; i++) {
            if (call_once(http, method, path, body, reply, error))
                return true;
            if (error->action != RT_RETRY)
                return false;
            http->url = (http->url + 1) % http->url_count;
            json_decref(reply->json);
            reply->json = NULL;
        }
        if (attempt >= http->retries || !pause_before(http, attempt))
            return false;
    }
}
