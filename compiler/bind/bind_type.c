/* Types as written to types: names, arguments, limits. */
#include "bind.h"

#include <string.h>

enum argument_kind { NO_ARGUMENT, LENGTH, PRECISION, DECIMAL_ARGUMENTS };

static const struct type_word {
    const char *word;
    enum type_kind kind;
    enum argument_kind arguments;
    int by_default; /* length or precision */
} type_words[] = {
    {"BOOLEAN", TYPE_BOOLEAN, NO_ARGUMENT, 0},
    {"TINYINT", TYPE_TINYINT, NO_ARGUMENT, 0},
    {"SMALLINT", TYPE_SMALLINT, NO_ARGUMENT, 0},
    {"INT", TYPE_INT, NO_ARGUMENT, 0},
    {"INTEGER", TYPE_INT, NO_ARGUMENT, 0},
    {"BIGINT", TYPE_BIGINT, NO_ARGUMENT, 0},
    {"FLOAT", TYPE_FLOAT, NO_ARGUMENT, 0},
    {"DOUBLE", TYPE_DOUBLE, NO_ARGUMENT, 0},
    {"DOUBLE PRECISION", TYPE_DOUBLE, NO_ARGUMENT, 0},
    {"DECIMAL", TYPE_DECIMAL, DECIMAL_ARGUMENTS, 10},
    {"DEC", TYPE_DECIMAL, DECIMAL_ARGUMENTS, 10},
    {"NUMERIC", TYPE_DECIMAL, DECIMAL_ARGUMENTS, 10},
    {"CHAR", TYPE_CHAR, LENGTH, 1},
    {"CHARACTER", TYPE_CHAR, LENGTH, 1},
    {"VARCHAR", TYPE_VARCHAR, LENGTH, TYPE_MAX_LENGTH},
    {"CHAR VARYING", TYPE_VARCHAR, LENGTH, TYPE_MAX_LENGTH},
    {"CHARACTER VARYING", TYPE_VARCHAR, LENGTH, TYPE_MAX_LENGTH},
    {"STRING", TYPE_VARCHAR, NO_ARGUMENT, TYPE_MAX_LENGTH},
    {"BINARY", TYPE_BINARY, LENGTH, 1},
    {"VARBINARY", TYPE_VARBINARY, LENGTH, TYPE_MAX_LENGTH},
    {"BINARY VARYING", TYPE_VARBINARY, LENGTH, TYPE_MAX_LENGTH},
    {"BYTES", TYPE_VARBINARY, NO_ARGUMENT, TYPE_MAX_LENGTH},
    {"DATE", TYPE_DATE, NO_ARGUMENT, 0},
    {"TIME", TYPE_TIME, PRECISION, 0},
    {"TIME WITHOUT TIME ZONE", TYPE_TIME, PRECISION, 0},
    {"TIMESTAMP", TYPE_TIMESTAMP, PRECISION, 6},
    {"TIMESTAMP WITHOUT TIME ZONE", TYPE_TIMESTAMP, PRECISION, 6},
    {"TIMESTAMP_LTZ", TYPE_TIMESTAMP_LTZ, PRECISION, 6},
    {"TIMESTAMP WITH LOCAL TIME ZONE", TYPE_TIMESTAMP_LTZ, PRECISION, 6},
    {"TIMESTAMP WITH TIME ZONE", TYPE_TIMESTAMP_TZ, PRECISION, 6},
    {"VARIANT", TYPE_VARIANT, NO_ARGUMENT, 0},
    {"BITMAP", TYPE_BITMAP, NO_ARGUMENT, 0},
    {"RAW", TYPE_RAW, NO_ARGUMENT, 0},
    {"NULL", TYPE_NULL, NO_ARGUMENT, 0},
    {"DESCRIPTOR", TYPE_DESCRIPTOR, NO_ARGUMENT, 0},
};

enum { TYPE_WORD_COUNT = sizeof type_words / sizeof *type_words };

static const struct type_word *find_word(const char *word)
{
    for (size_t i = 0; i < TYPE_WORD_COUNT; i++) {
        if (strcmp(type_words[i].word, word) == 0)
            return &type_words[i];
    }
    return NULL;
}

