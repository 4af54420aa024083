/* Numbers and names within a message or an enum. */
#include "proto_build.h"

#include <string.h>

static bool check_reserved(struct arena *arena, const struct proto_message *message,
    const struct proto_field *field, const char **error)
{
    for (size_t i = 0; i < message->reserved.count; i++) {
        if (field->number >= message->reserved.at[i].first &&
                field->number <= message->reserved.at[i].last) {
            *error = arena_printf(arena, "field '%s' of '%s' has the reserved number %d",
                field->name, message->name, (int)field->number);
            return false;
        }
    }
    for (size_t i = 0; i < message->reserved_names.count; i++) {
        if (strcmp(field->name, message->reserved_names.at[i]) == 0) {
            *error = arena_printf(arena, "field '%s' of '%s' has a reserved name", field->name,
                message->name);
            return false;
        }
    }
    return true;
}

bool proto_check_message(struct arena *arena, enum proto_version version,
    const struct proto_message *message, const char **error)
{
    struct map names = {.arena = arena}, numbers = {.arena = arena};

    (void)version;
    for (size_t i = 0; i < message->fields.count; i++) {
        struct proto_field *field = &message->fields.at[i];
        const char *number = arena_printf(arena, "%d", (int)field->number);

        if (map_get(&names, field->name)) {
            *error = arena_printf(arena, "field '%s' is twice in '%s'", field->name,
                message->name);
            return false;
        }
        if (map_get(&numbers, number)) {
            *error = arena_printf(arena, "number %s is twice in '%s'", number, message->name);
            return false;
        }
        map_put(&names, field->name, field);
        map_put(&numbers, number, field);
        if (!check_reserved(arena, message, field, error))
            return false;
    }
    return true;
}

bool proto_check_enum(struct arena *arena, enum proto_version version,
    const struct proto_enum *enumeration, const char **error)
{
    const char *alias = proto_option_value(&enumeration->options, "allow_alias");
    bool aliases = alias && strcmp(alias, "true") == 0;
    struct map names = {.arena = arena}, numbers = {.arena = arena};

    if (!enumeration->values.count) {
        *error = arena_printf(arena, "enum '%s' has no values", enumeration->name);
        return false;
    }
    if (version == PROTO_3 && enumeration->values.at[0].number != 0) {
        *error = arena_printf(arena, "enum '%s' begins with %d: in proto3 the first value is 0",
            enumeration->name, (int)enumeration->values.at[0].number);
        return false;
    }
    for (size_t i = 0; i < enumeration->values.count; i++) {
        struct proto_value *value = &enumeration->values.at[i];
        const char *number = arena_printf(arena, "%d", (int)value->number);

        if (map_get(&names, value->name) || (!aliases && map_get(&numbers, number))) {
            *error = arena_printf(arena, "value '%s' is twice in enum '%s'",
                map_get(&names, value->name) ? value->name : number, enumeration->name);
            return false;
        }
        map_put(&names, value->name, value);
        map_put(&numbers, number, value);
    }
    return true;
}
