/* Types, time units, interval qualifiers. */
#include "build.h"

#include <string.h>

static struct ast_type *new_type(struct parser *p, enum ast_type_kind kind, struct span span,
    unsigned below)
{
    struct ast_type *type = NEW(p->arena, struct ast_type);

    type->kind = kind;
    type->span = span;
    type->depth = build_depth(p, below + 1, span);
    return type;
}

struct ast_type *build_type(struct parser *p, const struct token *word, const char *canonical)
{
    struct ast_type *type = new_type(p, AST_TYPE_NAMED, word->span, 0);

    type->word = *canonical ? canonical : build_upper(p, word->text);
    return type;
}

/* A type by name that is no keyword (VARIANT, a user's type): as written if quoted or dotted. */
struct ast_type *build_type_path(struct parser *p, struct path path)
{
    struct ast_type *type = new_type(p, AST_TYPE_NAMED, path.span, 0);
    struct text text = {.arena = p->arena};
    size_t i;

    for (i = 0; i < path.parts.count; i++) {
        if (i)
            text_add_char(&text, '.');
        text_add(&text, path.parts.at[i].text);
    }
    type->word = build_upper(p, (struct str){text_chars(&text), text.size});
    return type;
}

struct ast_type *build_type_arguments(struct parser *p, struct ast_type *type,
    const struct token *first, const struct token *second, struct span end)
{
    const char *what = arena_printf(p->arena, "the argument of %s", type->word);

    type->arguments[type->argument_count++] = build_integer(p, first, INT32_MAX, what);
    if (second)
        type->arguments[type->argument_count++] = build_integer(p, second, INT32_MAX, what);
    return build_type_to(type, end);
}

struct ast_type *build_type_null(struct ast_type *type, enum nullability nullability,
    struct span end)
{
    type->nullability = nullability;
    return build_type_to(type, end);
}

struct ast_type *build_type_to(struct ast_type *type, struct span end)
{
    type->span = span_join(type->span, end);
    return type;
}

struct ast_type *build_type_zone(struct parser *p, struct ast_type *type, const char *suffix,
    struct span end)
{
    bool is_time = type->kind == AST_TYPE_NAMED &&
        (!strcmp(type->word, "TIMESTAMP") || !strcmp(type->word, "TIME"));

    if (!is_time)
        build_report(p, D_SYNTAX, end, "only TIME and TIMESTAMP take a time zone");
    else if (*suffix)
        type->word = arena_printf(p->arena, "%s %s", type->word, suffix);
    return build_type_to(type, end);
}

struct ast_type *build_type_of(struct parser *p, enum ast_type_kind kind, struct ast_type *key,
    struct ast_type *element, struct span span)
{
    unsigned below = key && key->depth > element->depth ? key->depth : element->depth;
    struct ast_type *type = new_type(p, kind, span, below);

    type->key = key;
    type->element = element;
    return type;
}

struct ast_type *build_type_row(struct parser *p, struct field_list fields, struct span begin,
    struct span end)
{
    struct ast_type *type;
    unsigned below = 0;
    size_t i;

    for (i = 0; i < fields.count; i++)
        if (fields.at[i].type->depth > below)
            below = fields.at[i].type->depth;
    type = new_type(p, AST_TYPE_ROW, span_join(begin, end), below);
    type->fields = fields;
    return type;
}

struct ast_type *build_type_structured(struct ast_type *row, const struct token *class_name)
{
    row->class_name = class_name->text;
    return row;
}

struct ast_type *build_type_interval(struct parser *p, struct interval_qualifier qualifier,
    struct span begin)
{
    struct ast_type *type =
        new_type(p, AST_TYPE_INTERVAL, span_join(begin, qualifier.span), 0);

    type->interval = qualifier;
    return type;
}

struct field_list build_fields(struct parser *p, struct field_list list, struct ast_field field)
{
    vec_push(p->arena, &list, field);
    return list;
}

/* ---- time units ---- */

