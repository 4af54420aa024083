/* RANK and LIMIT: rt/rank.h does the work; here are keys, order and rows of the query. */
#include "emit_state.h"
#include "op_rank_tpl.h"
#include "op_state_tpl.h"

#include <string.h>

/* What stands for one operator. */
struct ranking {
    struct flow *flow;
    struct flow_node *of;
    const struct row *in;
    const char *partition, *key, *order, *pack, *unpack, *emit, *numbered, *rank;
    const char *rows, *lists; /* maps */
    bool inserts;             /* nothing else comes in */
};

static const char *name_of(struct ranking *r, const char *what)
{
    struct emitter *e = r->flow->e;

    return names_make(e->names, "", arena_printf(e->arena, "%s_%s", r->of->row->tag, what));
}

/* Columns that give the order; arrival gives it by itself. */
static size_t order_count(const struct rank *rank)
{
    return rank->by_arrival ? 0 : rank->order_count;
}

static bool newest_first(const struct rank *rank)
{
    return rank->by_arrival && rank->order_count && rank->order[0].descending;
}

/* ---- the sort key ---- */

/* The call that appends a present value; NULL: reported. */
static const char *order_call(struct ranking *r, const struct row_column *column, bool descending)
{
    struct emitter *e = r->flow->e;
    const char *word = "i64";

    switch (column->type->kind) {
    case TYPE_BOOLEAN: case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT:
    case TYPE_DATE: case TYPE_TIME: case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
        break;
    case TYPE_FLOAT: case TYPE_DOUBLE:
        word = "f64";
        break;
    case TYPE_DECIMAL:
        word = column->type->precision <= 18 ? "i64" : "i128";
        break;
    case TYPE_CHAR: case TYPE_VARCHAR:
        word = "text";
        break;
    case TYPE_BINARY: case TYPE_VARBINARY:
        word = "bytes";
        break;
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ:
        word = column->type->precision <= 6 ? "i64" : "timestamp";
        break;
    case TYPE_NULL: case TYPE_TIMESTAMP_TZ: case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP:
    case TYPE_ROW: case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR:
        diag_error(e->diag, D_COLUMN_TYPE, r->of->node->span,
            "ORDER BY '%s': values of type %s have no order", column->name,
            type_name(e->arena, column->type));
        e->failed = true;
        return NULL;
    }
    return arena_printf(e->arena, "rt_rank_key_%s(out, row->%s, %s)", word, column->member,
        descending ? "true" : "false");
}

static void emit_order(struct ranking *r)
{
    struct emitter *e = r->flow->e;
    const struct rank *rank = &r->of->node->rank;
    struct text values = {.arena = e->arena};

    for (size_t i = 0; i < order_count(rank); i++) {
        const struct sort_key *sort = &rank->order[i];
        const struct row_column *column = &r->in->columns[sort->column];
        const char *call = order_call(r, column, sort->descending);
        struct text statement = {.arena = e->arena};

        if (!call)
            return;
        if (!column->type->nullable) {
            emit_statement(&values, call);
            continue;
        }
        emit_statement(&statement, call);
        tpl_op_rank_key_nullable(&values, &(struct tpl_op_rank_key_nullable){
            .null = arena_printf(e->arena, "rt_null_get(row->nulls, %s)", column->number),
            .first = sort->nulls_first ? "true" : "false", .value = text_chars(&statement)});
    }
    if (order_count(rank))
        tpl_state_key(r->flow->out, &(struct tpl_state_key){.about = "Bytes in the order of rows.",
            .name = r->order, .tag = r->in->tag, .values = text_chars(&values)});
    else
        tpl_state_key_empty(r->flow->out, &(struct tpl_state_key_empty){
            .about = "Rows are in the order of their arrival.", .name = r->order,
            .tag = r->in->tag});
}

/* ---- what comes out ---- */

static void emit_numbered(struct ranking *r)
{
    struct emitter *e = r->flow->e;
    const struct plan_node *node = r->of->node;
    static const struct type bigint = {.kind = TYPE_BIGINT};
    const struct emit_value number = {"number", "false"};
    struct text columns = {.arena = e->arena};
    unsigned locals = 0;
    struct expr_scope scope = {.e = e, .out = &columns, .next_local = &locals, .row = r->in,
        .row_text = "in"};
    size_t last = node->column_count - 1;

    r->numbered = name_of(r, "numbered");
    for (size_t i = 0; i < last; i++)
        emit_assign(&scope, r->of->row, "out", i,
            &(struct texpr){.kind = TEXPR_INPUT, .type = r->in->columns[i].type, .input = i});
    scope.inputs = &number;
    emit_assign(&scope, r->of->row, "out", last,
        &(struct texpr){.kind = TEXPR_INPUT, .type = &bigint});
    tpl_op_rank_numbered(r->flow->out, &(struct tpl_op_rank_numbered){.name = r->numbered,
        .from = r->in->tag, .tag = r->of->row->tag, .columns = text_chars(&columns),
        .push = r->of->push});
}

