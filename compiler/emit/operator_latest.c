/* Operators that keep a row of each key: NORMALIZE, DEDUPLICATE, MATERIALIZE. */
#include "emit_state.h"
#include "op_latest_tpl.h"

#include <string.h>

struct latest {
    struct flow *flow;
    struct flow_node *node;
    const struct plan_node *plan;
    const struct row *row;
    const char *name, *map, *sql, *key, *pack, *unpack, *kept;
};

static const char *named(const struct latest *latest, const char *what)
{
    return arena_printf(latest->flow->e->arena, "%s_%s", latest->name, what);
}

static struct latest begin(struct flow *flow, struct flow_node *of, const size_t *key,
    size_t key_count)
{
    struct latest latest = {.flow = flow, .node = of, .plan = of->node, .row = of->row,
        .name = of->row->tag,
        .sql = emit_comment(flow->e->arena, flow_statement(flow, of->node))};

    latest.map = flow_new_map(flow, latest.name);
    latest.key = named(&latest, "key");
    latest.pack = named(&latest, "pack");
    latest.unpack = named(&latest, "unpack");
    latest.kept = named(&latest, "kept");
    of->ins[0].push = named(&latest, "push");
    state_emit_key(flow, latest.key, "The key of a row as bytes.", latest.row, key, key_count);
    of->ins[0].near = (struct flow_near){.map = latest.map,
        .parts = state_parts(flow->e->arena, key, key_count), .count = key_count,
        .end = "rt_near_end(&near);"};
    return latest;
}

static const char *layout(const struct latest *latest, const size_t *key, size_t key_count)
{
    struct emitter *e = latest->flow->e;

    return arena_printf(e->arena, "%s -> %s", state_layout(e, latest->row, key, key_count),
        state_layout(e, latest->row, NULL, 0));
}

static void add_map(const struct latest *latest, const char *value, const char *codec,
    const char *release, const char *layout_text)
{
    struct arena *arena = latest->flow->e->arena;

    flow_add_map(latest->flow, &(struct flow_map){.map = latest->map,
        .name = names_make(latest->flow->e->names, "", named(latest, "state")),
        .stable_name = flow_stable_name(latest->flow, latest->plan), .value = value,
        .layout = layout_text, .ttl_ms = latest->plan->state_ttl_ms,
        .encode = arena_printf(arena, "%s_encode", codec),
        .decode = arena_printf(arena, "%s_decode", codec), .release = release,
        .owned = release ? arena_printf(arena, "%s_owned", codec) : NULL});
}

/* The functions that pack and unpack the row, and the map of one row a key. */
static void add_rows(const struct latest *latest, const size_t *key, size_t key_count)
{
    state_emit_pack(latest->flow, latest->pack, latest->row);
    state_emit_unpack(latest->flow, latest->unpack, latest->row);
    tpl_latest_unpack(latest->flow->out, &(struct tpl_latest_unpack){
        .name = latest->kept, .tag = latest->row->tag, .unpack = latest->unpack});
    add_map(latest, "struct rt_row", "rt_row", "rt_row_release",
        layout(latest, key, key_count));
}

static const char *before_of(const struct latest *latest)
{
    struct text before = {.arena = latest->flow->e->arena};

    if (latest->plan->requested & CHANGE_UB)
        tpl_latest_before(&before, &(struct tpl_latest_before){.push = latest->node->push});
    return text_chars(&before);
}

/* A function that tells whether a row passes the filter, and the call of it. */
static const char *filter_of(const struct latest *latest)
{
    static const char *const parameters[] = {"task", "in", "error"};
    struct emitter *e = latest->flow->e;
    struct text call = {.arena = e->arena}, body = {.arena = e->arena};
    struct text unused = {.arena = e->arena};
    const char *name = named(latest, "keeps");
    unsigned locals = 0;
    struct expr_scope scope = {.e = e, .out = &body, .row = latest->row, .row_text = "in",
        .next_local = &locals, .alias = "filter"};

    if (!latest->plan->condition)
        return "";
    emit_condition(&scope, latest->plan->condition);
    emit_unused(&unused, text_chars(&body), parameters, 3);
    tpl_latest_keeps(latest->flow->out, &(struct tpl_latest_keeps){
        .sql = expr_sql(&scope, latest->plan->condition->span), .name = name,
        .tag = latest->row->tag, .unused = text_chars(&unused),
        .condition = text_chars(&body)});
    tpl_latest_filter(&call, &(struct tpl_latest_filter){.name = name});
    return text_chars(&call);
}

