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
    "LEAST", "MOD", "TYPEOF", "OBJECT_OF", "OBJECT_UPDATE", "CURRENT_DATABASE", "CAST",
    "TRY_CAST", "CEILING", "YEAR", "QUARTER", "MONTH", "WEEK", "DAYOFYEAR", "DAYOFMONTH",
    "DAYOFWEEK", "HOUR", "MINUTE", "SECOND"};

static const char *const aggregates[] = {"APPROX_COUNT_DISTINCT", "ARRAY_AGG", "AVG",
    "BITMAP_AND_AGG", "BITMAP_AND_CARDINALITY_AGG", "BITMAP_BUILD_AGG",
    "BITMAP_BUILD_CARDINALITY_AGG", "BITMAP_OR_AGG", "BITMAP_OR_CARDINALITY_AGG",
    "BITMAP_XOR_AGG", "BITMAP_XOR_CARDINALITY_AGG", "COLLECT", "COUNT", "CUME_DIST",
    "DENSE_RANK", "FIRST_VALUE", "GROUPING", "GROUPING_ID", "GROUP_ID", "JSON_ARRAYAGG",
    "JSON_OBJECTAGG", "LAG", "LAST_VALUE", "LEAD", "LISTAGG", "MAX", "MIN", "NTILE",
    "PERCENTILE", "PERCENT_RANK", "RANK", "ROW_NUMBER", "SINGLE_VALUE", "STDDEV", "STDDEV_POP",
    "STDDEV_SAMP", "SUM", "SUM0", "VARIANCE", "VAR_POP", "VAR_SAMP"};

/* Of Flink, without a row in functions.def. */
static const struct {
    const char *name, *why;
} flink[] = {
#define FLINK(name, why) {#name, why},
#include "../catalog/functions_flink.def"
#undef FLINK
};

/* Others that Flink's planner has. */
static const char *const known[] = {"AT", "HASH_CODE", "LOWERCASE", "UPPERCASE"};

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

const char *function_missing(const char *name)
{
    for (size_t i = 0; i < COUNT(flink); i++)
        if (*flink[i].why && !strcasecmp(flink[i].name, name))
            return flink[i].why;
    return contains(known, COUNT(known), name) ? "Flink's planner alone calls it" : NULL;
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

/* Whether parameter `index`, the last one being repeated, is `word`. */
static bool word_is(const struct function *function, size_t index, const char *word)
{
    size_t count = word_count(function->arguments);
    char found[32];

    return count && word_at(function->arguments, index < count ? index : count - 1, found,
        sizeof found) && !strcmp(found, word);
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
    {"VARIANT", TYPE_VARIANT, 0}, {"BITMAP", TYPE_BITMAP, 0},
};

/* The type that a word names, where it names one. */
static const struct type *type_of_word(struct arena *arena, const char *word, bool nullable)
{
    enum type_kind kind = TYPE_NULL;
    size_t length = strcspn(word, "(<");
    int number = word[length] ? atoi(word + length + 1) : -1;

    if (!strcmp(word, "ARRAY<INT>") || !strcmp(word, "INTS"))
        return type_array(arena, type_simple(arena, TYPE_INT, true), nullable);
    if (!strcmp(word, "ARRAY<STRING>"))
        return type_array(arena, type_string(arena, true), nullable);
    if (!strcmp(word, "MAP<STRING>"))
        return type_map(arena, type_string(arena, true), type_string(arena, true), nullable);
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
    case TYPE_FLOAT: case TYPE_DOUBLE: case TYPE_DATE: case TYPE_VARIANT: case TYPE_BITMAP:
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
    case TYPE_RAW: case TYPE_DESCRIPTOR:
        break;
    }
    BUG("functions.def: no type '%s'", word);
}

/* The same for an argument of a collection or of any type; `first` is the type of argument 1. -2:
 * another word. */
static int cost_of_collection(struct arena *arena, const char *word, const struct type *type,
    const struct type *first, const struct type **target)
{
    bool array = type->kind == TYPE_ARRAY;
    const struct type *element = first->element;

    if (!strcmp(word, "ARRAY"))
        return array ? 0 : -1;
    if (!strcmp(word, "MAP"))
        return type->kind == TYPE_MAP ? 0 : -1;
    if (!strcmp(word, "TEXTS"))
        return array && type_is_text(type->element) ? 0 : -1;
    if (!strcmp(word, "ORDERED"))
        return array && (type->element->kind < TYPE_ARRAY) ? 0 : -1;
    if (!strcmp(word, "JSON"))
        return type->kind != TYPE_NULL && type->kind != TYPE_DATE && type->kind != TYPE_TIME &&
            type->kind != TYPE_BITMAP && !type_is_interval(type) ? 0 : -1;
    if (!strcmp(word, "INTS")) {
        if (!array || !type_is_integer(type->element) || type->element->kind > TYPE_INT)
            return type->kind == TYPE_NULL ? -2 : -1;
        *target = type_array(arena, type_simple(arena, TYPE_INT, type->element->nullable),
            type->nullable);
        return 0;
    }
    if (!strcmp(word, "ANY"))
        return 0;
    if (!strcmp(word, "ELEMENT") || !strcmp(word, "ELEMENT?")) {
        if (!element || (type->kind != TYPE_NULL && !type_casts_implicitly(type, element)))
            return -1;
        *target = type_with_null(arena, element, type->nullable);
        return 0;
    }
    return -2;
}

