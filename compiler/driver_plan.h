/* Differences between the tables of scripts and an environment. */
#ifndef DDL2C_DRIVER_PLAN_H
#define DDL2C_DRIVER_PLAN_H

#include "driver.h"

enum change_action { CHANGE_CREATE, CHANGE_UPDATE, CHANGE_DELETE };
enum change_object { CHANGE_TOPIC, CHANGE_SUBJECT, CHANGE_LEVEL };

struct change_detail {
    const char *name, *before, *after; /* before NULL: new; after NULL: gone */
};

struct change {
    enum change_action action;
    enum change_object object;
    const struct table *table;
    const struct table_side *side;  /* SUBJECT and LEVEL that are not deleted */
    const char *name;               /* of the topic or subject */
    const char *summary;            /* behind the name; NULL: nothing */
    struct {
        struct change_detail *at;
        size_t count, capacity;
    } details;
    const char *refusal;            /* why it cannot be done, lines; NULL: it can */
    const char *warning;            /* NULL: none */
    int32_t partitions;             /* UPDATE of a topic: raise to; 0: they stay */
    const struct rt_property *configs; /* UPDATE of a topic: to set */
    size_t config_count;
};

struct change_list {
    struct arena *arena;
    struct change *at;
    size_t count, capacity;
};

struct change_totals {
    size_t created, updated, deleted, refused;
};

/* driver_change.c: what would make the environment as the scripts say, in the order in which it can
 * be carried out. False: it could not be asked. */
bool changes_find(struct change_list *list, struct environment *environment,
    const struct program *program, const struct options *options, struct rt_error *error);
/* driver_change_schema.c: versions, columns and levels of a side's subject. */
bool changes_subject(struct change_list *list, struct environment *environment,
    const struct table *table, const struct table_side *side, const char *level,
    struct rt_error *error);

/* driver_change_print.c */
void change_print(struct text *out, const struct change *change);
struct change_totals changes_count(const struct change_list *list);
void changes_print_totals(struct text *out, const struct change_totals *totals, bool done);
void changes_print_json(struct text *out, const struct change_list *list, bool done);

#endif
