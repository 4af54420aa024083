/* What the runtime's own folders share: environments behind rt/log.h, small helpers. */
#ifndef RT_CORE_INTERNAL_H
#define RT_CORE_INTERNAL_H

#include <rt/log.h>
#include <rt/registry.h>

/* ---- an environment: first member of its log, reader and writer structs ---- */

struct rt_log_ops {
    enum rt_log_kind kind;
    void (*close)(struct rt_log *log);
    bool (*topic_partitions)(struct rt_log *log, const char *topic, int timeout_ms,
        int32_t *partitions, struct rt_error *error);
    bool (*topic_replication)(struct rt_log *log, const char *topic, int timeout_ms,
        int16_t *replication, struct rt_error *error); /* NULL: there are no copies */
    bool (*topics)(struct rt_log *log, int timeout_ms, struct rt_arena *arena,
        const char *const **topics, size_t *count, struct rt_error *error);
    bool (*topic_create)(struct rt_log *log, const struct rt_topic_spec *spec, int timeout_ms,
        struct rt_error *error);
    bool (*topic_delete)(struct rt_log *log, const char *topic, int timeout_ms,
        struct rt_error *error);
    bool (*topic_configs)(struct rt_log *log, const char *topic, int timeout_ms,
        struct rt_arena *arena, const struct rt_property **configs, size_t *count,
        struct rt_error *error);
    bool (*topic_configure)(struct rt_log *log, const char *topic,
        const struct rt_property *configs, size_t count, int timeout_ms, struct rt_error *error);
    bool (*topic_grow)(struct rt_log *log, const char *topic, int32_t partitions, int timeout_ms,
        struct rt_error *error);
    bool (*offset)(struct rt_log *log, const char *topic, int32_t partition,
        enum rt_offset_kind kind, int64_t timestamp_ms, int timeout_ms, int64_t *offset,
        struct rt_error *error);
    bool (*group_offset)(struct rt_log *log, const char *group, const char *topic,
        int32_t partition, int timeout_ms, int64_t *offset, struct rt_error *error);

    struct rt_reader *(*reader_open)(struct rt_log *log, const struct rt_input *inputs,
        size_t count, struct rt_error *error);
    void (*reader_close)(struct rt_reader *reader);
    bool (*reader_poll)(struct rt_reader *reader, size_t limit, int timeout_ms,
        struct rt_record **records, size_t *count, struct rt_error *error);
    int64_t (*reader_position)(const struct rt_reader *reader, size_t index);
    int64_t (*reader_end)(const struct rt_reader *reader, size_t index);
    bool (*reader_finished)(const struct rt_reader *reader);
    void (*reader_pause)(struct rt_reader *reader, size_t index, bool pause);

    struct rt_writer *(*writer_open)(struct rt_log *log, const char *transactional_id,
        int timeout_ms, struct rt_error *error);
    void (*writer_close)(struct rt_writer *writer);
    bool (*writer_begin)(struct rt_writer *writer, struct rt_error *error);
    bool (*writer_send)(struct rt_writer *writer, const struct rt_message *message,
        struct rt_error *error);
    bool (*writer_positions)(struct rt_writer *writer, const char *group,
        const struct rt_input *positions, size_t count, struct rt_error *error);
    bool (*writer_commit)(struct rt_writer *writer, struct rt_error *error);
    bool (*writer_abort)(struct rt_writer *writer, struct rt_error *error);
};

struct rt_log {
    const struct rt_log_ops *ops;
    size_t memory_limit; /* Of queues; 0: the default. */
    int64_t transaction_timeout_ms; /* Of writers; 0: the default. */
};

struct rt_reader {
    const struct rt_log_ops *ops;
};

struct rt_writer {
    const struct rt_log_ops *ops;
};

/* ---- memory that the runtime cannot do without: aborts with a line, as the arena does ---- */

_Noreturn void rt_give_up(const char *why); /* a line, abort */
void *rt_allocate(size_t count, size_t size); /* zeroed */
void *rt_reallocate(void *old, size_t count, size_t size);
char *rt_duplicate(const char *text); /* NULL gives NULL */

/* The partition of a message among `count`; *turn counts for round robin. */
int32_t rt_message_partition(const struct rt_message *message, int32_t count, uint32_t *turn);

/* The CA bundle of this machine (or $SSL_CERT_FILE); NULL: none, use the embedded roots. */
const char *rt_system_roots(void);

/* ---- clocks ---- */

int64_t rt_wall_ms(void);
int64_t rt_monotonic_ms(void);
void rt_sleep_ms(int milliseconds); /* Ends early when a signal arrives. */

/* A number from the clock and the process, for jitter only. */
uint32_t rt_jitter(uint32_t below);

#endif
