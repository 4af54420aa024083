/* Overloads of the built-in functions: which one a call means, and the type of its result. */
#include "binder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct function functions[] = {
#define F(name, arguments, result, symbol, shape, flags)                                           \
    {#name, arguments, result, #symbol, shape, flags},
#include "../catalog/functions.def"
#undef F
};

/* Called like functions, bound by name. */
static const char *const special_forms[] = {"COALESCE", "IFNULL", "IF", "NULLIF", "GREATEST",
    "LEAST", "MOD", "TYPEOF", "CAST", "TRY_CAST", "CEILING", "YEAR", "QUARTER", "MONTH", "WEEK",
    "DAYOFYEAR", "DAYOFMONTH", "DAYOFWEEK", "HOUR", "MINUTE", "SECOND"};

static const char *const aggregates[] = {"APPROX_COUNT_DISTINCT", "ARRAY_AGG", "AVG",
    "BITMAP_AND_AGG", "BITMAP_AND_CARDINALITY_AGG", "BITMAP_BUILD_AGG",
    "BITMAP_BUILD_CARDINALITY_AGG", "BITMAP_OR_AGG", "BITMAP_OR_CARDINALITY_AGG",
    "BITMAP_XOR_AGG", "BITMAP_XOR_CARDINALITY_AGG", "COLLECT", "COUNT", "CUME_DIST",
    "DENSE_RANK", "FIRST_VALUE", "GROUPING", "GROUPING_ID", "GROUP_ID", "JSON_ARRAYAGG",
    "JSON_OBJECTAGG", "LAG", "LAST_VALUE", "LEAD", "LISTAGG", "MAX", "MIN", "NTILE",
    "PERCENTILE", "PERCENT_RANK", "RANK", "ROW_NUMBER", "SINGLE_VALUE", "STDDEV", "STDDEV_POP",
    "STDDEV_SAMP", "SUM", "SUM0", "VARIANCE", "VAR_POP", "VAR_SAMP"};

/* Of Flink, without a row in functions.def. */
static const char *const known[] = {"ARRAY_APPEND", "ARRAY_CONCAT", "ARRAY_CONTAINS",
    "ARRAY_DISTINCT", "ARRAY_EXCEPT", "ARRAY_INTERSECT", "ARRAY_JOIN", "ARRAY_MAX", "ARRAY_MIN",
    "ARRAY_POSITION", "ARRAY_PREPEND", "ARRAY_REMOVE", "ARRAY_REVERSE", "ARRAY_SLICE",
    "ARRAY_SORT", "ARRAY_UNION", "AT", "BITMAP_AND", "BITMAP_ANDNOT", "BITMAP_BUILD",
    "BITMAP_CARDINALITY", "BITMAP_FROM_BYTES", "BITMAP_OR", "BITMAP_TO_ARRAY",
    "BITMAP_TO_BYTES", "BITMAP_TO_STRING", "BITMAP_XOR", "CARDINALITY", "CLASSIFIER",
    "CUMULATE", "CURRENT_DATABASE", "CURRENT_WATERMARK", "ELEMENT", "FIRST", "FROM_CHANGELOG",
    "HASH_CODE", "HOP", "HOP_END", "HOP_PROCTIME", "HOP_ROWTIME", "HOP_START", "JSON",
    "JSON_QUOTE", "JSON_STRING", "JSON_UNQUOTE", "LAST", "LOWERCASE", "MAP_ENTRIES",
    "MAP_FROM_ARRAYS", "MAP_KEYS", "MAP_UNION", "MAP_VALUES", "MATCH_PROCTIME", "MATCH_ROWTIME",
    "NEXT", "OBJECT_OF", "OBJECT_UPDATE", "PARSE_JSON", "PARSE_URL", "PREV", "PRINTF",
    "PROCTIME", "REGEXP", "REGEXP_COUNT", "REGEXP_EXTRACT", "REGEXP_EXTRACT_ALL",
    "REGEXP_INSTR", "REGEXP_REPLACE", "REGEXP_SUBSTR", "SESSION", "SESSION_END",
    "SESSION_PROCTIME", "SESSION_ROWTIME", "SESSION_START", "SPLIT", "STR_TO_MAP",
    "TO_CHANGELOG", "TRY_PARSE_JSON", "TUMBLE", "TUMBLE_END", "TUMBLE_PROCTIME",
    "TUMBLE_ROWTIME", "TUMBLE_START", "UPPERCASE"};

static bool contains(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcasecmp(names[i], name))
            return true;
    return false;
}

bool function_is_aggregate(const char *name)
{
    return contains(aggregates, COUNT(aggregates), name);
}

