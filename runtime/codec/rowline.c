/* The `$` members of row lines. */
#include <rt/rowline.h>
#include <rt/string.h>

#include <string.h>

static const char *const ops[] = {"+I", "-U", "+U", "-D"};

const char *rt_op_text(enum rt_op op)
{
    return ops[op];
}

bool rt_rowline_is_meta(struct rt_text name)
{
    return rt_equal_text(name, RT_TEXT("$op")) || rt_equal_text(name, RT_TEXT("$rowtime")) ||
        rt_equal_text(name, RT_TEXT("$partition")) || rt_equal_text(name, RT_TEXT("$watermark"));
}

static bool read_op(struct rt_json *json, struct rt_rowline_meta *meta)
{
    struct rt_text text;

    json->expected = "one of +I, -U, +U, -D";
    if (!rt_json_text(json, &text))
        return false;
    for (int op = RT_INSERT; op <= RT_DELETE; op++) {
        if (text.size == 2 && memcmp(text.data, ops[op], 2) == 0) {
            meta->has_op = true;
            meta->op = (enum rt_op)op;
            return true;
        }
    }
    return rt_json_fail(json, "expected one of +I, -U, +U, -D, got '%.*s'",
        text.size > 20 ? 20 : (int)text.size, text.data);
}

static bool read_instant(struct rt_json *json, int64_t *out)
{
    struct rt_timestamp instant;

    json->expected = "an ISO 8601 timestamp or epoch milliseconds";
    if (rt_json_peek(json) == RT_JSON_NUMBER)
        return rt_json_i64(json, out);
    if (!rt_json_ltz(json, 3, &instant))
        return false;
    *out = instant.ms;
    return true;
}

static bool read_partition(struct rt_json *json, struct rt_rowline_meta *meta)
{
    json->expected = "a partition number";
    if (!rt_json_i32(json, &meta->partition))
        return false;
    return meta->partition >= 0 ||
        rt_json_fail(json, "expected a partition number, got %d", (int)meta->partition);
}

static bool read_member(struct rt_json *json, struct rt_text name, struct rt_rowline_meta *meta)
{
    if (rt_equal_text(name, RT_TEXT("$op"))) {
        json->column = "$op";
        return read_op(json, meta);
    }
    if (rt_equal_text(name, RT_TEXT("$rowtime"))) {
        json->column = "$rowtime";
        meta->has_rowtime = true;
        return read_instant(json, &meta->rowtime_ms);
    }
    if (rt_equal_text(name, RT_TEXT("$partition"))) {
        json->column = "$partition";
        return read_partition(json, meta);
    }
    if (rt_equal_text(name, RT_TEXT("$watermark"))) {
        json->column = "$watermark";
        meta->is_watermark = true;
        return read_instant(json, &meta->watermark_ms);
    }
    return rt_json_skip(json);
}

bool rt_rowline_scan(struct rt_text line, struct rt_rowline_meta *meta, struct rt_error *error)
{
    struct rt_arena arena;
    struct rt_json json;
    struct rt_text name;
    bool others = false, done;

    *meta = (struct rt_rowline_meta){.op = RT_INSERT};
    /* Most lines have no such member, and the row's reader checks the whole. */
    if (line.size > 0 && memchr(line.data, '$', line.size) == NULL &&
        memchr(line.data, '\\', line.size) == NULL)
        return true;
    rt_arena_init(&arena);
    rt_json_open(&json, &arena, line);
    if (rt_json_object(&json)) {
        while (rt_json_member(&json, &name)) {
            others |= !rt_equal_text(name, RT_TEXT("$watermark")) &&
                !rt_equal_text(name, RT_TEXT("$partition"));
            if (!read_member(&json, name, meta))
                break;
            json.column = NULL;
            json.expected = NULL;
        }
    }
    if (meta->is_watermark && others)
        rt_json_fail(&json, "$watermark must be alone on its line");
    done = rt_json_end(&json, error);
    rt_arena_release(&arena);
    return done;
}
