/* Operators of their own: their rows, their maps, who emits them. */
#include "job.h"
#include "op_state_tpl.h"

#include <string.h>

void flow_operator_rows(struct flow *flow, struct flow_node *of, const char *name, bool same)
{
    struct arena *arena = flow->e->arena;
    const struct plan_node *node = of->node;

    of->ins = arena_array(arena, node->input_count, sizeof *of->ins);
    for (size_t i = 0; i < node->input_count && !same; i++) {
        const struct plan_node *input = node->inputs[i];
        const char *tag = node->input_count == 1
            ? arena_printf(arena, "%s_%u_in", name, node->id)
            : arena_printf(arena, "%s_%u_%s", name, node->id, i ? "right" : "left");

        of->ins[i].row =
            flow_row(flow, flow->out, tag, input->columns, input->column_count, NULL);
    }
    of->row = flow_row(flow, flow->out, arena_printf(arena, "%s_%u", name, node->id),
        node->columns, node->column_count, NULL);
    for (size_t i = 0; i < node->input_count && same; i++)
        of->ins[i].row = of->row;
}

/* ---- maps ---- */

const char *flow_new_map(struct flow *flow, const char *name)
{
    struct arena *arena = flow->e->arena;
    const char *constant =
        names_make_upper(flow->e->names, "", arena_printf(arena, "%s_map", name));

    tpl_state_map_index(flow->out, &(struct tpl_state_map_index){
        .name = constant, .index = arena_printf(arena, "%zu", flow->operators.count)});
    vec_push(arena, &flow->operators, NULL);
    flow->operators.at[flow->operators.count - 1] = constant;
    return constant;
}

/* FNV-1a. */
static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    return hash;
}

void flow_add_map(struct flow *flow, const struct flow_map *map)
{
    struct arena *arena = flow->e->arena;
    struct text more = {.arena = arena};

    for (size_t i = 0; i < flow->operators.count; i++)
        if (!strcmp(flow->operators.at[i], map->map))
            flow->operators.at[i] = map->name;
    if (map->derived)
        tpl_state_map_derived(&more, &(struct tpl_state_map_derived){0});
    if (map->restored)
        tpl_state_map_restored(&more, &(struct tpl_state_map_restored){
            .restored = map->restored});
    if (map->owned)
        tpl_state_map_owned(&more, &(struct tpl_state_map_owned){.name = map->owned});
    if (map->ttl_of)
        tpl_state_map_ttl_of(&more, &(struct tpl_state_map_ttl_of){.name = map->ttl_of});
    tpl_state_map(flow->out, &(struct tpl_state_map){
        .name = map->name, .stable = emit_c_literal(arena, map->stable_name),
        .hash = arena_printf(arena, "0x%016llx", (unsigned long long)hash_of(
            map->ttl_ms ? arena_printf(arena, "%s; timed", map->layout) : map->layout)),
        .map = map->map, .value = map->value,
        .ttl = arena_printf(arena, "%lld", (long long)map->ttl_ms), .encode = map->encode,
        .decode = map->decode, .release = map->release ? map->release : "NULL",
        .more = text_chars(&more)});
}

const char *flow_stable_name(struct flow *flow, const struct plan_node *node)
{
    if (node->name && *node->name)
        return node->name;
    switch (node->kind) {
#define N(NAME, label) case PLAN_##NAME: return arena_printf(flow->e->arena, label "-%u", node->id);
#include "../plan/nodes.def"
#undef N
    }
    BUG("plan node %d", (int)node->kind);
}

/* ---- who emits ---- */

void operator_emit_own(struct flow *flow, struct flow_node *of)
{
    switch (of->node->kind) {
    case PLAN_AGGREGATE:
        operator_emit_aggregate(flow, of);
        return;
    case PLAN_EXPAND:
        operator_emit_expand(flow, of);
        return;
    case PLAN_JOIN:
        operator_emit_join(flow, of);
        return;
    case PLAN_RANK:
        operator_emit_rank(flow, of);
        return;
    case PLAN_DEDUPLICATE:
        operator_emit_deduplicate(flow, of);
        return;
    case PLAN_CORRELATE:
        operator_emit_correlate(flow, of);
        return;
    case PLAN_FROM_CHANGELOG:
        operator_emit_from_changelog(flow, of);
        return;
    case PLAN_TO_CHANGELOG:
        operator_emit_to_changelog(flow, of);
        return;
    case PLAN_LIMIT:
        operator_emit_rank(flow, of);
        return;
    case PLAN_NORMALIZE:
        operator_emit_normalize(flow, of);
        return;
    case PLAN_MATERIALIZE:
        operator_emit_materialize(flow, of);
        return;
    case PLAN_SCAN: case PLAN_VALUES: case PLAN_WATERMARK: case PLAN_CALC: case PLAN_UNION:
    case PLAN_SINK:
        break;
    }
    BUG("plan node %d is none of its own", (int)of->node->kind);
}