/* What it costs to pass `type` as `word`; *target is the type to cast to. -1: it cannot be. */
static int cost_of(struct arena *arena, const char *word, const struct type *type,
    const struct type *first, const struct type **target)
{
    int cost = cost_of_collection(arena, word, type, first, target);

    if (cost != -2)
        return cost;
    if (!strcmp(word, "STRING?"))
        word = "STRING";
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

/* Arrays, or maps, that a function compares are brought to one type. */
static bool unify(struct arena *arena, const struct function *function, size_t count,
    const struct type **targets)
{
    const struct type *common = count ? targets[0] : NULL;

    if (!(function->flags & FUNCTION_ELEMENT))
        return true;
    for (size_t i = 1; i < count && common; i++)
        if (targets[i]->kind == common->kind && word_is(function, i, common->kind == TYPE_MAP
                    ? "MAP" : "ARRAY"))
            common = type_common(arena, common, targets[i]);
    for (size_t i = 0; i < count && common; i++)
        if (targets[i]->kind == common->kind && (!i || word_is(function, i,
                    common->kind == TYPE_MAP ? "MAP" : "ARRAY")))
            targets[i] = type_with_null(arena, common, targets[i]->nullable);
    return common;
}

/* Whether the repeated parameter may occur not at all. */
static bool may_be_absent(const struct function *function)
{
    size_t last = word_count(function->arguments) - 1;

    return function->flags & FUNCTION_VARIADIC &&
        (word_is(function, last, "JSON") || word_is(function, last, "ANY"));
}

/* The whole cost of a call, -1: not this overload. Fills targets. */
static int cost_of_call(struct arena *arena, const struct function *function,
    struct texpr *const *args, size_t count, const struct type **targets)
{
    size_t parameters = word_count(function->arguments);
    bool variadic = function->flags & FUNCTION_VARIADIC;
    int total = 0;

    if (count + may_be_absent(function) < parameters || (count > parameters && !variadic))
        return -1;
    for (size_t i = 0; i < count; i++) {
        char word[32];
        int cost;

        if (!word_at(function->arguments, i < parameters ? i : parameters - 1, word, sizeof word))
            BUG("functions.def: %s(%s)", function->name, function->arguments);
        targets[i] = args[i]->type;
        cost = cost_of(arena, word, args[i]->type, args[0]->type, &targets[i]);
        if (cost < 0)
            return -1;
        total += cost;
    }
    return unify(arena, function, count, targets) ? total : -1;
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

/* What is made of the type of a collection; NULL: another word. */
static const struct type *collection_result(struct arena *arena, const char *word,
    struct texpr *const *args)
{
    struct type_field *fields;

    if (!strcmp(word, "ELEMENT=1"))
        return args[0]->type->element;
    if (!strcmp(word, "APPEND"))
        return type_array(arena, type_with_null(arena, args[0]->type->element,
            args[0]->type->element->nullable || args[1]->type->nullable), false);
    if (!strcmp(word, "KEYS=1"))
        return type_array(arena, args[0]->type->key, false);
    if (!strcmp(word, "VALUES=1"))
        return type_array(arena, args[0]->type->element, false);
    if (!strcmp(word, "MAP=12"))
        return type_map(arena, args[0]->type->element, args[1]->type->element, false);
    if (strcmp(word, "ENTRIES=1"))
        return NULL;
    fields = arena_array(arena, 2, sizeof *fields);
    fields[0] = (struct type_field){.name = "key", .type = args[0]->type->key};
    fields[1] = (struct type_field){.name = "value", .type = args[0]->type->element};
    return type_array(arena, type_row(arena, fields, 2, true), false);
}

static const struct type *base_result(struct arena *arena, const char *word,
    struct texpr *const *args, size_t count)
{
    const struct type *first = count ? args[0]->type : NULL;
    const struct type *collection = collection_result(arena, word, args);

    if (collection)
        return collection;
    if (!strcmp(word, "COMMON=2")) {
        const struct type *common = args[1]->type;

        for (size_t i = 2; i < count; i++)
            common = type_common(arena, common, args[i]->type);
        return common;
    }
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

    snprintf(word, sizeof word, "%.*s", (int)(length - (mark == '?' || mark == '!' ||
        mark == '*')), function->result);
    for (size_t i = 0; i < (mark == '*' ? 1 : count); i++)
        nullable = nullable || args[i]->type->nullable;
    type = base_result(arena, word, args, count);
    if (!strcmp(word, "ELEMENT=1"))
        nullable = nullable || type->nullable;
    type = type_with_attribute(arena, type, ATTRIBUTE_NONE);
    return type_with_null(arena, type, mark == '!' ? false : mark == '?' ? true : nullable);
}

/* ---- resolution ---- */

static void report_unknown(struct catalog *catalog, struct name name)
{
    const char *names[COUNT(functions) + COUNT(special_forms) + COUNT(aggregates)];
    size_t count = 0;
    const char *near, *why = function_missing(name.text);

    if (why) {
        diag_error(catalog->diag, D_UNSUPPORTED_FUNCTION, name.span,
            "function '%s' is not supported yet: %s", name.text, why);
        return;
    }
    if (!strcasecmp(name.text, "FROM_CHANGELOG") || !strcasecmp(name.text, "TO_CHANGELOG")) {
        diag_error(catalog->diag, D_UNKNOWN_FUNCTION, name.span,
            "'%s' is a table function: it stands behind FROM", name.text);
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