static void emit_row_of_bytes(struct ranking *r)
{
    struct text next = {.arena = r->flow->e->arena};

    if (r->numbered)
        tpl_op_rank_next_numbered(&next, &(struct tpl_op_rank_next_numbered){
            .numbered = r->numbered});
    else
        tpl_op_rank_next(&next, &(struct tpl_op_rank_next){.push = r->of->push});
    r->emit = name_of(r, "emit");
    tpl_op_rank_emit(r->flow->out, &(struct tpl_op_rank_emit){.name = r->emit,
        .from = r->in->tag, .unpack = r->unpack, .next = text_chars(&next)});
}

/* ---- state ---- */

static void add_flag(struct text *flags, const char *name, bool set)
{
    if (set)
        tpl_op_rank_flag(flags, &(struct tpl_op_rank_flag){.name = name});
}

static void emit_rank(struct ranking *r)
{
    struct arena *arena = r->flow->e->arena;
    const struct plan_node *node = r->of->node;
    const struct rank *rank = &node->rank;
    bool shifts = rank->from > 1 || (rank->with_number && rank->to > 1);
    struct text flags = {.arena = arena};

    add_flag(&flags, "shifts", shifts);
    add_flag(&flags, "retracts", !r->inserts && !node->rank_key);
    add_flag(&flags, "keyed", node->rank_key);
    add_flag(&flags, "single",
        (r->inserts || node->rank_key) && rank->from == 1 && rank->to == 1);
    add_flag(&flags, "newest_first", newest_first(rank));
    add_flag(&flags, "before", node->requested & CHANGE_UB);
    r->rank = name_of(r, "ranking");
    tpl_op_rank(r->flow->out, &(struct tpl_op_rank){.name = r->rank, .rows = r->rows,
        .lists = r->lists, .from = arena_printf(arena, "%lld", (long long)rank->from),
        .to = c_integer(arena, rank->to, false), .flags = text_chars(&flags), .emit = r->emit});
}

static const char *layout_of(struct ranking *r)
{
    struct emitter *e = r->flow->e;
    const struct rank *rank = &r->of->node->rank;
    const struct plan_key *key = r->of->node->rank_key;
    struct text out = {.arena = e->arena};

    text_printf(&out, "rank of %s; ", state_layout(e, r->in, rank->partition,
        rank->partition_count));
    for (size_t i = 0; i < order_count(rank); i++)
        text_printf(&out, "%zu%s%s, ", rank->order[i].column,
            rank->order[i].descending ? " desc" : "", rank->order[i].nulls_first ? " nulls" : "");
    text_printf(&out, "to %lld; ", (long long)(r->inserts ? rank->to : 0));
    for (size_t i = 0; key && i < key->count; i++)
        text_printf(&out, "key %zu, ", key->columns[i]);
    text_add(&out, state_layout(e, r->in, NULL, 0));
    return text_chars(&out);
}

static void emit_maps(struct ranking *r)
{
    struct arena *arena = r->flow->e->arena;
    const char *stable = flow_stable_name(r->flow, r->of->node);
    const char *restored = name_of(r, "restored");

    tpl_op_rank_restored(r->flow->out, &(struct tpl_op_rank_restored){
        .name = restored, .rank = r->rank});
    flow_add_map(r->flow, &(struct flow_map){.map = r->rows, .name = name_of(r, "rows_operator"),
        .stable_name = stable, .value = "struct rt_rank_row", .layout = layout_of(r),
        .ttl_ms = r->of->node->state_ttl_ms, .encode = "rt_rank_encode",
        .decode = "rt_rank_decode", .release = "rt_rank_release",
        .owned = "rt_rank_owned", .restored = restored});
    flow_add_map(r->flow, &(struct flow_map){.map = r->lists, .name = name_of(r, "lists_operator"),
        .stable_name = arena_printf(arena, "%s-lists", stable), .value = "struct rt_rank_list",
        .layout = "", .encode = "rt_rank_list_encode", .decode = "rt_rank_list_decode",
        .release = "rt_rank_list_release", .derived = true});
}

/* ---- what comes in ---- */

