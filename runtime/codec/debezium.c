#include <rt/debezium.h>

static bool need(bool missing, const char *row, char op, struct rt_error *error)
{
    return !missing || rt_fail(error, RT_DECODE, RT_SKIP,
        "the row '%s' of a change with op '%c' is NULL%s", row, op,
        row[0] == 'b' ? ": in PostgreSQL the table needs REPLICA IDENTITY FULL" : "");
}

static bool written(const struct rt_change *change, char code, enum rt_change_rows rows,
    enum rt_op *op, struct rt_error *error)
{
    bool update = code == 'u';

    switch (rows) {
    case RT_CHANGE_UPDATES:
        *op = update ? RT_UPDATE_AFTER : RT_INSERT;
        return need(change->no_after, "after", code, error) &&
            need(update && change->no_before, "before", code, error);
    case RT_CHANGE_LATEST:
        *op = RT_UPDATE_AFTER;
        break;
    case RT_CHANGE_FACTS:
        *op = RT_INSERT;
        break;
    }
    return need(change->no_after, "after", code, error);
}

bool rt_change_kind(const struct rt_change *change, enum rt_change_rows rows, enum rt_op *op,
    bool *skip, struct rt_error *error)
{
    char code = !change->no_op && change->op.size == 1 ? change->op.data[0] : 0;

    *skip = false;
    switch (code) {
    case 'c':
    case 'r':
    case 'u':
        return written(change, code, rows, op, error);
    case 'd':
        *op = RT_DELETE;
        *skip = rows == RT_CHANGE_FACTS;
        return rows != RT_CHANGE_UPDATES || need(change->no_before, "before", code, error);
    case 'm': /* A message in PostgreSQL's log. */
        *skip = true;
        return true;
    case 't':
        return rt_fail(error, RT_DECODE, RT_SKIP,
            "a truncation (op 't') of the source table, which no row can say");
    }
    if (change->no_op)
        return rt_fail(error, RT_DECODE, RT_SKIP, "a change without op");
    return rt_fail(error, RT_DECODE, RT_SKIP,
        "a change with op '%.*s', which is none of Debezium's",
        (int)(change->op.size < 20 ? change->op.size : 20), change->op.data);
}

bool rt_change_time(struct rt_text text, int64_t *ms, struct rt_error *error)
{
    bool negative = text.size && text.data[0] == '-';
    size_t at = negative;
    int64_t value = 0;

    while (at < text.size && text.data[at] >= '0' && text.data[at] <= '9' &&
        !__builtin_mul_overflow(value, 10, &value) &&
        !__builtin_sub_overflow(value, text.data[at] - '0', &value))
        at++;
    if (at < text.size || at == negative || (!negative && value == INT64_MIN))
        return rt_fail(error, RT_DECODE, RT_SKIP,
            "source.ts_ms of a change is no number of milliseconds: '%.*s'",
            (int)(text.size < 30 ? text.size : 30), text.data);
    *ms = negative ? value : -value;
    return true;
}