static void emit_last(const struct latest *latest)
{
    struct text same = {.arena = latest->flow->e->arena};
    const char *filter = filter_of(latest);

    if (!latest->plan->state_ttl_ms)
        tpl_latest_same(&same, &(struct tpl_latest_same){0});
    tpl_latest_last(latest->flow->out, &(struct tpl_latest_last){.sql = latest->sql,
        .push = latest->node->ins[0].push, .tag = latest->row->tag, .map = latest->map,
        .key = latest->key, .filter = filter, .pack = latest->pack, .unpack = latest->kept,
        .same = text_chars(&same), .before = before_of(latest), .next = latest->node->push});
}

void operator_emit_normalize(struct flow *flow, struct flow_node *of)
{
    const struct plan_node *plan = of->node;
    struct latest latest = begin(flow, of, plan->state_key, plan->state_key_count);

    add_rows(&latest, plan->state_key, plan->state_key_count);
    emit_last(&latest);
}

/* ---- DEDUPLICATE ---- */

/* The last row by event time; of equal times the later to come. */
static void emit_by_time(const struct latest *latest)
{
    const struct row_column *time = &latest->row->columns[latest->plan->rank.order[0].column];
    struct arena *arena = latest->flow->e->arena;
    const char *earlier = time->type->precision <= 6
        ? arena_printf(arena, "in->%s < before.%s", time->member, time->member)
        : arena_printf(arena, "rt_timestamp_compare(in->%s, before.%s) < 0", time->member,
              time->member);

    tpl_latest_by_time(latest->flow->out, &(struct tpl_latest_by_time){.sql = latest->sql,
        .push = latest->node->ins[0].push, .tag = latest->row->tag, .map = latest->map,
        .key = latest->key, .pack = latest->pack, .unpack = latest->kept, .earlier = earlier,
        .before = before_of(latest), .next = latest->node->push});
}

static void refuse(struct flow *flow, const struct plan_node *plan, const char *why)
{
    diag_error(flow->e->diag, D_UNSUPPORTED_WINDOW, plan->span,
        "ROW_NUMBER that keeps one row %s is not supported yet", why);
    flow->e->failed = true;
}

void operator_emit_deduplicate(struct flow *flow, struct flow_node *of)
{
    const struct plan_node *plan = of->node;
    const struct rank *rank = &plan->rank;
    struct latest latest;

    if (plan->inputs[0]->changes != CHANGE_APPEND) {
        refuse(flow, plan, "of rows that change");
        return;
    }
    if (!rank->by_arrival && !rank->order[0].descending) {
        refuse(flow, plan, "by ascending event time");
        return;
    }
    latest = begin(flow, of, rank->partition, rank->partition_count);
    if (rank->order[0].descending) {
        add_rows(&latest, rank->partition, rank->partition_count);
        if (rank->by_arrival)
            emit_last(&latest);
        else
            emit_by_time(&latest);
        return;
    }
    add_map(&latest, "struct rt_seen", "rt_seen", NULL,
        state_layout(flow->e, latest.row, rank->partition, rank->partition_count));
    tpl_latest_first(flow->out, &(struct tpl_latest_first){.sql = latest.sql,
        .push = of->ins[0].push, .tag = latest.row->tag, .map = latest.map, .key = latest.key,
        .next = of->push});
}

/* ---- MATERIALIZE ---- */

/* DO NOTHING and DO ERROR: who holds a key of the sink, until it is taken back. Rows are judged one
 * by one, as they come. */