static void report_unknown(struct catalog *catalog, const struct ast_type *type)
{
    const char *names[TYPE_WORD_COUNT + 4] = {"ARRAY", "MAP", "MULTISET", "ROW"};
    const char *near;

    for (size_t i = 0; i < TYPE_WORD_COUNT; i++)
        names[i + 4] = type_words[i].word;
    diag_error(catalog->diag, D_UNKNOWN_TYPE, type->span, "unknown type '%s'", type->word);
    near = nearest_name(type->word, names, TYPE_WORD_COUNT + 4);
    if (near)
        diag_note(catalog->diag, type->span, "did you mean '%s'?", near);
}

static bool check_range(struct catalog *catalog, struct span span, const char *word,
    const char *what, int64_t value, int64_t least, int64_t most)
{
    if (value >= least && value <= most)
        return true;
    diag_error(catalog->diag, D_TYPE_LIMIT, span, "%s of %s must be from %lld to %lld, not %lld",
        what, word, (long long)least, (long long)most, (long long)value);
    return false;
}

static const struct type *bind_decimal(struct catalog *catalog, const struct ast_type *type,
    bool nullable)
{
    int64_t precision = type->argument_count > 0 ? type->arguments[0] : 10;
    int64_t scale = type->argument_count > 1 ? type->arguments[1] : 0;

    if (!check_range(catalog, type->span, type->word, "precision", precision, 1,
            TYPE_MAX_PRECISION) ||
            !check_range(catalog, type->span, type->word, "scale", scale, 0, precision))
        return NULL;
    return type_decimal(catalog->arena, (int)precision, (int)scale, nullable);
}

static const struct type *bind_named(struct catalog *catalog, const struct ast_type *type,
    bool nullable)
{
    const struct type_word *word = find_word(type->word);
    int64_t argument;
    int most = 0;

    if (!word) {
        report_unknown(catalog, type);
        return NULL;
    }
    if (word->arguments != NO_ARGUMENT)
        most = word->arguments == DECIMAL_ARGUMENTS ? 2 : 1;
    if (type->argument_count > most) {
        diag_error(catalog->diag, D_TYPE_LIMIT, type->span, "%s takes %s", type->word,
            most == 0 ? "no argument" : most == 1 ? "one argument" : "two arguments at most");
        return NULL;
    }
    argument = type->argument_count ? type->arguments[0] : word->by_default;
    switch (word->arguments) {
    case DECIMAL_ARGUMENTS:
        return bind_decimal(catalog, type, nullable);
    case LENGTH:
        if (!check_range(catalog, type->span, type->word, "length", argument, 1, TYPE_MAX_LENGTH))
            return NULL;
        return type_sized(catalog->arena, word->kind, (int)argument, nullable);
    case PRECISION:
        if (!check_range(catalog, type->span, type->word, "precision", argument, 0, 9))
            return NULL;
        return type_temporal(catalog->arena, word->kind, (int)argument, nullable);
    case NO_ARGUMENT:
        break;
    }
    if (word->kind == TYPE_VARCHAR || word->kind == TYPE_VARBINARY)
        return type_sized(catalog->arena, word->kind, word->by_default, nullable);
    return type_simple(catalog->arena, word->kind, nullable);
}

bool is_class_name(struct str name)
{
    bool starts = true; /* a word */

    for (size_t i = 0; i < name.size; i++) {
        unsigned char c = (unsigned char)name.data[i];
        bool digit = c >= '0' && c <= '9';
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
            c >= 128;

        if (c == '.' ? starts : !letter && (starts || !digit))
            return false;
        starts = c == '.';
    }
    return !starts;
}

static const struct type *bind_row(struct catalog *catalog, const struct ast_type *type,
    bool nullable)
{
    size_t count = type->fields.count;
    struct type_field *fields = arena_array(catalog->arena, count ? count : 1, sizeof *fields);
    struct map seen = {.arena = catalog->arena};

    if (!count) {
        diag_error(catalog->diag, D_UNKNOWN_TYPE, type->span, "a row without fields");
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        struct ast_field *field = &type->fields.at[i];
        struct ast_field *prior = map_get(&seen, field->name.text);

        if (prior) {
            diag_error(catalog->diag, D_DUPLICATE_COLUMN, field->name.span,
                "field '%s' declared twice", field->name.text);
            diag_note(catalog->diag, prior->name.span, "first declared here");
            return NULL;
        }
        map_put(&seen, field->name.text, field);
        fields[i].name = field->name.text;
        fields[i].comment = field->comment.data;
        fields[i].type = bind_type(catalog, field->type);
        if (!fields[i].type)
            return NULL;
    }
    if (type->class_name.data && !is_class_name(type->class_name)) {
        diag_error(catalog->diag, D_UNKNOWN_TYPE, type->span,
            "'%.*s' is no name of a class: words joined by points, as 'com.example.User'",
            (int)type->class_name.size, type->class_name.data);
        return NULL;
    }
    return type_structured(catalog->arena,
        type->class_name.data
            ? arena_strndup(catalog->arena, type->class_name.data, type->class_name.size)
            : NULL, fields, count, nullable);
}

