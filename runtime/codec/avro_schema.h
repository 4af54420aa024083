/* Between the files of the Avro reader: memory, texts, lists. */
#ifndef RT_CODEC_AVRO_SCHEMA_H
#define RT_CODEC_AVRO_SCHEMA_H

#include <rt/avro_schema.h>

#include <jansson.h>
#include <stdarg.h>
#include <string.h>

/* Zeroed. */
static inline void *avro_new(struct avro_memory memory, size_t count, size_t size)
{
    size_t bytes = count * size;
    void *made = memory.allocate(memory.from, bytes ? bytes : 1);

    return memset(made, 0, bytes);
}

static inline const char *avro_copy(struct avro_memory memory, const char *text, size_t size)
{
    char *copy = memory.allocate(memory.from, size + 1);

    memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

const char *avro_vprint(struct avro_memory memory, const char *format, va_list args);
__attribute__((format(printf, 2, 3))) const char *avro_print(struct avro_memory memory,
    const char *format, ...);

/* Whether a default is a value of the schema: of any branch for a union. */
bool avro_default_fits(const struct avro_schema *schema, const json_t *value);
/* Sets `recursive` in the records that contain themselves. */
void avro_mark_recursive(struct avro_memory memory, struct avro_schema **records, size_t count);

#endif
