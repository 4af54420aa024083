/* JSON trees, between the files on SQL/JSON. */
#ifndef RT_FUNCTIONS_JSON_TREE_H
#define RT_FUNCTIONS_JSON_TREE_H

#include "internal.h"

#include <rt/json_path.h>

struct json_node {
    enum rt_json_kind kind;
    struct rt_text text;       /* STRING: decoded; NUMBER: its digits */
    struct rt_text name;       /* of a member */
    struct json_node *first;   /* ARRAY, OBJECT: the first child */
    struct json_node *next;    /* sibling */
    size_t count;              /* of children */
    bool replaced;             /* OBJECT: a member stood there twice */
};

/* The value that a text begins with (as in Jackson, what follows it is not looked at); NULL: it is
 * malformed, the reason is in *error. */
struct json_node *json_tree_parse(struct rt_arena *arena, struct rt_text text,
    struct rt_error *error);
/* Appends it as text: members sorted, no blanks. */
void json_tree_write(struct rt_buffer *out, const struct json_node *node);
/* A number as BigDecimal.toString has it. */
void json_tree_write_number(struct rt_buffer *out, struct rt_text digits);
struct json_node *json_tree_new(struct rt_arena *arena, enum rt_json_kind kind);
/* Adds a child behind *last, which becomes it. */
void json_tree_add(struct json_node *parent, struct json_node **last, struct json_node *child);

/* What a path leads to. JSON_FOUND_NONE: a strict path that leads nowhere, or a malformed one; the
 * reason is in *error. */
enum json_found { JSON_FOUND, JSON_FOUND_NONE };
enum json_found json_path_read(struct rt_arena *arena, const struct json_node *root,
    struct rt_text path, struct json_node **out, struct rt_error *error);
bool json_path_is_lax(struct rt_text path);

#endif