bool function_is_known(const char *name)
{
    return contains(known, COUNT(known), name);
}

/* ---- arguments ---- */

/* Word number `index` of a list separated by ", "; false if there are fewer. */
static bool word_at(const char *list, size_t index, char *word, size_t size)
{
    for (;; index--) {
        size_t length = strcspn(list, ",");

        if (!length)
            return false;
        if (!index) {
            snprintf(word, size, "%.*s", (int)length, list);
            return true;
        }
        list += length;
        list += strspn(list, ", ");
    }
}

static size_t word_count(const char *list)
{
    size_t count = *list != '\0';

    for (; *list; list++)
        count += *list == ',';
    return count;
}

static const struct {
    const char *word;
    enum type_kind kind;
    int precision; /* of a NULL literal made that type */
} words[] = {
    {"BOOLEAN", TYPE_BOOLEAN, 0}, {"TINYINT", TYPE_TINYINT, 0}, {"SMALLINT", TYPE_SMALLINT, 0},
    {"INT", TYPE_INT, 0}, {"BIGINT", TYPE_BIGINT, 0}, {"FLOAT", TYPE_FLOAT, 0},
    {"DOUBLE", TYPE_DOUBLE, 0}, {"DATE", TYPE_DATE, 0}, {"TIME", TYPE_TIME, 0},
    {"INTEGER", TYPE_INT, 0}, {"DECIMAL", TYPE_DECIMAL, 10}, {"NUMERIC", TYPE_DOUBLE, 0},
    {"STRING", TYPE_VARCHAR, 0}, {"BYTES", TYPE_VARBINARY, 0}, {"TIMESTAMP", TYPE_TIMESTAMP, 3},
    {"TIMESTAMP_LTZ", TYPE_TIMESTAMP_LTZ, 3}, {"INTERVAL_MONTH", TYPE_INTERVAL_MONTH, 2},
    {"INTERVAL_DAY", TYPE_INTERVAL_DAY, 2}, {"UNIT", TYPE_INT, 0},
};

/* The type that a word names, where it names one. */
static const struct type *type_of_word(struct arena *arena, const char *word, bool nullable)
{
    enum type_kind kind = TYPE_NULL;
    size_t length = strcspn(word, "(");
    int number = word[length] ? atoi(word + length + 1) : -1;

    if (!strncmp(word, "STRING", length) && length == 6)
        return type_string(arena, nullable);
    if (!strncmp(word, "BYTES", length) && length == 5)
        return type_bytes(arena, nullable);
    if (!strncmp(word, "CHAR", length) && length == 4)
        return type_sized(arena, TYPE_CHAR, number, nullable);
    if (!strncmp(word, "VARCHAR", length) && length == 7)
        return type_sized(arena, TYPE_VARCHAR, number, nullable);
    for (size_t i = 0; i < COUNT(words); i++)
        if (strlen(words[i].word) == length && !strncmp(words[i].word, word, length)) {
            kind = words[i].kind;
            number = number < 0 ? words[i].precision : number;
        }
    switch (kind) {
    case TYPE_BOOLEAN: case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT:
    case TYPE_FLOAT: case TYPE_DOUBLE: case TYPE_DATE:
        return type_simple(arena, kind, nullable);
    case TYPE_TIME: case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ:
        return type_temporal(arena, kind, number, nullable);
    case TYPE_DECIMAL:
        return type_decimal(arena, number, 0, nullable);
    case TYPE_INTERVAL_MONTH:
        return type_interval(arena, INTERVAL_MONTH, number, 0, nullable);
    case TYPE_INTERVAL_DAY:
        return type_interval(arena, INTERVAL_SECOND, number, 3, nullable);
    case TYPE_NULL: case TYPE_CHAR: case TYPE_VARCHAR: case TYPE_BINARY: case TYPE_VARBINARY:
    case TYPE_TIMESTAMP_TZ: case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP: case TYPE_ROW:
    case TYPE_VARIANT: case TYPE_RAW: case TYPE_DESCRIPTOR:
        break;
    }
    BUG("functions.def: no type '%s'", word);
}