static void emit_ordered(struct ranking *r)
{
    struct emitter *e = r->flow->e;
    const struct plan_key *own = r->of->node->rank_key;
    struct text key = {.arena = e->arena}, retract = {.arena = e->arena};
    struct expr_scope scope = {.e = e};

    r->rows = flow_new_map(r->flow, arena_printf(e->arena, "%s_rows", r->of->row->tag));
    r->lists = flow_new_map(r->flow, arena_printf(e->arena, "%s_lists", r->of->row->tag));
    r->order = name_of(r, "order");
    r->pack = name_of(r, "pack");
    r->unpack = name_of(r, "unpack");
    if (own) {
        r->key = name_of(r, "key");
        state_emit_key(r->flow, r->key, "What a row replaces another by.", r->in, own->columns,
            own->count);
        tpl_op_rank_own_key(&key, &(struct tpl_op_rank_own_key){.key = r->key});
    }
    emit_order(r);
    if (e->failed)
        return;
    state_emit_pack(r->flow, r->pack, r->in);
    state_emit_unpack(r->flow, r->unpack, r->in);
    emit_row_of_bytes(r);
    emit_rank(r);
    emit_maps(r);
    if (r->inserts)
        tpl_op_rank_inserts(&retract, &(struct tpl_op_rank_inserts){0});
    else
        tpl_op_rank_retract(&retract, &(struct tpl_op_rank_retract){.rank = r->rank});
    tpl_op_rank_in(r->flow->out, &(struct tpl_op_rank_in){
        .sql = expr_sql(&scope, r->of->node->span), .name = r->of->ins[0].push,
        .tag = r->in->tag, .rank = r->rank, .partition = r->partition, .key = text_chars(&key),
        .order = r->order, .pack = r->pack, .retract = text_chars(&retract)});
}

/* The first rows that come are those that stay: they are only counted. */
static void emit_first(struct ranking *r)
{
    struct emitter *e = r->flow->e;
    const struct rank *rank = &r->of->node->rank;
    struct text skip = {.arena = e->arena}, next = {.arena = e->arena};
    struct expr_scope scope = {.e = e};

    r->rows = flow_new_map(r->flow, r->of->row->tag);
    flow_add_map(r->flow, &(struct flow_map){.map = r->rows, .name = name_of(r, "operator"),
        .stable_name = flow_stable_name(r->flow, r->of->node), .value = "struct rt_rank_count",
        .layout = arena_printf(e->arena, "first of %s",
            state_layout(e, r->in, rank->partition, rank->partition_count)),
        .ttl_ms = r->of->node->state_ttl_ms, .encode = "rt_rank_count_encode",
        .decode = "rt_rank_count_decode"});
    if (rank->from > 1)
        tpl_op_rank_skip(&skip, &(struct tpl_op_rank_skip){
            .from = c_integer(e->arena, rank->from, false)});
    if (r->numbered)
        tpl_op_rank_first_numbered(&next, &(struct tpl_op_rank_first_numbered){
            .numbered = r->numbered});
    else
        tpl_op_rank_first_next(&next, &(struct tpl_op_rank_first_next){.push = r->of->push});
    tpl_op_rank_first(r->flow->out, &(struct tpl_op_rank_first){
        .sql = expr_sql(&scope, r->of->node->span), .name = r->of->ins[0].push,
        .tag = r->in->tag, .map = r->rows, .partition = r->partition,
        .to = c_integer(e->arena, rank->to, false), .skip = text_chars(&skip),
        .next = text_chars(&next)});
}

void operator_emit_rank(struct flow *flow, struct flow_node *of)
{
    const struct rank *rank = &of->node->rank;
    struct ranking r = {.flow = flow, .of = of, .in = of->ins[0].row,
        .inserts = !(of->node->inputs[0]->changes & ~(unsigned)CHANGE_I)};

    of->ins[0].push = name_of(&r, "from_in");
    r.partition = name_of(&r, "partition");
    state_emit_key(flow, r.partition, "Rows are ranked among those with the same key.", r.in,
        rank->partition, rank->partition_count);
    if (rank->with_number)
        emit_numbered(&r);
    if (flow->e->failed)
        return;
    if (r.inserts && !order_count(rank) && !newest_first(rank))
        emit_first(&r);
    else
        emit_ordered(&r);
    of->ins[0].near = (struct flow_near){.map = r.lists ? r.lists : r.rows,
        .parts = state_parts(flow->e->arena, rank->partition, rank->partition_count),
        .count = rank->partition_count,
        .end = r.lists ? "rt_rank_near(&near);" : "rt_near_end(&near);"};
}
