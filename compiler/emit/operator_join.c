/* JOIN: state and matching rows (rt/join.h); here are keys, condition and rows of the query. */
#include "emit_state.h"
#include "op_join_tpl.h"
#include "op_state_tpl.h"

#include <string.h>

enum { LEFT, RIGHT };

static const char *const side_names[] = {"left", "right"};

/* What stands for one side. */
struct side {
    const struct row *row;
    const char *tag, *key, *own, *pack, *unpack;
    bool padded;   /* its rows without a match come out with NULLs */
    bool counted;  /* equal rows are one entry with a count */
};

struct joining {
    struct flow *flow;
    struct flow_node *of;
    enum rel_join kind;
    struct side sides[2];
    const char *emit, *meets;  /* meets NULL: no condition */
    const char *rows, *groups; /* maps */
};

static bool is_semi(const struct joining *j)
{
    return j->kind == REL_JOIN_SEMI || j->kind == REL_JOIN_ANTI;
}

static const char *name_of(struct joining *j, const char *tag, const char *what)
{
    return names_make(j->flow->e->names, "", arena_printf(j->flow->e->arena, "%s_%s", tag, what));
}

/* Whether rows without a match, or the first match, of this side make a difference. */
static bool counts_matches(const struct joining *j, int side)
{
    return j->sides[side].padded || (is_semi(j) && side == LEFT);
}

/* ---- keys ---- */

static size_t key_column(const struct join_key *key, int side)
{
    return side == LEFT ? key->left : key->right;
}

/* Both sides must give equal bytes: a NULL that meets nothing never comes here. */
static const struct key_part *join_key_parts(const struct joining *j, int side)
{
    const struct join *join = &j->of->node->join;
    struct key_part *parts = arena_array(j->flow->e->arena, join->key_count + 1, sizeof *parts);

    for (size_t i = 0; i < join->key_count; i++)
        parts[i] = (struct key_part){key_column(&join->keys[i], side),
            join->keys[i].null_equal ? KEY_MARKED : KEY_BARE};
    return parts;
}

static void emit_codec(struct joining *j, int side)
{
    struct side *s = &j->sides[side];
    const struct plan_key *own = j->of->node->side_key[side];

    s->key = name_of(j, s->tag, "key");
    state_emit_parts(j->flow, s->key,
        j->of->node->join.key_count ? "Rows of both sides meet by." : "Every row meets every row.",
        s->row, join_key_parts(j, side), j->of->node->join.key_count);
    if (j->of->node->side_state[side] == SIDE_KEYED) {
        s->own = name_of(j, s->tag, "own_key");
        state_emit_key(j->flow, s->own, "What a row is known by within its join key.", s->row,
            own->columns, own->count);
    }
    s->pack = name_of(j, s->tag, "pack");
    state_emit_pack(j->flow, s->pack, s->row);
    if (is_semi(j) && side == RIGHT && !j->of->node->join.condition)
        return; /* Only counted. */
    s->unpack = name_of(j, s->tag, "unpack");
    state_emit_unpack(j->flow, s->unpack, s->row);
}

/* ---- the rows that come out ---- */

static void emit_columns(struct joining *j, struct text *out, int side, size_t first)
{
    struct emitter *e = j->flow->e;
    const struct row *row = j->sides[side].row;
    struct text columns = {.arena = e->arena}, nulls = {.arena = e->arena};
    unsigned locals = 0;
    struct expr_scope scope = {.e = e, .next_local = &locals, .row = row,
        .row_text = side_names[side], .out = &columns};

    for (size_t i = 0; i < row->column_count && !e->failed; i++) {
        emit_assign(&scope, j->of->row, "out", first + i,
            &(struct texpr){.kind = TEXPR_INPUT, .type = row->columns[i].type, .input = i});
        tpl_op_join_null(&nulls, &(struct tpl_op_join_null){
            .number = j->of->row->columns[first + i].number});
    }
    if (j->sides[!side].padded && columns.size)
        tpl_op_join_side(out, &(struct tpl_op_join_side){.side = side_names[side],
            .columns = text_chars(&columns), .nulls = text_chars(&nulls)});
    else if (columns.size)
        text_add(out, text_chars(&columns));
    else
        tpl_op_join_unused(out, &(struct tpl_op_join_unused){.name = side_names[side]});
}

