/* Numbers and names within a message or an enum. */
#include "proto/build.h"

#include <string.h>

static bool check_reserved(const struct rt_memory *memory, const struct rt_proto_message *message,
    const struct rt_proto_field *field, const char **error)
{
    for (size_t i = 0; i < message->reserved.count; i++) {
        if (field->number >= message->reserved.at[i].first &&
                field->number <= message->reserved.at[i].last) {
            *error = memory_printf(memory, "field '%s' of '%s' has the reserved number %d",
                field->name, message->name, (int)field->number);
            return false;
        }
    }
    for (size_t i = 0; i < message->reserved_names.count; i++) {
        if (strcmp(field->name, message->reserved_names.at[i]) == 0) {
            *error = memory_printf(memory, "field '%s' of '%s' has a reserved name", field->name,
                message->name);
            return false;
        }
    }
    return true;
}

bool proto_check_message(const struct rt_memory *memory, enum rt_proto_version version,
    const struct rt_proto_message *message, const char **error)
{
    struct rt_proto_map names = {.memory = *memory}, numbers = {.memory = *memory};

    (void)version;
    for (size_t i = 0; i < message->fields.count; i++) {
        struct rt_proto_field *field = &message->fields.at[i];
        const char *number = memory_printf(memory, "%d", (int)field->number);

        if (rt_proto_get(&names, field->name)) {
            *error = memory_printf(memory, "field '%s' is twice in '%s'", field->name,
                message->name);
            return false;
        }
        if (rt_proto_get(&numbers, number)) {
            *error = memory_printf(memory, "number %s is twice in '%s'", number, message->name);
            return false;
        }
        rt_proto_put(&names, field->name, field);
        rt_proto_put(&numbers, number, field);
        if (!check_reserved(memory, message, field, error))
            return false;
    }
    return true;
}

bool proto_check_enum(const struct rt_memory *memory, enum rt_proto_version version,
    const struct rt_proto_enum *enumeration, const char **error)
{
    const char *alias = rt_proto_option_value(&enumeration->options, "allow_alias");
    bool aliases = alias && strcmp(alias, "true") == 0;
    struct rt_proto_map names = {.memory = *memory}, numbers = {.memory = *memory};

    if (!enumeration->values.count) {
        *error = memory_printf(memory, "enum '%s' has no values", enumeration->name);
        return false;
    }
    if (version == RT_PROTO_3 && enumeration->values.at[0].number != 0) {
        *error = memory_printf(memory, "enum '%s' begins with %d: in proto3 the first value is 0",
            enumeration->name, (int)enumeration->values.at[0].number);
        return false;
    }
    for (size_t i = 0; i < enumeration->values.count; i++) {
        struct rt_proto_value *value = &enumeration->values.at[i];
        const char *number = memory_printf(memory, "%d", (int)value->number);

        if (rt_proto_get(&names, value->name) || (!aliases && rt_proto_get(&numbers, number))) {
            *error = memory_printf(memory, "value '%s' is twice in enum '%s'",
                rt_proto_get(&names, value->name) ? value->name : number, enumeration->name);
            return false;
        }
        rt_proto_put(&names, value->name, value);
        rt_proto_put(&numbers, number, value);
    }
    return true;
}
