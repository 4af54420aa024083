/*
 * Uses every library that a pipeline links, as a pipeline would: built with link.flags, run in an
 * empty root.
 * Arguments: NAME, ADDRESS that NAME must resolve to, URL for libcurl to answer 200.
 */
#include <ares.h>
#include <arpa/inet.h>
#include <curl/curl.h>
#include <jansson.h>
#include <librdkafka/rdkafka.h>
#include <microhttpd.h>
#include <netdb.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rt/embedded.h"
#include "rt/resolve.h"

static void check(int ok, const char *what, const char *detail)
{
    printf("%s %s (%s)\n", ok ? "ok" : "FAILED", what, detail);
    if (!ok)
        exit(1);
}

static void check_resolver(const char *name, const char *address)
{
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *list;
    char text[INET_ADDRSTRLEN] = "";
    int status = rt_resolve_cb(name, "9092", &hints, &list, NULL);

    check(status == 0, "resolve", status ? gai_strerror(status) : name);
    const struct sockaddr_in *found = (const struct sockaddr_in *)list->ai_addr;
    inet_ntop(AF_INET, &found->sin_addr, text, sizeof text);
    check(!strcmp(text, address) && ntohs(found->sin_port) == 9092, "address", text);
    rt_resolve_cb(NULL, NULL, NULL, &list, NULL);
    check(rt_resolve_cb("no-such-name.invalid", "1", &hints, &list, NULL) != 0 && !list,
        "unknown name", "refused");
    check(getaddrinfo(name, "9092", &hints, &list) == 0, "getaddrinfo", "through c-ares");
    freeaddrinfo(list);
}

static void check_kafka(void)
{
    static const char *const features[] = {
        "ssl", "sasl_plain", "sasl_scram", "sasl_oauthbearer", "gzip", "snappy", "lz4", "zstd"};
    char text[512], error[512] = "";
    size_t size = sizeof text;
    rd_kafka_conf_t *conf = rd_kafka_conf_new();

    rd_kafka_conf_get(conf, "builtin.features", text, &size);
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        check(strstr(text, features[i]) != NULL, "librdkafka feature", features[i]);
    rd_kafka_conf_set_resolve_cb(conf, rt_resolve_cb);
    rd_kafka_conf_set(conf, "security.protocol", "sasl_ssl", error, sizeof error);
    rd_kafka_conf_set(conf, "sasl.mechanisms", "SCRAM-SHA-512", error, sizeof error);
    rd_kafka_conf_set(conf, "sasl.username", "u", error, sizeof error);
    rd_kafka_conf_set(conf, "sasl.password", "p", error, sizeof error);
    rd_kafka_conf_set(conf, "ssl.ca.pem", rt_ca_roots_pem, error, sizeof error);
    rd_kafka_t *kafka = rd_kafka_new(RD_KAFKA_PRODUCER, conf, error, sizeof error);
    check(kafka != NULL, "producer with the embedded roots", error);
    rd_kafka_destroy(kafka);
}

static size_t discard(char *at, size_t size, size_t count, void *opaque)
{
    (void)at, (void)opaque;
    return size * count;
}

static void check_curl(const char *url)
{
    struct curl_blob roots = {(void *)rt_ca_roots_pem, rt_ca_roots_pem_size, CURL_BLOB_NOCOPY};
    long status = 0;

    curl_global_init(CURL_GLOBAL_DEFAULT);
    check(strstr(curl_version(), "c-ares") != NULL, "curl", curl_version());
    CURL *curl = curl_easy_init();
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_CAINFO_BLOB, &roots);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, discard);
    CURLcode code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    check(code == CURLE_OK && status == 200, url, curl_easy_strerror(code));
    curl_easy_cleanup(curl);
    curl_global_cleanup();
}

static void check_local(void)
{
    sqlite3 *db;
    check(sqlite3_open("smoke.db", &db) == SQLITE_OK, "sqlite open", sqlite3_libversion());
    int status = sqlite3_exec(db, "CREATE TABLE t (i INT)", NULL, NULL, NULL);
    check(status == SQLITE_OK, "sqlite create", sqlite3_errstr(status));
    sqlite3_close(db);
    json_t *json = json_loads("{\"a\": 1}", 0, NULL);
    check(json != NULL, "jansson", "parse");
    json_decref(json);
    check(MHD_is_feature_supported(MHD_FEATURE_MESSAGES) >= 0, "libmicrohttpd", MHD_get_version());
}

static void check_zones(void)
{
    size_t i = 0;
    while (i < rt_tzfile_count && strcmp(rt_tzfiles[i].name, "America/New_York"))
        i++;
    check(i < rt_tzfile_count && !memcmp(rt_tzfiles[i].data, "TZif", 4), "time zone",
        "America/New_York");
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    check_resolver(argv[1], argv[2]);
    check_kafka();
    check_curl(argv[3]);
    check_local();
    check_zones();
    return 0;
}
