/* Protobuf files compared as a registry does: fields by number, messages and enums by name. */
#include "compat_internal.h"
#include "proto.h"

#include <string.h>

struct side {
    struct rt_proto_set set;
    const struct rt_proto_file *file;
};

/* A pair of messages from other files that has been compared, or is being. */
struct pair {
    const struct rt_proto_message *before, *after;
    bool refused;
};

struct differ {
    struct arena *arena;
    struct compat_list *list;
    struct side before, after;
    VEC(struct pair) pairs;
    const char *column; /* field of the first message that is being compared */
    bool after_is_new;  /* false: an older version reads what the new one writes */
};

/* What a field holds, names resolved. */
struct content {
    enum { SCALAR, MAP, MESSAGE } kind;
    struct rt_proto_type type;              /* of a map: of its values */
    struct rt_proto_type key;
    const struct rt_proto_named *named;     /* of `type`; NULL: scalar or unknown */
};

static void add(struct differ *differ, enum compat_rule rule, const char *path,
    const char *before, const char *after)
{
    compat_add(differ->list, rule, path, differ->column, before, after);
}

static const char *below(struct differ *differ, const char *path, const char *name)
{
    return arena_printf(differ->arena, strcmp(path, "#/") ? "%s/%s" : "%s%s", path, name);
}

static const char *number_below(struct differ *differ, const char *path, int32_t number)
{
    return below(differ, path, arena_printf(differ->arena, "%d", (int)number));
}

/* ---- what a field holds ---- */

static const struct rt_proto_field *entry_field(const struct rt_proto_message *message,
    const char *name)
{
    for (size_t i = 0; i < message->fields.count; i++) {
        if (strcmp(message->fields.at[i].name, name) == 0)
            return &message->fields.at[i];
    }
    return NULL;
}

/* A map that was printed from a descriptor is a repeated message with an option. */
static bool is_map_entry(const struct rt_proto_message *message)
{
    const char *value = message ? rt_proto_option_value(&message->options, "map_entry") : NULL;

    return value && strcmp(value, "true") == 0 && entry_field(message, "key") &&
        entry_field(message, "value");
}

static struct content content_of(const struct side *side, const char *scope,
    const struct rt_proto_type *type)
{
    struct content content = {.kind = SCALAR, .type = *type};

    if (type->kind != RT_PROTO_NAMED)
        return content;
    content.named = rt_proto_find(&side->set, scope, type->name);
    if (content.named && content.named->enumeration)
        return content;
    content.kind = MESSAGE;
    if (content.named && is_map_entry(content.named->message)) {
        const struct rt_proto_message *entry = content.named->message;

        content = content_of(side, entry->full_name, &entry_field(entry, "value")->type);
        content.kind = MAP;
        content.key = entry_field(entry, "key")->type;
    }
    return content;
}

static struct content content_of_field(const struct side *side, const char *scope,
    const struct rt_proto_field *field)
{
    struct content content = content_of(side, scope, &field->type);

    if (field->is_map) {
        content.kind = MAP;
        content.key = field->key;
    }
    return content;
}

/* Scalars of one class are encoded alike. */
static int scalar_class(enum rt_proto_kind kind)
{
    switch (kind) {
    case RT_PROTO_NAMED: /* an enum */
    case RT_PROTO_INT32: case RT_PROTO_INT64: case RT_PROTO_UINT32: case RT_PROTO_UINT64:
    case RT_PROTO_BOOL:
        return 0;
    case RT_PROTO_SINT32: case RT_PROTO_SINT64: return 1;
    case RT_PROTO_STRING: case RT_PROTO_BYTES: return 2;
    case RT_PROTO_FIXED32: case RT_PROTO_SFIXED32: return 3;
    case RT_PROTO_FIXED64: case RT_PROTO_SFIXED64: return 4;
    case RT_PROTO_FLOAT: return 5;
    case RT_PROTO_DOUBLE: return 6;
    case RT_PROTO_KINDS: break;
    }
    return -1;
}

static const char *describe(struct differ *differ, const struct rt_proto_field *field)
{
    static const char *const labels[] = {"", "optional ", "required ", "repeated "};

    if (field->is_map)
        return arena_printf(differ->arena, "map<%s, %s> %s", field->key.name, field->type.name,
            field->name);
    return arena_printf(differ->arena, "%s%s %s", labels[field->label], field->type.name,
        field->name);
}

/* ---- fields ---- */