static void emit_first_holds(const struct latest *latest, const char *identity, bool keyed,
    const char *layout_text)
{
    struct arena *arena = latest->flow->e->arena;
    const struct plan_node *sink = latest->plan->outputs[0];
    struct text other = {.arena = arena}, again = {.arena = arena}, names = {.arena = arena};

    for (size_t i = 0; i < latest->plan->state_key_count; i++)
        text_printf(&names, "%s%s", i ? ", " : "",
            latest->plan->columns[latest->plan->state_key[i]].name);
    if (latest->plan->on_conflict == CONFLICT_ERROR)
        tpl_latest_conflict_fails(&other, &(struct tpl_latest_conflict_fails){
            .text = emit_c_literal(arena, arena_printf(arena,
                "Primary key constraint violation: '%s' gets several rows with the same (%s); ON "
                "CONFLICT DO NOTHING keeps the first", sink->table->name, text_chars(&names)))});
    else
        tpl_latest_conflict_ignored(&other, &(struct tpl_latest_conflict_ignored){0});
    if (keyed)
        tpl_latest_conflict_update(&again, &(struct tpl_latest_conflict_update){
            .next = latest->node->push});
    else
        tpl_latest_conflict_again(&again, &(struct tpl_latest_conflict_again){0});
    add_map(latest, "struct rt_values", "rt_values", "rt_values_forget", layout_text);
    tpl_latest_conflict(latest->flow->out, &(struct tpl_latest_conflict){.sql = latest->sql,
        .push = latest->node->ins[0].push, .tag = latest->row->tag, .map = latest->map,
        .key = latest->key, .identity = identity, .other = text_chars(&other),
        .again = text_chars(&again), .next = latest->node->push});
}

static bool keeps_first(const struct plan_node *plan)
{
    return plan->on_conflict == CONFLICT_NOTHING || plan->on_conflict == CONFLICT_ERROR;
}

/* What a row of the sink's key is known by when it is taken back: the upsert key of the query, or
 * the whole row. */
void operator_emit_materialize(struct flow *flow, struct flow_node *of)
{
    const struct plan_node *plan = of->node;
    const struct plan_key *key = plan->inputs[0]->upsert_key;
    struct latest latest = begin(flow, of, plan->state_key, plan->state_key_count);
    struct text pack = {.arena = flow->e->arena};
    const char *identity = latest.pack, *layout_text;
    bool keyed = key && key->count;

    layout_text = arena_printf(flow->e->arena, "%s; %s", layout(&latest, plan->state_key,
        plan->state_key_count), keyed ? state_layout(flow->e, latest.row, key->columns,
        key->count) : "");
    if (keyed) {
        identity = named(&latest, "identity");
        state_emit_key(flow, identity, "What the query knows the row by.", latest.row,
            key->columns, key->count);
    }
    if (!keyed || !keeps_first(plan))
        state_emit_pack(flow, latest.pack, latest.row);
    if (keeps_first(plan)) {
        emit_first_holds(&latest, identity, keyed, layout_text);
        return;
    }
    state_emit_unpack(flow, latest.unpack, latest.row);
    if (keyed) {
        tpl_latest_pack_row(&pack, &(struct tpl_latest_pack_row){.pack = latest.pack});
        tpl_latest_materialized(flow->out, &(struct tpl_latest_materialized){
            .name = latest.kept, .tag = latest.row->tag, .unpack = latest.unpack});
    } else {
        tpl_latest_materialized_whole(flow->out, &(struct tpl_latest_materialized_whole){
            .name = latest.kept, .tag = latest.row->tag, .unpack = latest.unpack});
    }
    add_map(&latest, "struct rt_values", "rt_values", "rt_values_forget", layout_text);
    tpl_latest_materialize(flow->out, &(struct tpl_latest_materialize){.sql = latest.sql,
        .push = of->ins[0].push, .tag = latest.row->tag, .map = latest.map, .key = latest.key,
        .identity = identity, .pack = text_chars(&pack), .unpack = latest.kept,
        .next = of->push});
}
