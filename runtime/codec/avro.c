/* Slow paths and messages of rt/avro.h. */
#include <rt/avro.h>

#include <stdio.h>

struct rt_avro_number rt_avro_varint_slow(const uint8_t *at, const uint8_t *end)
{
    uint64_t value = 0;

    for (unsigned shift = 0; at < end; shift += 7) {
        uint8_t byte = *at++;

        if (shift == 63 && byte > 1)
            return (struct rt_avro_number){NULL, RT_AVRO_VARINT};
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return (struct rt_avro_number){at, value};
    }
    return (struct rt_avro_number){NULL, RT_AVRO_SHORT};
}

bool rt_avro_decimal_slow(const uint8_t *at, size_t size, int64_t *out)
{
    int64_t value;

    if (!size)
        return false;
    value = (int8_t)at[0];
    for (size_t i = 1; i < size; i++) {
        if (value > INT64_MAX >> 8 || value < INT64_MIN >> 8)
            return false;
        value = (int64_t)((uint64_t)value << 8 | at[i]);
    }
    *out = value;
    return true;
}

size_t rt_avro_symbol(const struct rt_text *symbols, size_t count, struct rt_text symbol)
{
    for (size_t i = 0; i < count; i++)
        if (symbols[i].size == symbol.size && !memcmp(symbols[i].data, symbol.data, symbol.size))
            return i;
    return count;
}

static const char *problem_text(enum rt_avro_problem problem)
{
    switch (problem) {
    case RT_AVRO_FINE:
        return "does not fit its schema";
    case RT_AVRO_SHORT:
        return "the record ends within it";
    case RT_AVRO_VARINT:
        return "a number of more than 64 bits";
    case RT_AVRO_INT:
        return "a number beyond the column's type";
    case RT_AVRO_LENGTH:
        return "a length that is negative or beyond the record's end";
    case RT_AVRO_UTF8:
        return "text that is not UTF-8";
    case RT_AVRO_BOOLEAN:
        return "a boolean that is neither 0 nor 1";
    case RT_AVRO_BRANCH:
        return "a union branch or enum symbol that the schema does not have";
    case RT_AVRO_COUNT:
        return "more items than bytes left";
    case RT_AVRO_RANGE:
        return "a value beyond the column's precision";
    case RT_AVRO_NULL:
        return "null for a NOT NULL column";
    case RT_AVRO_UNFIT:
        return "a union branch that the column cannot hold";
    case RT_AVRO_MEMORY:
        return RT_MEMORY_PROBLEM;
    }
    return "";
}

bool rt_avro_fail_at(const uint8_t *at, const uint8_t *end, const uint8_t *start,
    enum rt_avro_problem problem, const char *field, struct rt_error *error)
{
    if (!field)
        return rt_fail(error, RT_DECODE, RT_SKIP,
            "Avro datum ends at byte %td, but %td more follow", at - start, end - at);
    return rt_fail(error, RT_DECODE, RT_SKIP, "Avro field '%s' at byte %td of %td: %s", field,
        at - start, end - start, problem_text(problem));
}

bool rt_avro_null(const char *table, const char *column, struct rt_error *error)
{
    return rt_fail(error, RT_NOT_NULL, RT_STOP,
        "table '%s': NULL in column '%s', which is NOT NULL", table, column);
}

bool rt_avro_unfit(const char *table, const char *column, const char *schema,
    struct rt_error *error)
{
    return rt_fail(error, RT_ENCODE, RT_STOP,
        "table '%s': the value of column '%s' does not fit the Avro type %s", table, column,
        schema);
}

bool rt_avro_no_symbol(const char *table, const char *column, struct rt_text value,
    const struct rt_text *symbols, size_t count, struct rt_error *error)
{
    char list[512] = "";
    size_t size = 0;

    for (size_t i = 0; i < count && size < sizeof list - 1; i++)
        size += (size_t)snprintf(list + size, sizeof list - size, "%s%.*s", i ? ", " : "",
            (int)symbols[i].size, symbols[i].data);
    return rt_fail(error, RT_ENCODE, RT_STOP,
        "table '%s': the value '%.*s' of column '%s' is no symbol of its Avro enum: %s%s", table,
        value.size > 100 ? 100 : (int)value.size, value.data, column, list,
        size >= sizeof list - 1 ? "…" : "");
}