struct field_pair {
    const struct rt_proto_field *before, *after;
    const char *before_scope, *after_scope;
    const char *path;
};

static void compare_message(struct differ *differ, const struct rt_proto_message *before,
    const struct rt_proto_message *after, const char *path);

static void add_field(struct differ *differ, enum compat_rule rule,
    const struct field_pair *pair)
{
    add(differ, rule, pair->path, describe(differ, pair->before), describe(differ, pair->after));
}

static void compare_scalars(struct differ *differ, const struct field_pair *pair,
    const struct rt_proto_type *before, const struct rt_proto_type *after, bool labels)
{
    int class = scalar_class(before->kind);
    enum rt_proto_label x = pair->before->label, y = pair->after->label;

    if (class != scalar_class(after->kind)) {
        add_field(differ, COMPAT_FIELD_SCALAR_KIND_CHANGED, pair);
        return;
    }
    if (labels && x != y && x != RT_PROTO_NO_LABEL && y != RT_PROTO_NO_LABEL)
        add_field(differ, class == 2 ? COMPAT_FIELD_STRING_OR_BYTES_LABEL_CHANGED
                                     : COMPAT_FIELD_NUMERIC_LABEL_CHANGED, pair);
}

/* The name below the package: files may be in other packages. */
static const char *local_name(const struct rt_proto_named *named)
{
    const char *package = named->file->package, *name = named->message->full_name;
    size_t size = strlen(package);

    return size && strncmp(name, package, size) == 0 && name[size] == '.' ? name + size + 1
                                                                          : name;
}

static struct pair *find_pair(struct differ *differ, const struct rt_proto_message *before,
    const struct rt_proto_message *after)
{
    for (size_t i = 0; i < differ->pairs.count; i++) {
        struct pair *pair = &differ->pairs.at[i];

        if (pair->before == before && pair->after == after)
            return pair;
    }
    return NULL;
}

/* Messages of other files are compared where they are used; those of the file itself once. */
static bool imported_differ(struct differ *differ, const struct rt_proto_named *before,
    const struct rt_proto_named *after)
{
    struct pair *known = find_pair(differ, before->message, after->message);
    size_t from = differ->list->count, number = differ->pairs.count;
    char *path;

    if (before->file == differ->before.file && after->file == differ->after.file)
        return false;
    if (known)
        return known->refused;
    vec_push(differ->arena, &differ->pairs,
        ((struct pair){before->message, after->message, false}));
    path = arena_printf(differ->arena, "#/%s", local_name(before));
    for (char *at = path; *at; at++)
        *at = *at == '.' ? '/' : *at;
    compare_message(differ, before->message, after->message, path);
    differ->pairs.at[number].refused = compat_refused(differ->list, from);
    return differ->pairs.at[number].refused;
}

static void compare_messages(struct differ *differ, const struct field_pair *pair,
    const struct content *before, const struct content *after)
{
    const char *old = before->type.name, *new = after->type.name;
    bool changed;

    if (before->named && after->named)
        changed = strcmp(local_name(before->named), local_name(after->named)) != 0 ||
            imported_differ(differ, before->named, after->named);
    else
        changed = strcmp(old + (*old == '.'), new + (*new == '.')) != 0;
    if (changed)
        add_field(differ, COMPAT_FIELD_NAMED_TYPE_CHANGED, pair);
}

static void compare_values(struct differ *differ, const struct field_pair *pair,
    const struct content *before, const struct content *after)
{
    bool before_message = before->type.kind == RT_PROTO_NAMED &&
        !(before->named && before->named->enumeration);
    bool after_message = after->type.kind == RT_PROTO_NAMED &&
        !(after->named && after->named->enumeration);

    if (before_message != after_message)
        add_field(differ, COMPAT_FIELD_KIND_CHANGED, pair);
    else if (before_message)
        compare_messages(differ, pair, before, after);
    else
        compare_scalars(differ, pair, &before->type, &after->type, false);
}

static void compare_field(struct differ *differ, const struct field_pair *pair)
{
    struct content before = content_of_field(&differ->before, pair->before_scope, pair->before);
    struct content after = content_of_field(&differ->after, pair->after_scope, pair->after);

    if (strcmp(pair->before->name, pair->after->name) != 0)
        add_field(differ, COMPAT_FIELD_NAME_CHANGED, pair);
    if (before.kind != after.kind) {
        add_field(differ, COMPAT_FIELD_KIND_CHANGED, pair);
        return;
    }
    switch (before.kind) {
    case SCALAR:
        compare_scalars(differ, pair, &before.type, &after.type, true);
        break;
    case MAP:
        compare_scalars(differ, pair, &before.key, &after.key, false);
        compare_values(differ, pair, &before, &after);
        break;
    case MESSAGE:
        compare_messages(differ, pair, &before, &after);
        break;
    }
}

