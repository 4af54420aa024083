/* OBJECT_OF, OBJECT_UPDATE: values of STRUCTURED types, rows of a class. */
#include "binder.h"

#include <string.h>

static bool is_text_literal(const struct texpr *expr)
{
    return expr->kind == TEXPR_LITERAL && type_is_text(expr->type) && !expr->is_null;
}

static const char *text_of(struct binder *b, const struct texpr *literal)
{
    return arena_strndup(b->arena, literal->text.data, literal->text.size);
}

static bool refuse(struct binder *b, struct span span, const char *what)
{
    diag_error(b->diag, D_FUNCTION_ARGUMENTS, span, "%s", what);
    return false;
}

/* Names and values in turn, from args[1] on. */
static bool check_pairs(struct binder *b, const struct ast_expr *expr, const char *function,
    struct texpr *const *args, size_t count)
{
    struct map seen = {.arena = b->arena};

    if (count % 2 == 0 || (count == 1 && !strcmp(function, "OBJECT_OF")))
        return refuse(b, expr->span, arena_printf(b->arena,
            "%s takes a name and a value for each field", function));
    for (size_t i = 1; i < count; i += 2) {
        if (!is_text_literal(args[i]))
            return refuse(b, args[i]->span, arena_printf(b->arena,
                "the name of a field in %s must be a text literal", function));
        if (map_get(&seen, text_of(b, args[i])))
            return refuse(b, args[i]->span, arena_printf(b->arena,
                "field '%s' is there twice in %s", text_of(b, args[i]), function));
        map_put(&seen, text_of(b, args[i]), args[i]);
        if (args[i + 1]->type->kind == TYPE_NULL)
            return refuse(b, args[i + 1]->span, arena_printf(b->arena,
                "NULL in %s has no type; write CAST(NULL AS ...)", function));
    }
    return true;
}

static struct texpr *make_object(struct binder *b, const char *class_name,
    struct type_field *fields, struct texpr **values, size_t count, struct span span)
{
    for (size_t i = 0; i < count; i++)
        fields[i].type = values[i]->type;
    return make_list(b->arena, TEXPR_ROW,
        type_structured(b->arena, class_name, fields, count, true), span, values, count);
}

struct texpr *form_object_of(struct binder *b, const struct ast_expr *expr, struct texpr **args,
    size_t count)
{
    size_t field_count = count / 2;
    struct type_field *fields = arena_array(b->arena, field_count + 1, sizeof *fields);
    struct texpr **values = arena_array(b->arena, field_count + 1, sizeof *values);

    if (!is_text_literal(args[0]) || !is_class_name(args[0]->text)) {
        refuse(b, args[0]->span, "the first argument of OBJECT_OF must be a text literal: the "
            "name of a class, as 'com.example.User'");
        return NULL;
    }
    if (!check_pairs(b, expr, "OBJECT_OF", args, count))
        return NULL;
    for (size_t i = 0; i < field_count; i++) {
        fields[i] = (struct type_field){.name = text_of(b, args[1 + 2 * i])};
        values[i] = args[2 + 2 * i];
    }
    return make_object(b, text_of(b, args[0]), fields, values, field_count, expr->span);
}

/* Puts the new values in their places; false: reported. */
static bool replace_values(struct binder *b, const struct type *type, struct texpr *const *args,
    size_t count, struct texpr **values)
{
    for (size_t i = 1; i < count; i += 2) {
        const char *name = text_of(b, args[i]);
        size_t field = 0;

        while (field < type->field_count && strcmp(type->fields[field].name, name))
            field++;
        if (field == type->field_count)
            return refuse(b, args[i]->span, arena_printf(b->arena, "%s has no field '%s'",
                type_brief(b->arena, type), name));
        values[field] = args[i + 1];
    }
    return true;
}

struct texpr *form_object_update(struct binder *b, const struct ast_expr *expr,
    struct texpr **args, size_t count)
{
    struct texpr *object = args[0], *parts[3];
    const struct type *type = object->type;
    struct type_field *fields;
    struct texpr **values;

    if (type->kind != TYPE_ROW || !type->class_name) {
        refuse(b, object->span, "the first argument of OBJECT_UPDATE must be of a STRUCTURED type");
        return NULL;
    }
    if (!check_pairs(b, expr, "OBJECT_UPDATE", args, count))
        return NULL;
    fields = arena_array(b->arena, type->field_count + 1, sizeof *fields);
    if (type->field_count)
        memcpy(fields, type->fields, type->field_count * sizeof *fields);
    values = arena_array(b->arena, type->field_count + 1, sizeof *values);
    for (size_t i = 0; i < type->field_count; i++)
        values[i] = object->kind == TEXPR_ROW
            ? object->args[i]
            : make_field(b->arena, object, i, type->fields[i].type, object->span);
    if (!replace_values(b, type, args, count, values))
        return NULL;
    parts[2] = make_object(b, type->class_name, fields, values, type->field_count, expr->span);
    if (object->kind == TEXPR_ROW || !type->nullable)
        return parts[2];
    parts[0] = make_op(b->arena, TOP_IS_NULL, type_simple(b->arena, TYPE_BOOLEAN, false),
        expr->span, &object, 1);
    parts[1] = make_null(b->arena, parts[2]->type, expr->span);
    return make_case_of(b, expr, parts, 3);
}
