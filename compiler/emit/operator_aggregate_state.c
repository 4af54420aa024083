/* What a group keeps: the struct, and its bytes in the store. */
#include "aggregate.h"
#include "op_aggregate_tpl.h"
#include "op_state_tpl.h"

#include <string.h>

/* Columns of the group struct while it is put together. */
struct columns {
    struct agg *agg;
    VEC(struct rel_column) list;
    struct text members;
};

static int add_column(struct columns *columns, const char *verb, const char *of,
    const struct type *type)
{
    struct arena *arena = columns->agg->e->arena;
    struct rel_column column = {of ? arena_printf(arena, "%s_%s", verb, of) : verb, type};

    vec_push(arena, &columns->list, column);
    return (int)columns->list.count - 1;
}

static int add_count(struct columns *columns, const char *verb, const char *of)
{
    return add_column(columns, verb, of, type_simple(columns->agg->e->arena, TYPE_BIGINT, false));
}

bool aggregate_is_plain(const struct type *type)
{
    const char *word = state_word(type);

    return word && strcmp(word, "text") != 0 && strcmp(word, "bytes") != 0;
}

static void keep(struct columns *columns, struct function_state *function, enum kept kept,
    const char *word)
{
    struct arena *arena = columns->agg->e->arena;
    const char *name =
        arena_printf(arena, "%s_%zu", word, (size_t)(function - columns->agg->functions) + 1);

    function->kept = kept;
    function->member = arena_printf(arena, "group->%s", name);
    tpl_agg_member(&columns->members, &(struct tpl_agg_member){
        .ctype = arena_printf(arena, "struct rt_%s", word), .name = name, .sql = function->sql});
}

/* Sums of AVG are wider than its argument. */
static const struct type *sum_type(struct arena *arena, const struct aggregate *of,
    const struct type *argument)
{
    if (of->kind == AGG_SUM)
        return type_with_null(arena, of->type, of->type->kind == TYPE_DECIMAL);
    if (argument->kind == TYPE_DECIMAL)
        return type_decimal(arena, TYPE_MAX_PRECISION, argument->scale, true);
    return type_simple(arena, type_is_integer(argument) ? TYPE_BIGINT : TYPE_DOUBLE, false);
}

static void keep_one_value(struct columns *columns, struct function_state *function,
    const char *verb, const struct rel_column *argument)
{
    struct agg *agg = columns->agg;
    bool extreme = function->of->kind == AGG_MIN || function->of->kind == AGG_MAX;

    if (agg->retracts && extreme)
        keep(columns, function, KEPT_COUNTS, "counts");
    else if (agg->retracts || !aggregate_is_plain(argument->type))
        keep(columns, function, KEPT_VALUES, "values");
    else
        function->number = add_column(columns, verb, argument->name,
            type_with_null(agg->e->arena, argument->type, true));
}

/* Of what may be taken back, how often each number is there; XOR takes back as it adds. */
static void keep_bitmap(struct columns *columns, struct function_state *function,
    const struct rel_column *argument)
{
    enum aggregate_kind kind = function->of->kind;

    if (columns->agg->retracts && kind != AGG_BITMAP_XOR)
        keep(columns, function, KEPT_COUNTS, "counts");
    else
        keep(columns, function, KEPT_BITMAP, "bitmap_set");
    if (kind != AGG_BITMAP_BUILD)
        function->count = add_count(columns, "count", argument->name);
}