/* What it costs to pass `type` as `word`; *target is the type to cast to. -1: it cannot be. */
static int cost_of(struct arena *arena, const char *word, const struct type *type,
    const struct type **target)
{
    *target = type;
    if (type->kind == TYPE_NULL) {
        *target = type_of_word(arena, word, true);
        return 1;
    }
    if (!strcmp(word, "STRING"))
        return type_is_text(type) ? 0 : -1;
    if (!strcmp(word, "BYTES"))
        return type_is_binary(type) ? 0 : -1;
    if (!strcmp(word, "INTEGER") || !strcmp(word, "UNIT")) {
        *target = type_simple(arena, TYPE_INT, type->nullable);
        return type_is_integer(type) ? type->kind != TYPE_INT : -1;
    }
    if (!strcmp(word, "NUMERIC")) {
        *target = type_simple(arena, TYPE_DOUBLE, type->nullable);
        return type_is_numeric(type) ? (type->kind == TYPE_DOUBLE ? 0 : 15) : -1;
    }
    if (!strcmp(word, "DECIMAL")) {
        if (!type_is_exact(type))
            return -1;
        *target = type_as_decimal(arena, type);
        return type->kind == TYPE_DECIMAL ? 0 : 10;
    }
    for (size_t i = 0; i < COUNT(words); i++) {
        if (strcmp(words[i].word, word))
            continue;
        if (type->kind == words[i].kind)
            return 0;
        if (!type_is_numeric(type) || words[i].kind < TYPE_TINYINT ||
            words[i].kind > TYPE_DOUBLE || !type_casts_implicitly(type,
                type_simple(arena, words[i].kind, true)))
            return -1;
        *target = type_simple(arena, words[i].kind, type->nullable);
        if (type->kind == TYPE_DECIMAL)
            return 20;
        return (int)words[i].kind - (int)type->kind + (words[i].kind >= TYPE_FLOAT ? 20 : 0);
    }
    return -1;
}

/* The whole cost of a call, -1: not this overload. Fills targets. */
static int cost_of_call(struct arena *arena, const struct function *function,
    struct texpr *const *args, size_t count, const struct type **targets)
{
    size_t parameters = word_count(function->arguments);
    bool variadic = function->flags & FUNCTION_VARIADIC;
    int total = 0;

    if (count < parameters || (count > parameters && !variadic))
        return -1;
    for (size_t i = 0; i < count; i++) {
        char word[32];
        int cost;

        if (!word_at(function->arguments, i < parameters ? i : parameters - 1, word, sizeof word))
            BUG("functions.def: %s(%s)", function->name, function->arguments);
        cost = cost_of(arena, word, args[i]->type, &targets[i]);
        if (cost < 0)
            return -1;
        total += cost;
    }
    return total;
}

/* ---- results ---- */

static const struct type *concat_type(struct arena *arena, struct texpr *const *args,
    size_t count)
{
    bool binary = type_is_binary(args[0]->type);
    bool fixed = true;
    int64_t length = 0;

    for (size_t i = 0; i < count; i++) {
        length += args[i]->type->length;
        fixed = fixed && args[i]->type->kind == (binary ? TYPE_BINARY : TYPE_CHAR);
    }
    if (length > TYPE_MAX_LENGTH)
        length = TYPE_MAX_LENGTH;
    return type_sized(arena, binary ? (fixed ? TYPE_BINARY : TYPE_VARBINARY)
                                    : (fixed ? TYPE_CHAR : TYPE_VARCHAR), (int)length, false);
}

static const struct type *sum_type(struct arena *arena, struct texpr *const *args)
{
    int64_t length = (int64_t)args[0]->type->length + args[1]->type->length;

    return type_sized(arena, TYPE_VARCHAR, (int)(length < TYPE_MAX_LENGTH ? length
                                                                         : TYPE_MAX_LENGTH), false);
}

/* LogicalTypeMerging.findRoundDecimalType; without a literal the argument's type. */
static const struct type *round_type(struct arena *arena, struct texpr *const *args, size_t count)
{
    const struct type *type = args[0]->type;
    int64_t digits;

    if (count < 2 || args[1]->kind != TEXPR_LITERAL || args[1]->is_null)
        return type;
    digits = (int64_t)args[1]->integer;
    if (digits >= type->scale)
        return type;
    if (digits < 0) {
        int precision = type->precision - type->scale + 1;

        return type_decimal(arena, precision > 38 ? 38 : precision, 0, false);
    }
    return type_decimal(arena, type->precision - type->scale + 1 + (int)digits, (int)digits,
        false);
}

static const struct type *base_result(struct arena *arena, const char *word,
    struct texpr *const *args, size_t count)
{
    const struct type *first = count ? args[0]->type : NULL;

    if (*word == '=')
        return args[word[1] - '1']->type;
    if (!strcmp(word, "VARCHAR=1"))
        return type_sized(arena, TYPE_VARCHAR, first->length, false);
    if (!strcmp(word, "SUM"))
        return sum_type(arena, args);
    if (!strcmp(word, "LTZ=2"))
        return type_temporal(arena, TYPE_TIMESTAMP_LTZ, args[1]->kind == TEXPR_LITERAL &&
            args[1]->integer > 3 && args[1]->integer <= 9 ? (int)args[1]->integer : 3, false);
    if (!strcmp(word, "CONCAT"))
        return concat_type(arena, args, count);
    if (!strcmp(word, "WHOLE=1"))
        return first->kind == TYPE_DECIMAL ? type_decimal(arena, first->precision, 0, false)
                                           : first;
    if (!strcmp(word, "ROUND=1"))
        return round_type(arena, args, count);
    return type_of_word(arena, word, false);
}

