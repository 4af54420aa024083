/* Types as text: the serialisable form of DDL, and the summary of DESCRIBE. */
#include "type.h"

#include <string.h>

enum style { SERIALIZABLE, SUMMARY };

static void print(struct text *out, const struct type *type, enum style style);

static void print_with_null(struct text *out, const struct type *type, enum style style)
{
    print(out, type, style);
    if (!type->nullable)
        text_add(out, " NOT NULL");
}

void type_print_name(struct text *out, const char *name)
{
    text_add_char(out, '`');
    for (; *name; name++) {
        if (*name == '`')
            text_add_char(out, '`');
        text_add_char(out, *name);
    }
    text_add_char(out, '`');
}

void type_print_literal(struct text *out, const char *value)
{
    text_add_char(out, '\'');
    for (; *value; value++) {
        if (*value == '\'')
            text_add_char(out, '\'');
        text_add_char(out, *value);
    }
    text_add_char(out, '\'');
}

static void print_sized(struct text *out, const char *word, const char *longest,
    const struct type *type, enum style style)
{
    if (style == SUMMARY && longest && type->length == TYPE_MAX_LENGTH)
        text_add(out, longest);
    else
        text_printf(out, "%s(%d)", word, type->length);
}

static void print_interval(struct text *out, const struct type *type)
{
    static const struct {
        const char *from, *to;
        bool is_second, to_second;
    } ranges[] = {
        [INTERVAL_YEAR] = {"YEAR", NULL, false, false},
        [INTERVAL_YEAR_TO_MONTH] = {"YEAR", "MONTH", false, false},
        [INTERVAL_MONTH] = {"MONTH", NULL, false, false},
        [INTERVAL_DAY] = {"DAY", NULL, false, false},
        [INTERVAL_DAY_TO_HOUR] = {"DAY", "HOUR", false, false},
        [INTERVAL_DAY_TO_MINUTE] = {"DAY", "MINUTE", false, false},
        [INTERVAL_DAY_TO_SECOND] = {"DAY", "SECOND", false, true},
        [INTERVAL_HOUR] = {"HOUR", NULL, false, false},
        [INTERVAL_HOUR_TO_MINUTE] = {"HOUR", "MINUTE", false, false},
        [INTERVAL_HOUR_TO_SECOND] = {"HOUR", "SECOND", false, true},
        [INTERVAL_MINUTE] = {"MINUTE", NULL, false, false},
        [INTERVAL_MINUTE_TO_SECOND] = {"MINUTE", "SECOND", false, true},
        [INTERVAL_SECOND] = {"SECOND", NULL, true, false},
    };

    text_printf(out, "INTERVAL %s", ranges[type->range].from);
    if (ranges[type->range].is_second)
        text_printf(out, "(%d)", type->scale);
    else if (strcmp(ranges[type->range].from, "DAY") == 0 ||
            strcmp(ranges[type->range].from, "YEAR") == 0)
        text_printf(out, "(%d)", type->precision);
    if (ranges[type->range].to)
        text_printf(out, " TO %s", ranges[type->range].to);
    if (ranges[type->range].to_second)
        text_printf(out, "(%d)", type->scale);
}

static void print_row(struct text *out, const struct type *type, enum style style)
{
    text_add(out, type->class_name ? "STRUCTURED<" : "ROW<");
    if (type->class_name)
        type_print_literal(out, type->class_name);
    for (size_t i = 0; i < type->field_count; i++) {
        if (i || type->class_name)
            text_add(out, ", ");
        type_print_name(out, type->fields[i].name);
        text_add_char(out, ' ');
        print_with_null(out, type->fields[i].type, style);
        if (type->fields[i].comment) {
            text_add_char(out, ' ');
            type_print_literal(out, type->fields[i].comment);
        }
    }
    text_add_char(out, '>');
}

static void print_timestamp_ltz(struct text *out, const struct type *type, enum style style)
{
    if (style == SUMMARY)
        text_printf(out, "TIMESTAMP_LTZ(%d)", type->precision);
    else
        text_printf(out, "TIMESTAMP(%d) WITH LOCAL TIME ZONE", type->precision);
}

static void print(struct text *out, const struct type *type, enum style style)
{
    switch (type->kind) {
    case TYPE_NULL: text_add(out, "NULL"); break;
    case TYPE_BOOLEAN: text_add(out, "BOOLEAN"); break;
    case TYPE_TINYINT: text_add(out, "TINYINT"); break;
    case TYPE_SMALLINT: text_add(out, "SMALLINT"); break;
    case TYPE_INT: text_add(out, "INT"); break;
    case TYPE_BIGINT: text_add(out, "BIGINT"); break;
    case TYPE_FLOAT: text_add(out, "FLOAT"); break;
    case TYPE_DOUBLE: text_add(out, "DOUBLE"); break;
    case TYPE_DECIMAL:
        text_printf(out, "DECIMAL(%d, %d)", type->precision, type->scale);
        break;
    case TYPE_CHAR: print_sized(out, "CHAR", NULL, type, style); break;
    case TYPE_VARCHAR: print_sized(out, "VARCHAR", "STRING", type, style); break;
    case TYPE_BINARY: print_sized(out, "BINARY", NULL, type, style); break;
    case TYPE_VARBINARY: print_sized(out, "VARBINARY", "BYTES", type, style); break;
    case TYPE_DATE: text_add(out, "DATE"); break;
    case TYPE_TIME: text_printf(out, "TIME(%d)", type->precision); break;
    case TYPE_TIMESTAMP: text_printf(out, "TIMESTAMP(%d)", type->precision); break;
    case TYPE_TIMESTAMP_LTZ: print_timestamp_ltz(out, type, style); break;
    case TYPE_TIMESTAMP_TZ:
        text_printf(out, "TIMESTAMP(%d) WITH TIME ZONE", type->precision);
        break;
    case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY: print_interval(out, type); break;
    case TYPE_ARRAY: case TYPE_MULTISET:
        text_add(out, type->kind == TYPE_ARRAY ? "ARRAY<" : "MULTISET<");
        print_with_null(out, type->element, style);
        text_add_char(out, '>');
        break;
    case TYPE_MAP:
        text_add(out, "MAP<");
        print_with_null(out, type->key, style);
        text_add(out, ", ");
        print_with_null(out, type->element, style);
        text_add_char(out, '>');
        break;
    case TYPE_ROW: print_row(out, type, style); break;
    case TYPE_VARIANT: text_add(out, "VARIANT"); break;
    case TYPE_BITMAP: text_add(out, "BITMAP"); break;
    case TYPE_RAW: text_add(out, "RAW"); break;
    case TYPE_DESCRIPTOR: text_add(out, "DESCRIPTOR"); break;
    }
}

void type_print(struct text *out, const struct type *type)
{
    print_with_null(out, type, SERIALIZABLE);
}

void type_print_summary(struct text *out, const struct type *type)
{
    print(out, type, SUMMARY);
    if (type->attribute == ATTRIBUTE_ROWTIME)
        text_add(out, " *ROWTIME*");
    else if (type->attribute == ATTRIBUTE_PROCTIME)
        text_add(out, " *PROCTIME*");
}

const char *type_name(struct arena *arena, const struct type *type)
{
    struct text out = {.arena = arena};

    type_print(&out, type);
    return text_chars(&out);
}

const char *type_brief(struct arena *arena, const struct type *type)
{
    struct text out = {.arena = arena};

    type_print_summary(&out, type);
    return text_chars(&out);
}