static bool find_range(enum time_unit from, enum time_unit to, enum interval_range *range)
{
    static const struct {
        enum time_unit from, to;
        enum interval_range range;
    } ranges[] = {
        {UNIT_YEAR, UNIT_NONE, INTERVAL_YEAR}, {UNIT_YEAR, UNIT_MONTH, INTERVAL_YEAR_TO_MONTH},
        {UNIT_QUARTER, UNIT_NONE, INTERVAL_MONTH}, {UNIT_MONTH, UNIT_NONE, INTERVAL_MONTH},
        {UNIT_WEEK, UNIT_NONE, INTERVAL_DAY}, {UNIT_DAY, UNIT_NONE, INTERVAL_DAY},
        {UNIT_DAY, UNIT_HOUR, INTERVAL_DAY_TO_HOUR},
        {UNIT_DAY, UNIT_MINUTE, INTERVAL_DAY_TO_MINUTE},
        {UNIT_DAY, UNIT_SECOND, INTERVAL_DAY_TO_SECOND},
        {UNIT_HOUR, UNIT_NONE, INTERVAL_HOUR}, {UNIT_HOUR, UNIT_MINUTE, INTERVAL_HOUR_TO_MINUTE},
        {UNIT_HOUR, UNIT_SECOND, INTERVAL_HOUR_TO_SECOND},
        {UNIT_MINUTE, UNIT_NONE, INTERVAL_MINUTE},
        {UNIT_MINUTE, UNIT_SECOND, INTERVAL_MINUTE_TO_SECOND},
        {UNIT_SECOND, UNIT_NONE, INTERVAL_SECOND},
    };

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (ranges[i].from == from && ranges[i].to == to) {
            *range = ranges[i].range;
            return true;
        }
    }
    return false;
}

static const struct type *bind_interval(struct catalog *catalog, const struct ast_type *type,
    bool nullable)
{
    const struct interval_qualifier *written = &type->interval;
    enum interval_range range;
    bool is_second = written->from == UNIT_SECOND;
    int leading = written->from_precision, fraction = written->to_precision;

    if (!find_range(written->from, written->to, &range)) {
        diag_error(catalog->diag, D_UNKNOWN_TYPE, type->span,
            "no interval of these units: YEAR TO MONTH, DAY TO SECOND and their parts exist");
        return NULL;
    }
    /* SECOND(p, s), where s alone is kept; SECOND(s) of Flink's own printing. */
    if (is_second && fraction < 0 && leading >= 0)
        fraction = leading;
    if (is_second || leading < 0)
        leading = 2;
    if (fraction < 0)
        fraction = range <= INTERVAL_MONTH ? 0 : 6;
    if (!check_range(catalog, type->span, "INTERVAL", "precision", leading, 1,
            range <= INTERVAL_MONTH ? 4 : 6) ||
            !check_range(catalog, type->span, "INTERVAL", "fraction", fraction, 0, 9))
        return NULL;
    return type_interval(catalog->arena, range, leading, fraction, nullable);
}

const struct type *bind_type(struct catalog *catalog, const struct ast_type *type)
{
    bool nullable = type->nullability != NULLABILITY_NOT_NULL;
    const struct type *element, *key;

    switch (type->kind) {
    case AST_TYPE_NAMED: return bind_named(catalog, type, nullable);
    case AST_TYPE_ROW: return bind_row(catalog, type, nullable);
    case AST_TYPE_INTERVAL: return bind_interval(catalog, type, nullable);
    case AST_TYPE_ARRAY: case AST_TYPE_MULTISET:
        element = bind_type(catalog, type->element);
        if (!element)
            return NULL;
        return type->kind == AST_TYPE_ARRAY ? type_array(catalog->arena, element, nullable)
                                            : type_multiset(catalog->arena, element, nullable);
    case AST_TYPE_MAP:
        key = bind_type(catalog, type->key);
        element = bind_type(catalog, type->element);
        return key && element ? type_map(catalog->arena, key, element, nullable) : NULL;
    }
    return NULL;
}