/* ---- oneofs ---- */

static const struct rt_proto_field *find_number(const struct rt_proto_message *message,
    int32_t number)
{
    for (size_t i = 0; i < message->fields.count; i++) {
        if (message->fields.at[i].number == number)
            return &message->fields.at[i];
    }
    return NULL;
}

static bool has_oneof(const struct rt_proto_message *message, const char *name)
{
    for (size_t i = 0; i < message->oneofs.count; i++) {
        if (strcmp(message->oneofs.at[i].name, name) == 0)
            return true;
    }
    return false;
}

/* Fields that could be set together before and exclude each other now. A field that is new was
 * never set; the fields of one oneof excluded each other already. */
static void check_exclusion(struct differ *differ, const struct rt_proto_message *before,
    const struct rt_proto_message *after, size_t oneof, const char *path)
{
    size_t groups = 0, singles = 0;
    bool *seen = arena_array(differ->arena, before->oneofs.count + 1, sizeof *seen);
    struct text moved = {.arena = differ->arena};

    for (size_t i = 0; i < after->fields.count; i++) {
        const struct rt_proto_field *field = &after->fields.at[i], *old;

        old = field->oneof == (int)oneof ? find_number(before, field->number) : NULL;
        if (!old)
            continue;
        text_printf(&moved, "%s%s", moved.size ? ", " : "", field->name);
        if (old->oneof < 0) {
            groups++;
            singles++;
        } else if (!seen[old->oneof]) {
            seen[old->oneof] = true;
            groups++;
        }
    }
    if (groups > 1)
        add(differ, singles > 1 ? COMPAT_MULTIPLE_FIELDS_MOVED_TO_ONEOF
                                : COMPAT_FIELD_MOVED_TO_EXISTING_ONEOF,
            below(differ, path, after->oneofs.at[oneof].name), NULL, text_chars(&moved));
}

/* A oneof whose fields are all gone is as if it had never been. */
static bool is_gone(const struct rt_proto_message *before, const struct rt_proto_message *after,
    int oneof)
{
    if (has_oneof(after, before->oneofs.at[oneof].name))
        return false;
    for (size_t i = 0; i < before->fields.count; i++) {
        if (before->fields.at[i].oneof == oneof &&
                find_number(after, before->fields.at[i].number))
            return false;
    }
    return true;
}

static void compare_oneofs(struct differ *differ, const struct rt_proto_message *before,
    const struct rt_proto_message *after, const char *path)
{
    for (size_t i = 0; i < after->oneofs.count; i++)
        check_exclusion(differ, before, after, i, path);
    for (size_t i = 0; i < before->oneofs.count; i++) {
        const char *name = before->oneofs.at[i].name;

        if (!has_oneof(after, name))
            add(differ, COMPAT_ONEOF_REMOVED, below(differ, path, name), name, NULL);
    }
    for (size_t i = 0; i < after->oneofs.count; i++) {
        const char *name = after->oneofs.at[i].name;

        if (!has_oneof(before, name))
            add(differ, COMPAT_ONEOF_ADDED, below(differ, path, name), NULL, name);
    }
}

/* ---- messages ---- */

/* "#/Message/oneof/2" for a field of a oneof. */
static const char *field_path(struct differ *differ, const struct rt_proto_message *message,
    const struct rt_proto_field *field, const char *path)
{
    if (field->oneof >= 0)
        path = below(differ, path, message->oneofs.at[field->oneof].name);
    return number_below(differ, path, field->number);
}

static void field_removed(struct differ *differ, const struct rt_proto_message *before,
    const struct rt_proto_message *after, const struct rt_proto_field *field, const char *path)
{
    enum compat_rule rule = field->label == RT_PROTO_REQUIRED ? COMPAT_REQUIRED_FIELD_REMOVED
                                                           : COMPAT_FIELD_REMOVED;

    if (field->oneof >= 0) {
        if (is_gone(before, after, field->oneof))
            return;
        rule = COMPAT_ONEOF_FIELD_REMOVED;
    }
    add(differ, rule, field_path(differ, before, field, path), describe(differ, field), NULL);
}