static void keep_function(struct columns *columns, struct function_state *function)
{
    struct agg *agg = columns->agg;
    const struct aggregate *of = function->of;
    const struct rel_column *argument =
        of->arg_count ? &agg->plan->inputs[0]->columns[of->args[0]] : NULL;

    switch (of->kind) {
    case AGG_COUNT_STAR:
        function->count = of->filter < 0 && agg->rows >= 0 && !of->distinct
            ? agg->rows
            : add_count(columns, "count", NULL);
        return;
    case AGG_COUNT:
        function->count = add_count(columns, "count", argument->name);
        return;
    case AGG_SUM: case AGG_AVG:
        function->number = add_column(columns, "sum", argument->name,
            sum_type(agg->e->arena, of, argument->type));
        function->count = add_count(columns, "count", argument->name);
        return;
    case AGG_MIN:
        keep_one_value(columns, function, "min", argument);
        return;
    case AGG_MAX:
        keep_one_value(columns, function, "max", argument);
        return;
    case AGG_FIRST_VALUE:
        keep_one_value(columns, function, "first", argument);
        return;
    case AGG_LAST_VALUE:
        keep_one_value(columns, function, "last", argument);
        return;
    case AGG_STDDEV_POP: case AGG_STDDEV_SAMP: case AGG_VAR_POP: case AGG_VAR_SAMP:
        keep(columns, function, KEPT_WELFORD, "welford");
        return;
    case AGG_COLLECT: case AGG_PERCENTILE:
        keep(columns, function, KEPT_COUNTS, "counts");
        return;
    case AGG_BITMAP_BUILD: case AGG_BITMAP_AND: case AGG_BITMAP_OR: case AGG_BITMAP_XOR:
        keep_bitmap(columns, function, argument);
        return;
    case AGG_LISTAGG: case AGG_ARRAY_AGG:
    case AGG_SINGLE_VALUE:
        keep(columns, function, KEPT_VALUES, "values");
        return;
    }
    BUG("aggregate %d", (int)of->kind);
}

/* The same argument and filter share one map. */
static void share_distinct(struct agg *agg, size_t index)
{
    struct function_state *function = &agg->functions[index];
    const struct aggregate *of = function->of;

    if (!of->distinct || of->kind == AGG_MIN || of->kind == AGG_MAX || !of->arg_count)
        return;
    function->distinct = flow_new_map(agg->flow,
        arena_printf(agg->e->arena, "%s_distinct_%zu", agg->name, index + 1));
}

static void make_counts(struct agg *agg, size_t index)
{
    struct function_state *function = &agg->functions[index];

    if (function->kept == KEPT_COUNTS)
        function->counts = flow_new_map(agg->flow,
            arena_printf(agg->e->arena, "%s_counts_%zu", agg->name, index + 1));
}

void aggregate_make_group(struct agg *agg)
{
    struct columns columns = {.agg = agg, .members = {.arena = agg->e->arena}};
    struct arena *arena = agg->e->arena;
    size_t first = agg->in->column_count;

    agg->rows = agg->retracts ? add_count(&columns, "rows", NULL) : -1;
    for (size_t i = 0; i < agg->plan->aggregate_count; i++) {
        keep_function(&columns, &agg->functions[i]);
        share_distinct(agg, i);
        make_counts(agg, i);
    }
    agg->group = flow_row_with(agg->flow, agg->flow->out,
        arena_printf(arena, "%s_group", agg->name + strlen(agg->flow->prefix)), columns.list.at,
        columns.list.count, NULL, columns.members.size ? text_chars(&columns.members) : "");
    agg->inputs = arena_array(arena, first + columns.list.count + 1, sizeof *agg->inputs);
    for (size_t i = 0; i < first; i++)
        agg->inputs[i] = (struct emit_value){
            emit_load(agg->e, agg->in->columns[i].type, aggregate_argument(agg, i)),
            aggregate_argument_null(agg, i)};
    for (size_t i = 0; i < columns.list.count; i++)
        agg->inputs[first + i] = (struct emit_value){
            emit_load(agg->e, agg->group->columns[i].type, aggregate_member(agg, (int)i)),
            "false"};
}

/* ---- its bytes ---- */

static bool is_empty(const struct agg *agg)
{
    if (agg->group->column_count)
        return false;
    for (size_t i = 0; i < agg->plan->aggregate_count; i++)
        if (agg->functions[i].kept != KEPT_NUMBERS && agg->functions[i].kept != KEPT_COUNTS)
            return false;
    return true;
}

static const char *null_count(struct agg *agg)
{
    for (size_t i = 0; i < agg->group->column_count; i++)
        if (agg->group->columns[i].type->nullable)
            return arena_printf(agg->e->arena, "%zu", agg->group->column_count);
    return NULL;
}