static const struct {
    const char *word;
    enum time_unit unit;
} units[] = {
    {"MILLENNIUM", UNIT_MILLENNIUM}, {"CENTURY", UNIT_CENTURY}, {"DECADE", UNIT_DECADE},
    {"YEAR", UNIT_YEAR}, {"QUARTER", UNIT_QUARTER}, {"MONTH", UNIT_MONTH}, {"WEEK", UNIT_WEEK},
    {"DAY", UNIT_DAY}, {"HOUR", UNIT_HOUR}, {"MINUTE", UNIT_MINUTE}, {"SECOND", UNIT_SECOND},
    {"MILLISECOND", UNIT_MILLISECOND}, {"MICROSECOND", UNIT_MICROSECOND},
    {"NANOSECOND", UNIT_NANOSECOND}, {"DOW", UNIT_DOW}, {"DOY", UNIT_DOY},
    {"ISODOW", UNIT_ISODOW}, {"ISOYEAR", UNIT_ISOYEAR}, {"EPOCH", UNIT_EPOCH},
    {"YEARS", UNIT_YEAR}, {"QUARTERS", UNIT_QUARTER}, {"MONTHS", UNIT_MONTH},
    {"WEEKS", UNIT_WEEK}, {"DAYS", UNIT_DAY}, {"HOURS", UNIT_HOUR}, {"MINUTES", UNIT_MINUTE},
    {"SECONDS", UNIT_SECOND}, {"DAYOFWEEK", UNIT_DOW}, {"DAYOFYEAR", UNIT_DOY},
    {"FRAC_SECOND", UNIT_MICROSECOND}, {"SQL_TSI_FRAC_SECOND", UNIT_MICROSECOND},
    {"SQL_TSI_MICROSECOND", UNIT_MICROSECOND}, {"SQL_TSI_SECOND", UNIT_SECOND},
    {"SQL_TSI_MINUTE", UNIT_MINUTE}, {"SQL_TSI_HOUR", UNIT_HOUR}, {"SQL_TSI_DAY", UNIT_DAY},
    {"SQL_TSI_WEEK", UNIT_WEEK}, {"SQL_TSI_MONTH", UNIT_MONTH},
    {"SQL_TSI_QUARTER", UNIT_QUARTER}, {"SQL_TSI_YEAR", UNIT_YEAR}};

enum { UNIT_COUNT = sizeof units / sizeof *units };

enum time_unit build_unit(struct parser *p, const struct token *token)
{
    const char *words[UNIT_COUNT], *near;
    size_t i;

    for (i = 0; i < UNIT_COUNT; i++) {
        words[i] = units[i].word;
        if (!strcasecmp(token->text.data, words[i]))
            return units[i].unit;
    }
    build_report(p, D_SYNTAX, token->span,
        "'%s' is no unit of time: expected one such as DAY, HOUR or SECOND", token->text.data);
    near = nearest_name(token->text.data, words, UNIT_COUNT);
    if (near && !p->quiet)
        diag_note(p->diag, token->span, "did you mean %s?", near);
    return UNIT_SECOND;
}

struct precision build_precision(struct parser *p, const struct token *first,
    const struct token *second, struct span end)
{
    struct precision precision = {.span = end, .second = -1};

    precision.first = (int)build_integer(p, first, 100, "the precision of a time unit");
    if (second)
        precision.second = (int)build_integer(p, second, 100, "the precision of a time unit");
    return precision;
}

struct interval_qualifier build_qualifier(struct parser *p, const struct token *from,
    struct precision from_precision, const struct token *to, struct precision to_precision)
{
    struct interval_qualifier qualifier = {.span = from->span};

    qualifier.from = build_unit(p, from);
    qualifier.from_precision = from_precision.first;
    qualifier.to_precision = -1;
    qualifier.span = span_join(qualifier.span, from_precision.span);
    if (to) {
        qualifier.to = build_unit(p, to);
        qualifier.to_precision = to_precision.first;
        qualifier.span = span_join(qualifier.span, span_join(to->span, to_precision.span));
    } else if (from_precision.second >= 0) {
        qualifier.to_precision = from_precision.second; /* SECOND(p, s) */
    }
    return qualifier;
}