static void field_added(struct differ *differ, const struct rt_proto_message *after,
    const struct rt_proto_field *field, const char *path)
{
    enum compat_rule rule = field->oneof >= 0     ? COMPAT_ONEOF_FIELD_ADDED
        : field->label == RT_PROTO_REQUIRED          ? COMPAT_REQUIRED_FIELD_ADDED
                                                  : COMPAT_FIELD_ADDED;

    add(differ, rule, field_path(differ, after, field, path), NULL, describe(differ, field));
}

static void compare_fields(struct differ *differ, const struct rt_proto_message *before,
    const struct rt_proto_message *after, const char *path)
{
    const char *column = differ->column;
    bool outermost = !before->outer && before->index == 0 &&
        differ->before.file->messages.count && differ->before.file->messages.at[0] == before;

    for (size_t i = 0; i < before->fields.count; i++) {
        const struct rt_proto_field *field = &before->fields.at[i];
        const struct rt_proto_field *now = find_number(after, field->number);
        struct field_pair pair = {field, now, before->full_name, after->full_name, NULL};

        differ->column = !outermost          ? column
            : now && differ->after_is_new ? now->name
                                          : field->name;
        if (!now) {
            field_removed(differ, before, after, field, path);
            continue;
        }
        pair.path = field_path(differ, after, now, path);
        if (field->oneof >= 0 && now->oneof < 0)
            add(differ, COMPAT_ONEOF_FIELD_MOVED_TO_TOP_LEVEL, pair.path,
                arena_printf(differ->arena, "%s of oneof %s", describe(differ, field),
                    before->oneofs.at[field->oneof].name), describe(differ, now));
        compare_field(differ, &pair);
    }
    for (size_t i = 0; i < after->fields.count; i++) {
        differ->column = outermost ? after->fields.at[i].name : column;
        if (!find_number(before, after->fields.at[i].number))
            field_added(differ, after, &after->fields.at[i], path);
    }
    differ->column = column;
}

static void compare_enum(struct differ *differ, const struct rt_proto_enum *before,
    const struct rt_proto_enum *after, const char *path)
{
    struct map old = {.arena = differ->arena}, new = {.arena = differ->arena};

    for (size_t i = 0; i < before->values.count; i++)
        map_put(&old, arena_printf(differ->arena, "%d", (int)before->values.at[i].number),
            (void *)before->values.at[i].name);
    for (size_t i = 0; i < after->values.count; i++)
        map_put(&new, arena_printf(differ->arena, "%d", (int)after->values.at[i].number),
            (void *)after->values.at[i].name);
    for (size_t i = 0; i < old.count; i++) {
        const char *name = map_get(&new, old.at[i].key), *here = below(differ, path, old.at[i].key);

        if (!name)
            add(differ, COMPAT_ENUM_CONST_REMOVED, here, old.at[i].value, NULL);
        else if (strcmp(name, old.at[i].value) != 0)
            add(differ, COMPAT_ENUM_CONST_CHANGED, here, old.at[i].value, name);
    }
    for (size_t i = 0; i < new.count; i++) {
        if (!map_get(&old, new.at[i].key))
            add(differ, COMPAT_ENUM_CONST_ADDED, below(differ, path, new.at[i].key), NULL,
                new.at[i].value);
    }
}

static struct rt_proto_message *find_message(struct rt_proto_message *const *list, size_t count,
    const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i]->name, name) == 0)
            return list[i];
    }
    return NULL;
}

static struct rt_proto_enum *find_enum(struct rt_proto_enum *const *list, size_t count,
    const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i]->name, name) == 0)
            return list[i];
    }
    return NULL;
}

struct types { /* beside each other in a file or message */
    const struct rt_proto_message *owner; /* NULL: a file */
    struct rt_proto_message *const *messages;
    size_t message_count;
    struct rt_proto_enum *const *enums;
    size_t enum_count;
};

static void compare_enums(struct differ *differ, const struct types *before,
    const struct types *after, const char *path)
{
    for (size_t i = 0; i < before->enum_count; i++) {
        const struct rt_proto_enum *old = before->enums[i];
        const struct rt_proto_enum *new = find_enum(after->enums, after->enum_count, old->name);
        const char *here = below(differ, path, old->name);

        if (new)
            compare_enum(differ, old, new, here);
        else
            add(differ, COMPAT_ENUM_REMOVED, here, old->name, NULL);
    }
    for (size_t i = 0; i < after->enum_count; i++) {
        const char *name = after->enums[i]->name;

        if (!find_enum(before->enums, before->enum_count, name))
            add(differ, COMPAT_ENUM_ADDED, below(differ, path, name), NULL, name);
    }
}

