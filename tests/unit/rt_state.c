/* State stores in the local environment. */
#include <rt/state.h>

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct rt_error error;

#define OK(call) cr_assert((call), "%s", error.message)

static struct rt_bytes bytes_of(const char *text)
{
    return (struct rt_bytes){(const uint8_t *)text, strlen(text)};
}

static bool collect(void *context, struct rt_bytes key, const struct rt_bytes *value)
{
    struct rt_buffer *out = context;

    rt_buffer_printf(out, "%.*s=%.*s;", (int)key.size, (const char *)key.data, (int)value->size,
        (const char *)value->data);
    return true;
}

static void put(struct rt_store *store, struct rt_writer *writer, const char *key,
    const char *value)
{
    const struct rt_bytes bytes = bytes_of(value ? value : "");

    OK(rt_store_put(store, writer, 1, bytes_of(key), value ? &bytes : NULL, &error));
}

static void expect_state(struct rt_store *store, int32_t shard, const char *wanted)
{
    struct rt_buffer got = {0};

    OK(rt_store_restore(store, shard,
        &(struct rt_restore){.entry = collect, .context = &got}, &error));
    rt_buffer_add(&got, "", 1);
    cr_expect_str_eq((char *)got.data, (char *)wanted);
    rt_buffer_release(&got);
}

Test(store, commits_with_the_writer)
{
    struct rt_log *log = rt_log_open_local(":memory:", &error);
    struct rt_writer *writer = rt_writer_open(log, "w", 0, &error);
    struct rt_store *store = rt_store_open(log, "p", "op", 2, 7, &error);

    cr_assert(store, "%s", error.message);
    OK(rt_writer_begin(writer, &error));
    put(store, writer, "a", "1");
    put(store, writer, "b", "2");
    put(store, writer, "a", "3");
    put(store, writer, "", "empty");
    OK(rt_writer_commit(writer, &error));
    OK(rt_writer_begin(writer, &error));
    put(store, writer, "a", "lost");
    OK(rt_writer_abort(writer, &error));
    expect_state(store, 1, "=empty;a=3;b=2;");
    expect_state(store, 0, "");
    OK(rt_writer_begin(writer, &error));
    put(store, writer, "b", NULL);
    OK(rt_writer_commit(writer, &error));
    expect_state(store, 1, "=empty;a=3;");
    rt_store_close(store);
    rt_writer_close(writer);
    rt_log_close(log);
}

Test(store, another_layout_is_refused)
{
    struct rt_log *log = rt_log_open_local(":memory:", &error);
    struct rt_store *store = rt_store_open(log, "p", "op", 2, 7, &error);

    rt_store_close(store);
    cr_expect(!rt_store_open(log, "p", "op", 2, 8, &error));
    cr_expect_eq((int)error.code, RT_STATE);
    cr_expect(strstr(error.message, "0000000000000007") && strstr(error.message, "--name"), "%s",
        error.message);
    cr_expect(!rt_store_open(log, "p", "op", 3, 7, &error));
    cr_expect(strstr(error.message, "has 2 shards"), "%s", error.message);
    rt_log_close(log);
}
