/* A writer's JSON Schema and the shape of a row, made into a program: the same decisions as the
 * compiler's for a generated decoder (compiler/emit/codec_json_decode.c). */
#include "codec/json_view.h"
#include "core/internal.h"

#include <stdlib.h>
#include <string.h>

enum { OPS_LIMIT = 100000, DEPTH_LIMIT = 48, MEMBERS_LIMIT = UINT16_MAX - 1 };

struct builder {
    struct json_viewer viewer;
    struct rt_arena *memory;
    size_t ops, depth;
    struct rt_error *error;
};

static const struct json_op *make_op(struct builder *b, const struct json_part *part,
    const struct rt_shape *shape, const char *path);

static void *allocate(struct builder *b, size_t count, size_t size)
{
    void *room = rt_arena_alloc(b->memory, (count + 1) * size);

    memset(room, 0, (count + 1) * size);
    return room;
}

static const char *copy(struct builder *b, const char *text)
{
    return rt_text_copy(b->memory, (struct rt_text){text, strlen(text) + 1}).data;
}

/* "path.name", "path[]"; path NULL: the record's. */
static const char *join(struct builder *b, const char *path, const char *between, const char *name)
{
    struct rt_buffer text = {0};
    const char *joined;

    if (!path)
        return copy(b, name);
    rt_buffer_printf(&text, "%s%s%s", path, between, name);
    rt_buffer_add(&text, "", 1);
    joined = copy(b, (const char *)text.data);
    rt_buffer_release(&text);
    return joined;
}

static const struct json_op *refuse(struct builder *b, const char *path, const char *why)
{
    if (path)
        rt_fail(b->error, RT_DECODE, RT_SKIP, "field '%s': %s", path, why);
    else
        rt_fail(b->error, RT_DECODE, RT_SKIP, "%s", why);
    return NULL;
}

/* ---- which values fit a column ---- */

static bool is_number(enum rt_shape_kind kind)
{
    return (kind >= RT_SHAPE_TINYINT && kind <= RT_SHAPE_DOUBLE) || kind == RT_SHAPE_DECIMAL;
}

static bool fits(const struct json_view *view, const struct rt_shape *shape)
{
    enum rt_shape_kind kind = shape->kind;

    switch (view->form) {
    case FORM_SCALAR:
        return kind == view->kind || (is_number(kind) && is_number(view->kind));
    case FORM_ARRAY: return kind == RT_SHAPE_ARRAY;
    case FORM_MEMBERS:
        return (kind == RT_SHAPE_MAP || kind == RT_SHAPE_MULTISET) &&
            shape->key->kind == RT_SHAPE_TEXT;
    case FORM_ENTRIES: return kind == RT_SHAPE_MAP || kind == RT_SHAPE_MULTISET;
    case FORM_OBJECT: case FORM_UNION: return kind == RT_SHAPE_ROW;
    }
    return false;
}

static const char *label_of(const struct json_view *view)
{
    static const char *const forms[] = {[FORM_ARRAY] = "an array", [FORM_MEMBERS] = "a map",
        [FORM_ENTRIES] = "an array of key-value pairs", [FORM_OBJECT] = "an object",
        [FORM_UNION] = "one of several"};

    if (view->form != FORM_SCALAR)
        return forms[view->form];
    switch (view->kind) {
    case RT_SHAPE_BOOLEAN: return "a boolean";
    case RT_SHAPE_TEXT: return "a string";
    case RT_SHAPE_BYTES: return "bytes";
    case RT_SHAPE_DATE: return "a date";
    case RT_SHAPE_TIME: return "a time";
    case RT_SHAPE_TIMESTAMP: case RT_SHAPE_TIMESTAMP_LTZ: return "a timestamp";
    case RT_SHAPE_TINYINT: case RT_SHAPE_SMALLINT: case RT_SHAPE_INT: case RT_SHAPE_BIGINT:
    case RT_SHAPE_FLOAT: case RT_SHAPE_DOUBLE: case RT_SHAPE_DECIMAL: case RT_SHAPE_MONTHS:
    case RT_SHAPE_INTERVAL: case RT_SHAPE_ARRAY: case RT_SHAPE_MULTISET: case RT_SHAPE_MAP:
    case RT_SHAPE_ROW:
        break;
    }
    return "a number";
}

static bool look(struct builder *b, const struct json_part *part, const char *path,
    struct json_view *view)
{
    return json_view(&b->viewer, part, view) || refuse(b, path, b->viewer.why);
}

/* ---- objects and unions ---- */

static bool index_names(struct builder *b, const struct json_property *members, size_t count,
    struct rt_js_names *names)
{
    struct rt_text *texts = allocate(b, count, sizeof *texts);