static void emit_out(struct joining *j)
{
    struct text columns = {.arena = j->flow->e->arena};

    j->emit = name_of(j, j->of->row->tag, "emit");
    emit_columns(j, &columns, LEFT, 0);
    if (is_semi(j)) {
        tpl_op_join_emit_left(j->flow->out, &(struct tpl_op_join_emit_left){.name = j->emit,
            .left = j->sides[LEFT].tag, .tag = j->of->row->tag, .columns = text_chars(&columns),
            .push = j->of->push});
        return;
    }
    emit_columns(j, &columns, RIGHT, j->sides[LEFT].row->column_count);
    tpl_op_join_emit(j->flow->out, &(struct tpl_op_join_emit){.name = j->emit,
        .left = j->sides[LEFT].tag, .right = j->sides[RIGHT].tag, .tag = j->of->row->tag,
        .columns = text_chars(&columns), .push = j->of->push});
}

static void emit_meets(struct joining *j)
{
    struct emitter *e = j->flow->e;
    const struct texpr *condition = j->of->node->join.condition;
    size_t left = j->sides[LEFT].row->column_count, right = j->sides[RIGHT].row->column_count;
    struct emit_value *inputs = arena_array(e->arena, left + right + 1, sizeof *inputs);
    struct text body = {.arena = e->arena};
    unsigned locals = 0;
    struct expr_scope scope = {.e = e, .out = &body, .next_local = &locals, .inputs = inputs};

    if (!condition)
        return;
    for (int side = LEFT; side <= RIGHT; side++) {
        const struct row *row = j->sides[side].row;

        for (size_t i = 0; i < row->column_count; i++)
            inputs[side == LEFT ? i : left + i] =
                flow_value(e, &row->columns[i], side_names[side]);
    }
    emit_condition(&scope, condition);
    for (int side = LEFT; side <= RIGHT; side++)
        if (!strstr(text_chars(&body), arena_printf(e->arena, "%s->", side_names[side])))
            tpl_op_join_unused(&body, &(struct tpl_op_join_unused){.name = side_names[side]});
    j->meets = name_of(j, j->of->row->tag, "meets");
    tpl_op_join_meets(j->flow->out, &(struct tpl_op_join_meets){
        .sql = expr_sql(&scope, condition->span), .name = j->meets,
        .left = j->sides[LEFT].tag, .right = j->sides[RIGHT].tag, .body = text_chars(&body)});
}

/* ---- a row comes in ---- */

/* A call that passes on a row; `in`, `row`: of the side that it came from and of the other; NULL:
 * none. */
static const char *call_emit(struct joining *j, int side, const char *in, const char *row,
    const char *kind)
{
    struct arena *arena = j->flow->e->arena;

    if (is_semi(j))
        return arena_printf(arena, "%s(task, %s, %s, error)", j->emit, in, kind);
    return arena_printf(arena, "%s(task, %s, %s, %s, error)", j->emit, side == LEFT ? in : row,
        side == LEFT ? row : in, kind);
}

static const char *null_condition(struct joining *j, int side)
{
    struct arena *arena = j->flow->e->arena;
    const struct join *join = &j->of->node->join;
    const char *condition = "false";

    for (size_t i = 0; i < join->key_count; i++) {
        const struct row_column *column =
            &j->sides[side].row->columns[key_column(&join->keys[i], side)];

        if (!join->keys[i].null_equal && column->type->nullable)
            condition = c_or(arena, condition,
                arena_printf(arena, "rt_null_get(in->nulls, %s)", column->number));
    }
    return condition;
}

/* Rows with a NULL key are in no state. */
static const char *nulls_of(struct joining *j, int side)
{
    struct arena *arena = j->flow->e->arena;
    struct text out = {.arena = arena};
    const char *condition = null_condition(j, side), *push = "true";

    if (c_is(condition, "false"))
        return "";
    if (j->sides[side].padded)
        push = call_emit(j, side, "in", "NULL", "kind");
    else if (j->kind == REL_JOIN_ANTI && side == LEFT)
        push = call_emit(j, side, "in", NULL, "op");
    tpl_op_join_if_null(&out, &(struct tpl_op_join_if_null){
        .condition = condition, .then = arena_printf(arena, "return %s;", push)});
    return text_chars(&out);
}

/* The kind of what comes out: that of the row itself in an inner join; sides that are padded make
 * inserts and deletes. */
static const char *kind_of(struct joining *j, int side)
{
    if (is_semi(j))
        return j->kind == REL_JOIN_ANTI && side == RIGHT ? "adds ? RT_DELETE : RT_INSERT" : NULL;
    if (j->sides[side].padded)
        return "adds ? RT_INSERT : RT_DELETE";
    return j->sides[!side].padded ? "adds ? RT_INSERT : op" : NULL;
}