/* The field that a message within the first one is for. */
static const char *field_holding(const struct rt_proto_message *owner, const char *name)
{
    for (size_t i = 0; owner && i < owner->fields.count; i++) {
        const struct rt_proto_type *type = &owner->fields.at[i].type;
        const char *dot = strrchr(type->name, '.');

        if (type->kind == RT_PROTO_NAMED && strcmp(dot ? dot + 1 : type->name, name) == 0)
            return owner->fields.at[i].name;
    }
    return NULL;
}

static const char *column_of(const struct differ *differ, const struct types *before,
    const struct types *after, const char *name)
{
    const struct types *new = differ->after_is_new ? after : before;
    const struct types *old = differ->after_is_new ? before : after;
    const char *column = field_holding(new->owner, name);

    return column ? column : field_holding(old->owner, name);
}

static void compare_types(struct differ *differ, const struct types *before,
    const struct types *after, const char *path)
{
    const char *column = differ->column;

    for (size_t i = 0; i < before->message_count; i++) {
        const struct rt_proto_message *old = before->messages[i];
        const struct rt_proto_message *new =
            find_message(after->messages, after->message_count, old->name);
        const char *here = below(differ, path, old->name);

        differ->column = column ? column : column_of(differ, before, after, old->name);
        if (!new) {
            if (!is_map_entry(old))
                add(differ, COMPAT_MESSAGE_REMOVED, here, old->name, NULL);
            continue;
        }
        compare_message(differ, old, new, here);
        if (old->index != new->index)
            add(differ, COMPAT_MESSAGE_MOVED, here,
                arena_printf(differ->arena, "number %zu", old->index),
                arena_printf(differ->arena, "number %zu", new->index));
    }
    differ->column = column;
    for (size_t i = 0; i < after->message_count; i++) {
        const struct rt_proto_message *new = after->messages[i];

        if (!find_message(before->messages, before->message_count, new->name) &&
                !is_map_entry(new))
            add(differ, COMPAT_MESSAGE_ADDED, below(differ, path, new->name), NULL, new->name);
    }
    compare_enums(differ, before, after, path);
}

static void compare_message(struct differ *differ, const struct rt_proto_message *before,
    const struct rt_proto_message *after, const char *path)
{
    struct types old = {before, before->messages.at, before->messages.count, before->enums.at,
        before->enums.count};
    struct types new = {after, after->messages.at, after->messages.count, after->enums.at,
        after->enums.count};

    compare_oneofs(differ, before, after, path);
    compare_fields(differ, before, after, path);
    compare_types(differ, &old, &new, path);
}

/* ---- files ---- */

static bool open_side(struct side *side, const struct compat_schema *schema,
    struct arena *arena, const char **error)
{
    struct rt_memory memory = proto_memory(arena);
    const char *reason = "";

    rt_proto_set_init(&side->set, &memory);
    for (size_t i = 0; i < schema->reference_count; i++) {
        const struct schema_reference *reference = &schema->references[i];
        const struct rt_proto_file *file = rt_proto_parse(&memory, reference->text, &reason);

        if (!file)
            return compat_fail(arena, schema,
                arena_printf(arena, "import \"%s\": %s", reference->name, reason), error);
        rt_proto_set_add(&side->set, file);
    }
    side->file = rt_proto_parse(&memory, schema->text, &reason);
    if (!side->file)
        return compat_fail(arena, schema, reason, error);
    rt_proto_set_add(&side->set, side->file);
    return true;
}

bool compat_read_protobuf(const struct compat_schema *reader, const struct compat_schema *writer,
    struct compat_list *list, const char **error)
{
    struct differ differ = {.arena = list->arena, .list = list,
        .after_is_new = !reader->version};
    const struct rt_proto_file *before, *after;

    if (!open_side(&differ.before, writer, list->arena, error) ||
            !open_side(&differ.after, reader, list->arena, error))
        return false;
    before = differ.before.file;
    after = differ.after.file;
    if (strcmp(before->package, after->package) != 0)
        add(&differ, COMPAT_PACKAGE_CHANGED, "#/", before->package, after->package);
    compare_types(&differ,
        &(struct types){NULL, before->messages.at, before->messages.count, before->enums.at,
            before->enums.count},
        &(struct types){NULL, after->messages.at, after->messages.count, after->enums.at,
            after->enums.count}, "#/");
    return true;
}