    if (count > MEMBERS_LIMIT)
        return rt_fail(b->error, RT_DECODE, RT_SKIP, "an object of %zu members is too large",
            count);
    for (size_t i = 0; i < count; i++)
        texts[i] = (struct rt_text){copy(b, members[i].name), strlen(members[i].name)};
    *names = (struct rt_js_names){.at = texts, .count = (int32_t)count};
    rt_js_index(names, allocate(b, rt_js_slot_count(count), sizeof(uint16_t)));
    return true;
}

static unsigned branch_kind(const struct json_view *view)
{
    switch (view->form) {
    case FORM_ARRAY: case FORM_ENTRIES: return RT_JS_ARRAY_KIND;
    case FORM_MEMBERS: case FORM_OBJECT: return RT_JS_OBJECT_KIND;
    case FORM_UNION: return 0;
    case FORM_SCALAR: break;
    }
    if (view->kind == RT_SHAPE_BOOLEAN)
        return RT_JS_FLAG_KIND;
    if (view->kind == RT_SHAPE_TEXT || view->kind == RT_SHAPE_BYTES)
        return RT_JS_TEXT_KIND;
    return view->kind == RT_SHAPE_FLOAT || view->kind == RT_SHAPE_DOUBLE ||
            view->kind == RT_SHAPE_DECIMAL ? RT_JS_NUMBER_KIND : RT_JS_WHOLE_KIND;
}

static bool make_branch(struct builder *b, const struct json_property *member, const char *path,
    struct rt_js_branch *branch)
{
    const char *inner = join(b, path, ".", member->name);
    struct rt_js_names *names;
    struct json_view view;
    uint16_t *required;

    if (!look(b, &member->part, inner, &view))
        return false;
    branch->kind = branch_kind(&view);
    if (!branch->kind)
        return refuse(b, inner, "a union in a union");
    if (view.form != FORM_OBJECT)
        return true;
    names = allocate(b, 1, sizeof *names);
    required = allocate(b, view.count, sizeof *required);
    if (!index_names(b, view.members, view.count, names))
        return false;
    for (size_t i = 0; i < view.count; i++)
        if (json_property_required(&view.members[i]))
            required[branch->required_count++] = (uint16_t)i;
    branch->closed = view.closed;
    branch->names = names;
    branch->required = required;
    return true;
}

static bool make_branches(struct builder *b, struct json_op *op, const struct json_view *view)
{
    struct rt_js_branch *branches = allocate(b, view->count, sizeof *branches);

    op->branches = branches;
    for (size_t i = 0; i < view->count; i++)
        if (!make_branch(b, &view->members[i], op->path, &branches[i]))
            return false;
    return true;
}

static bool make_slot(struct builder *b, struct json_op *op, const struct rt_shape_field *field,
    const struct json_view *view, struct json_slot *slots, size_t *null_bits)
{
    int32_t i = rt_js_find(&op->names, (struct rt_text){field->name, strlen(field->name)});
    const char *path = join(b, op->path, ".", field->name);

    if (field->unread)
        return true;
    if (i != RT_JS_UNKNOWN) {
        slots[i].offset = field->offset;
        slots[i].bit = field->null_bit;
        slots[i].op = make_op(b, &view->members[i].part, &field->shape, path);
        return slots[i].op;
    }
    if (!field->shape.nullable)
        return rt_fail(b->error, RT_DECODE, RT_SKIP,
            "it has no field '%s', and %s NOT NULL", path, op->path ? "it is" : "the column is");
    null_bits[op->null_count++] = field->null_bit;
    return true;
}

/* `op` is a row of the shape's fields. */
static bool make_slots(struct builder *b, struct json_op *op, const struct json_view *view)
{
    struct json_slot *slots = allocate(b, view->count, sizeof *slots);
    size_t *null_bits = allocate(b, op->shape->field_count, sizeof *null_bits);

    op->slots = slots;
    op->slot_count = view->count;
    op->null_bits = null_bits;
    if (!index_names(b, view->members, view->count, &op->names) ||
        (view->form == FORM_UNION && !make_branches(b, op, view)))
        return false;
    for (size_t i = 0; i < op->shape->field_count; i++)
        if (!make_slot(b, op, &op->shape->fields[i], view, slots, null_bits))
            return false;
    return true;
}

/* ---- arrays and maps ---- */

static const struct rt_shape count_shape = {.kind = RT_SHAPE_INT};