static void save_columns(struct agg *agg, struct text *save, struct text *load)
{
    const char *nulls = null_count(agg);
    struct arena *arena = agg->e->arena;

    if (nulls) {
        emit_statement(save, arena_printf(arena, "rt_pack_nulls(out, group->nulls, %s)", nulls));
        emit_statement(load,
            arena_printf(arena, "rt_unpack_nulls(&from, group->nulls, %s)", nulls));
    }
    for (size_t i = 0; i < agg->group->column_count; i++) {
        const struct type *type = agg->group->columns[i].type;
        const char *member = aggregate_member(agg, (int)i);

        emit_statement(save, state_pack_call(agg->e, type, member, "out"));
        emit_statement(load, state_unpack_call(agg->e, type, member, "&from", "NULL"));
    }
}

static void save_kept(struct agg *agg, struct text *save, struct text *load,
    struct text *release)
{
    struct arena *arena = agg->e->arena;

    for (size_t i = 0; i < agg->plan->aggregate_count; i++) {
        const struct function_state *function = &agg->functions[i];
        switch (function->kept) {
        case KEPT_NUMBERS:
            break;
        case KEPT_WELFORD:
            emit_statement(save, arena_printf(arena, "rt_pack_raw(out, &%s, sizeof %s)",
                function->member, function->member));
            emit_statement(load, arena_printf(arena, "rt_unpack_raw(&from, &%s, sizeof %s)",
                function->member, function->member));
            break;
        case KEPT_VALUES:
            emit_statement(save, arena_printf(arena, "rt_values_pack(&%s, out)",
                function->member));
            emit_statement(load, arena_printf(arena, "rt_values_unpack(&from, &%s)",
                function->member));
            emit_statement(release, arena_printf(arena, "rt_values_release(&%s)",
                function->member));
            break;
        case KEPT_BITMAP:
            emit_statement(save, arena_printf(arena, "rt_bitmap_set_pack(&%s, out)",
                function->member));
            emit_statement(load, arena_printf(arena, "rt_bitmap_set_unpack(&from, &%s)",
                function->member));
            emit_statement(release, arena_printf(arena, "rt_bitmap_set_release(&%s)",
                function->member));
            break;
        case KEPT_COUNTS:
            emit_statement(release, arena_printf(arena, "rt_counts_release(&%s)",
                function->member));
            break;
        }
    }
}

static void add_distinct_maps(struct agg *agg)
{
    struct arena *arena = agg->e->arena;

    for (size_t i = 0; i < agg->plan->aggregate_count; i++) {
        const struct function_state *function = &agg->functions[i];

        if (!function->distinct)
            continue;
        flow_add_map(agg->flow, &(struct flow_map){.map = function->distinct,
            .name = names_make(agg->e->names, "",
                arena_printf(arena, "%s_distinct_%zu", agg->name, i + 1)),
            .stable_name = arena_printf(arena, "%s-distinct-%zu",
                flow_stable_name(agg->flow, agg->plan), i + 1),
            .value = "struct rt_distinct",
            .layout = arena_printf(arena, "%s: %s", text_chars(&agg->layout),
                state_layout(agg->e, agg->in, function->of->args, 1)),
            .ttl_ms = agg->plan->state_ttl_ms, .encode = "rt_distinct_encode",
            .decode = "rt_distinct_decode"});
    }
}