static const char *state_of(struct joining *j, int side)
{
    struct text out = {.arena = j->flow->e->arena}, own = {.arena = j->flow->e->arena};
    struct text retract = {.arena = j->flow->e->arena};
    const struct side *s = &j->sides[side];

    if (s->counted) {
        tpl_op_join_keep_counted(&out, &(struct tpl_op_join_keep_counted){.pack = s->pack});
        return text_chars(&out);
    }
    if (s->own)
        tpl_op_join_own_key(&own, &(struct tpl_op_join_own_key){.name = s->own});
    if (join_side_is_upsert(j->of->node, (size_t)side))
        tpl_op_join_retract_known(&retract, &(struct tpl_op_join_retract_known){0});
    else
        tpl_op_join_retract(&retract, &(struct tpl_op_join_retract){0});
    tpl_op_join_keep(&out, &(struct tpl_op_join_keep){
        .own = text_chars(&own), .pack = s->pack, .retract = text_chars(&retract)});
    return text_chars(&out);
}

/* What happens to a row of the other side that is met. */
static void add_met(struct joining *j, struct text *out, int side)
{
    const char *kind = kind_of(j, side) ? "kind" : "op";
    const char *push = call_emit(j, side, "in", "&row", kind);

    if (is_semi(j) && side == RIGHT) {
        tpl_op_join_push_first(out, &(struct tpl_op_join_push_first){
            .push = call_emit(j, side, "&row", NULL, kind)});
        return;
    }
    if (counts_matches(j, side))
        tpl_op_join_match(out, &(struct tpl_op_join_match){0});
    if (is_semi(j))
        return;
    if (j->sides[!side].padded)
        tpl_op_join_push_padded(out, &(struct tpl_op_join_push_padded){
            .before = call_emit(j, side, "NULL", "&row", "RT_DELETE"), .push = push,
            .after = call_emit(j, side, "NULL", "&row", "RT_INSERT")});
    else if (j->sides[!side].counted)
        tpl_op_join_push_each(out, &(struct tpl_op_join_push_each){.push = push});
    else
        tpl_op_join_push(out, &(struct tpl_op_join_push){.push = push});
}

static const char *loop_of(struct joining *j, int side)
{
    struct arena *arena = j->flow->e->arena;
    const struct side *other = &j->sides[!side];
    struct text out = {.arena = arena}, meets = {.arena = arena};

    if (j->meets)
        tpl_op_join_local_meets(&meets, &(struct tpl_op_join_local_meets){0});
    if (other->unpack)
        tpl_op_join_row(&out, &(struct tpl_op_join_row){
            .tag = other->tag, .meets = text_chars(&meets), .unpack = other->unpack});
    if (j->meets)
        tpl_op_join_test(&out, &(struct tpl_op_join_test){
            .meets = arena_printf(arena, "%s(task, %s, %s, &meets, error)", j->meets,
                side == LEFT ? "in" : "&row", side == LEFT ? "&row" : "in")});
    add_met(j, &out, side);
    return text_chars(&out);
}

/* After the other side's rows: a row that met none. */
static const char *after_of(struct joining *j, int side)
{
    struct text out = {.arena = j->flow->e->arena};
    const char *push = call_emit(j, side, "in", "NULL", is_semi(j) ? "op" : "kind");

    if (counts_matches(j, side)) {
        tpl_op_join_match_kept(&out, &(struct tpl_op_join_match_kept){0});
        tpl_op_join_unless(&out, &(struct tpl_op_join_unless){
            .condition = j->kind == REL_JOIN_SEMI ? "matches" : "!matches", .push = push});
    }
    tpl_op_join_done(&out, &(struct tpl_op_join_done){0});
    return text_chars(&out);
}

static void emit_in(struct joining *j, int side)
{
    struct emitter *e = j->flow->e;
    struct text locals = {.arena = e->arena}, drop = {.arena = e->arena};
    const struct plan_node *input = j->of->node->inputs[side];
    const char *kind = kind_of(j, side), *constant = side == LEFT ? "RT_LEFT" : "RT_RIGHT";

    if (input->changes & CHANGE_UB && !(input->requested & CHANGE_UB))
        tpl_op_join_no_before(&drop, &(struct tpl_op_join_no_before){0});

    if (kind)
        tpl_op_join_local_kind(&locals, &(struct tpl_op_join_local_kind){.kind = kind});
    if (counts_matches(j, side))
        tpl_op_join_local_matches(&locals, &(struct tpl_op_join_local_matches){0});
    if (j->sides[side].counted)
        tpl_op_join_local_row_at(&locals, &(struct tpl_op_join_local_row_at){0});
    j->of->ins[side].push =
        name_of(j, j->of->row->tag, side == LEFT ? "from_left" : "from_right");
    tpl_op_join_in(j->flow->out, &(struct tpl_op_join_in){
        .about = arena_printf(e->arena, "A row of the %s side.", side_names[side]),
        .name = j->of->ins[side].push, .tag = j->sides[side].tag, .rows = j->rows,
        .groups = j->groups, .side = constant,
        .locals = text_chars(&locals), .drop = text_chars(&drop), .nulls = nulls_of(j, side),
        .key = j->sides[side].key, .state = state_of(j, side), .loop = loop_of(j, side),
        .after = after_of(j, side)});
    j->of->ins[side].near = (struct flow_near){.map = j->groups,
        .parts = join_key_parts(j, side), .count = j->of->node->join.key_count,
        .end = arena_printf(e->arena, "rt_join_near(&near, %s);", constant)};
}