static const struct type *result_type(struct arena *arena, const struct function *function,
    struct texpr *const *args, size_t count)
{
    size_t length = strlen(function->result);
    char mark = function->result[length - 1];
    char word[32];
    bool nullable = false;
    const struct type *type;

    snprintf(word, sizeof word, "%.*s", (int)(length - (mark == '?' || mark == '!')),
        function->result);
    for (size_t i = 0; i < count; i++)
        nullable = nullable || args[i]->type->nullable;
    type = base_result(arena, word, args, count);
    type = type_with_attribute(arena, type, ATTRIBUTE_NONE);
    return type_with_null(arena, type, mark == '!' ? false : mark == '?' ? true : nullable);
}

/* ---- resolution ---- */

static void report_unknown(struct catalog *catalog, struct name name)
{
    const char *names[COUNT(functions) + COUNT(special_forms) + COUNT(aggregates)];
    size_t count = 0;
    const char *near;

    if (function_is_known(name.text)) {
        diag_error(catalog->diag, D_UNSUPPORTED_FUNCTION, name.span,
            "function '%s' is not supported yet", name.text);
        return;
    }
    diag_error(catalog->diag, D_UNKNOWN_FUNCTION, name.span, "function '%s' does not exist",
        name.text);
    for (size_t i = 0; i < COUNT(functions); i++)
        names[count++] = functions[i].name;
    for (size_t i = 0; i < COUNT(special_forms); i++)
        names[count++] = special_forms[i];
    for (size_t i = 0; i < COUNT(aggregates); i++)
        names[count++] = aggregates[i];
    near = nearest_name(name.text, names, count);
    if (near)
        diag_note(catalog->diag, (struct span){0}, "did you mean '%s'?", near);
}

/* Whether argument `index` of these functions is a time unit. */
static bool is_unit(const char *name, size_t count, size_t index)
{
    char word[32];

    for (size_t i = 0; i < COUNT(functions); i++)
        if (!strcasecmp(functions[i].name, name) && functions[i].flags & FUNCTION_UNIT &&
            word_count(functions[i].arguments) == count &&
            word_at(functions[i].arguments, index, word, sizeof word) && !strcmp(word, "UNIT"))
            return true;
    return false;
}

static void report_arguments(struct catalog *catalog, struct name name, struct texpr *const *args,
    size_t count, struct span span)
{
    struct arena *arena = catalog->arena;
    struct text list = {.arena = arena};

    for (size_t i = 0; i < count; i++) {
        text_add(&list, i ? ", " : "");
        if (is_unit(name.text, count, i))
            text_add(&list, "UNIT");
        else
            type_print_summary(&list, type_with_null(arena, args[i]->type, true));
    }
    diag_error(catalog->diag, D_FUNCTION_ARGUMENTS, span, "%s cannot be applied to arguments (%s)",
        name.text, text_chars(&list));
    for (size_t i = 0; i < COUNT(functions); i++)
        if (!strcasecmp(functions[i].name, name.text))
            diag_note(catalog->diag, (struct span){0}, "it is defined as %s(%s%s)",
                functions[i].name, functions[i].arguments,
                functions[i].flags & FUNCTION_VARIADIC ? ", ..." : "");
}

const struct function *function_resolve(struct catalog *catalog, struct name name,
    struct texpr **args, size_t count, struct span span, const struct type **type)
{
    struct arena *arena = catalog->arena;
    const struct type **targets = arena_array(arena, count, sizeof *targets);
    const struct function *best = NULL;
    bool exists = false;
    int least = 0;

    for (size_t i = 0; i < COUNT(functions); i++) {
        int cost;

        if (strcasecmp(functions[i].name, name.text))
            continue;
        exists = true;
        cost = cost_of_call(arena, &functions[i], args, count, targets);
        if (cost >= 0 && (!best || cost < least)) {
            best = &functions[i];
            least = cost;
        }
    }
    if (!best) {
        if (exists)
            report_arguments(catalog, name, args, count, span);
        else
            report_unknown(catalog, name);
        return NULL;
    }
    cost_of_call(arena, best, args, count, targets);
    for (size_t i = 0; i < count; i++)
        args[i] = texpr_cast(arena, args[i], targets[i]);
    *type = result_type(arena, best, args, count);
    return best;
}