static void add_counts_maps(struct agg *agg, const char *map)
{
    struct arena *arena = agg->e->arena;

    for (size_t i = 0; i < agg->plan->aggregate_count; i++) {
        const struct function_state *function = &agg->functions[i];
        const char *name = arena_printf(arena, "%s_counts_%zu", agg->name, i + 1);
        const char *restored = arena_printf(arena, "%s_restored", name);

        if (!function->counts)
            continue;
        tpl_agg_counts_restored(agg->flow->out, &(struct tpl_agg_counts_restored){
            .name = restored, .group = agg->group->tag, .groups = map, .map = function->counts,
            .member = function->member});
        flow_add_map(agg->flow, &(struct flow_map){.map = function->counts,
            .name = names_make(agg->e->names, "", name),
            .stable_name = arena_printf(arena, "%s-counts-%zu",
                flow_stable_name(agg->flow, agg->plan), i + 1),
            .value = "struct rt_counted",
            .layout = arena_printf(arena, "%s: %s", text_chars(&agg->layout),
                state_layout(agg->e, agg->in, function->of->args, 1)),
            .encode = "rt_counts_encode", .decode = "rt_counts_decode", .restored = restored});
    }
}

/* Key columns, then what each function keeps. */
static void describe(struct agg *agg)
{
    text_add(&agg->layout,
        state_layout(agg->e, agg->in, agg->plan->group, agg->plan->group_count));
    text_add(&agg->layout, " -> ");
    text_add(&agg->layout, state_layout(agg->e, agg->group, NULL, 0));
    for (size_t i = 0; i < agg->plan->aggregate_count; i++) {
        const struct function_state *function = &agg->functions[i];

        text_printf(&agg->layout, "%d %d %s, ", (int)function->of->kind, (int)function->kept,
            function->of->arg_count
                ? type_name(agg->e->arena, agg->in->columns[function->of->args[0]].type)
                : "*");
    }
}

/* What kept values take; counted ones are entries of their own. NULL: there are none. */
static const char *emit_owned(struct agg *agg)
{
    struct arena *arena = agg->e->arena;
    const char *name = arena_printf(arena, "%s_owned", agg->name);
    struct text sum = {.arena = arena};

    for (size_t i = 0; i < agg->plan->aggregate_count; i++)
        if (agg->functions[i].kept == KEPT_VALUES)
            text_printf(&sum, "%srt_values_owned(&%s)", sum.size ? " + " : "",
                agg->functions[i].member);
    if (!sum.size)
        return NULL;
    tpl_agg_owned(agg->flow->out, &(struct tpl_agg_owned){
        .name = name, .group = agg->group->tag, .sum = text_chars(&sum)});
    return name;
}

void aggregate_emit_map(struct agg *agg, const char *map)
{
    struct arena *arena = agg->e->arena;
    struct text save = {.arena = arena}, load = {.arena = arena}, release = {.arena = arena};
    const char *saves = arena_printf(arena, "%s_save", agg->name);
    const char *loads = arena_printf(arena, "%s_load", agg->name);
    const char *releases = arena_printf(arena, "%s_release", agg->name);

    save_columns(agg, &save, &load);
    save_kept(agg, &save, &load, &release);
    if (is_empty(agg)) {
        tpl_agg_save_nothing(agg->flow->out, &(struct tpl_agg_save_nothing){.name = saves});
        tpl_agg_load_nothing(agg->flow->out, &(struct tpl_agg_load_nothing){.name = loads});
    } else {
        tpl_agg_save(agg->flow->out, &(struct tpl_agg_save){.name = saves,
            .group = agg->group->tag, .values = text_chars(&save)});
        tpl_agg_load(agg->flow->out, &(struct tpl_agg_load){.name = loads,
            .group = agg->group->tag, .values = text_chars(&load)});
    }
    if (release.size)
        tpl_agg_release(agg->flow->out, &(struct tpl_agg_release){.name = releases,
            .group = agg->group->tag, .values = text_chars(&release)});
    describe(agg);
    flow_add_map(agg->flow, &(struct flow_map){.map = map,
        .name = names_make(agg->e->names, "", arena_printf(arena, "%s_state", agg->name)),
        .stable_name = flow_stable_name(agg->flow, agg->plan),
        .value = arena_printf(arena, "struct %s", agg->group->tag),
        .layout = text_chars(&agg->layout), .ttl_ms = agg->plan->state_ttl_ms, .encode = saves,
        .decode = loads, .release = release.size ? releases : NULL, .owned = emit_owned(agg)});
    add_distinct_maps(agg);
    add_counts_maps(agg, map);
}