/* ---- the operator ---- */

static const char *layout_of(struct joining *j)
{
    struct emitter *e = j->flow->e;
    const struct plan_node *node = j->of->node;
    struct text out = {.arena = e->arena};

    text_printf(&out, "join %d on ", (int)j->kind);
    for (size_t i = 0; i < node->join.key_count; i++)
        text_printf(&out, "%zu %zu%s, ", node->join.keys[i].left, node->join.keys[i].right,
            node->join.keys[i].null_equal ? " null" : "");
    for (int side = LEFT; side <= RIGHT; side++) {
        const struct plan_key *own = node->side_key[side];

        text_printf(&out, "; state %d ", (int)node->side_state[side]);
        for (size_t i = 0; node->side_state[side] == SIDE_KEYED && i < own->count; i++)
            text_printf(&out, "%zu, ", own->columns[i]);
        text_add(&out, state_layout(e, j->sides[side].row, NULL, 0));
    }
    return text_chars(&out);
}

static void emit_maps(struct joining *j)
{
    struct arena *arena = j->flow->e->arena;
    const char *tag = j->of->row->tag, *stable = flow_stable_name(j->flow, j->of->node);
    const char *restored = name_of(j, tag, "restored"), *ttl_of = NULL;
    const struct plan_node *node = j->of->node;

    j->rows = flow_new_map(j->flow, arena_printf(arena, "%s_rows", tag));
    j->groups = flow_new_map(j->flow, arena_printf(arena, "%s_groups", tag));
    tpl_op_join_restored(j->flow->out, &(struct tpl_op_join_restored){
        .name = restored, .rows = j->rows, .groups = j->groups});
    if (node->side_ttl_ms[LEFT] != node->side_ttl_ms[RIGHT]) {
        ttl_of = name_of(j, tag, "ttl");
        tpl_op_join_ttl(j->flow->out, &(struct tpl_op_join_ttl){.name = ttl_of,
            .left = c_integer(arena, node->side_ttl_ms[LEFT], false),
            .right = c_integer(arena, node->side_ttl_ms[RIGHT], false)});
    }
    flow_add_map(j->flow, &(struct flow_map){.map = j->rows,
        .name = name_of(j, tag, "rows_operator"), .stable_name = stable,
        .value = "struct rt_join_row", .layout = layout_of(j),
        .ttl_ms = node->state_ttl_ms, .ttl_of = ttl_of, .encode = "rt_join_encode",
        .decode = "rt_join_decode", .release = "rt_join_release",
        .owned = "rt_join_owned", .restored = restored});
    flow_add_map(j->flow, &(struct flow_map){.map = j->groups,
        .name = name_of(j, tag, "groups_operator"),
        .stable_name = arena_printf(arena, "%s-groups", stable),
        .value = "struct rt_join_group", .layout = "", .encode = "rt_join_group_encode",
        .decode = "rt_join_group_decode", .derived = true});
}

void operator_emit_join(struct flow *flow, struct flow_node *of)
{
    struct joining j = {.flow = flow, .of = of, .kind = of->node->join.kind};

    for (int side = LEFT; side <= RIGHT; side++) {
        struct side *s = &j.sides[side];

        s->row = of->ins[side].row;
        s->tag = s->row->tag;
        s->counted = of->node->side_state[side] == SIDE_ROWS;
        s->padded = j.kind == REL_JOIN_FULL ||
            j.kind == (side == LEFT ? REL_JOIN_LEFT : REL_JOIN_RIGHT);
        emit_codec(&j, side);
    }
    emit_out(&j);
    if (!flow->e->failed)
        emit_meets(&j);
    if (flow->e->failed)
        return;
    emit_maps(&j);
    emit_in(&j, LEFT);
    emit_in(&j, RIGHT);
}