static bool make_map(struct builder *b, struct json_op *op, const struct json_view *view)
{
    static const struct json_property entry[] = {{.name = "key"}, {.name = "value"}};
    const char *inner = join(b, op->path, "[]", "");
    const struct rt_shape *value =
        op->shape->kind == RT_SHAPE_MULTISET ? &count_shape : op->shape->element;
    struct json_op *key;

    if (view->form == FORM_ENTRIES) {
        op->entry_path = inner;
        if (!index_names(b, entry, 2, &op->names))
            return false;
        op->key = make_op(b, &view->key, op->shape->key, join(b, inner, ".", "key"));
        op->item = make_op(b, &view->item, value, join(b, inner, ".", "value"));
        return op->key && op->item;
    }
    key = allocate(b, 1, sizeof *key);
    key->shape = op->shape->key;
    op->key = key;
    op->item = make_op(b, &view->item, value, inner);
    return op->item;
}

/* ---- values ---- */

static bool fill(struct builder *b, struct json_op *op, const struct json_view *view)
{
    switch (view->form) {
    case FORM_SCALAR:
        op->any_text = view->any_text;
        return true;
    case FORM_ARRAY:
        op->item = make_op(b, &view->item, op->shape->element, join(b, op->path, "[]", ""));
        return op->item;
    case FORM_MEMBERS: case FORM_ENTRIES:
        return make_map(b, op, view);
    case FORM_OBJECT: case FORM_UNION:
        return make_slots(b, op, view);
    }
    return false;
}

static struct json_op *make_of_view(struct builder *b, const struct json_view *view,
    const struct rt_shape *shape, const char *path)
{
    struct json_op *op = allocate(b, 1, sizeof *op);
    bool done;

    if (++b->ops > OPS_LIMIT || b->depth >= DEPTH_LIMIT) {
        refuse(b, path, "the schema is too large or too deep");
        return NULL;
    }
    *op = (struct json_op){.form = view->form, .shape = shape, .path = path};
    b->depth++;
    done = fill(b, op, view);
    b->depth--;
    return done ? op : NULL;
}

static const struct json_op *make_op(struct builder *b, const struct json_part *part,
    const struct rt_shape *shape, const char *path)
{
    struct json_view view;

    if (!look(b, part, path, &view))
        return NULL;
    if (fits(&view, shape))
        return make_of_view(b, &view, shape, path);
    rt_fail(b->error, RT_DECODE, RT_SKIP, "field '%s' is %s, which does not fit its column", path,
        label_of(&view));
    return NULL;
}

/* ---- the program ---- */

static bool make_program(struct builder *b, struct json_program *program,
    const struct rt_shape *shape)
{
    const struct json_part whole = {.json = b->viewer.documents[0].root};
    const struct rt_shape_field *field = shape->fields;
    struct json_view view;

    if (!look(b, &whole, NULL, &view))
        return false;
    if (view.form == FORM_OBJECT || view.form == FORM_UNION) {
        program->root = make_of_view(b, &view, shape, NULL);
        return program->root;
    }
    /* A document that is no object is the one column there is. */
    if (shape->field_count != 1)
        return rt_fail(b->error, RT_DECODE, RT_SKIP,
            "it is %s, but the table has %zu columns there", label_of(&view), shape->field_count);
    if (field->unread)
        return true;
    program->alone = (struct json_slot){make_op(b, &whole, &field->shape, field->name),
        field->offset, field->null_bit};
    return program->alone.op;
}

static json_t *load(const char *text, struct rt_error *error)
{
    json_error_t where;
    json_t *json = json_loads(text, JSON_DECODE_ANY, &where);

    if (!json) /* Numbers beyond 64 bits. */
        json = json_loads(text, JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL, &where);
    if (!json)
        rt_fail(error, RT_DECODE, RT_SKIP, "not JSON: %s, at line %d column %d", where.text,
            where.line, where.column);
    return json;
}

static void program_free(struct codec_program *head)
{
    struct json_program *program = (struct json_program *)head;

    rt_arena_release(&program->memory);
    free(program);
}

struct codec_program *json_program_new(const struct rt_schema *writer,
    const struct rt_shape *shape, struct rt_error *error)
{
    struct json_program *program = rt_allocate(1, sizeof *program);
    size_t count = writer->reference_count + 1;
    struct rt_json_document *documents = rt_allocate(count, sizeof *documents);
    struct builder b = {.viewer = {documents, count, &program->memory, NULL},
        .memory = &program->memory, .error = error};
    bool done = true;

    program->head = (struct codec_program){json_program_run, program_free};
    rt_arena_init(&program->memory);
    for (size_t i = 0; i < count && done; i++) {
        documents[i].name = i ? writer->references[i - 1].name : "";
        documents[i].root = load(i ? writer->references[i - 1].text : writer->text, error);
        done = documents[i].root;
    }
    done = done && make_program(&b, program, shape);
    for (size_t i = 0; i < count; i++)
        json_decref(documents[i].root);
    free(documents);
    if (done)
        return &program->head;
    program_free(&program->head);
    return NULL;
}
