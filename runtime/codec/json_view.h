/* A writer's JSON Schema as a program's maker sees it: what form its values have. json_view.c reads
 * keywords as the compiler does (compiler/registry/json_type.c), of what is wanted alone. */
#ifndef RT_JSON_VIEW_H
#define RT_JSON_VIEW_H

#include "codec/json_program.h"

#include <rt/json_schema.h>

/* A schema within the documents. */
struct json_part {
    const json_t *json;
    size_t document;
    const char *type;      /* one of the types that it lists, and nothing else; NULL: all of it */
    const json_t *carrier; /* has title and hints; NULL: itself */
};

struct json_property {
    const char *name;
    struct json_part part;
    const json_t *owner;   /* the object that declares it; NULL: a branch */
};

struct json_view {
    enum json_form form;
    enum rt_shape_kind kind;       /* SCALAR: whose values are written so */
    bool any_text;                 /* SCALAR: not all values are strings */
    bool closed;                   /* OBJECT: no other members are valid */
    struct json_property *members; /* OBJECT: in the order of the text; UNION: branches */
    size_t count;
    struct json_part key, item;    /* ARRAY, MEMBERS, ENTRIES */
};

struct json_viewer {
    const struct rt_json_document *documents;
    size_t document_count;
    struct rt_arena *memory;
    const char *why;       /* what a failure was; in the arena, or static */
};

/* Whether the member must be there. */
bool json_property_required(const struct json_property *property);

/* False: no column can be that, why is set. */
bool json_view(struct json_viewer *viewer, const struct json_part *part, struct json_view *view);

#endif
