/* Results over values with a count: bitmaps, percentiles. */
#include <rt/aggregate.h>

#include <math.h>

/* ---- bitmaps ---- */

struct adding {
    struct rt_counts *counts;
    struct rt_map *map;
    struct rt_buffer *key;
    size_t prefix;
    int64_t change;
};

static bool add_number(void *to, uint32_t number)
{
    struct adding *adding = to;

    adding->key->size = adding->prefix;
    rt_sort_i64(adding->key, (int32_t)number);
    rt_counts_add(adding->counts, adding->map, rt_buffer_bytes(adding->key), adding->prefix,
        adding->change);
    return true;
}

void rt_counts_add_bitmap(struct rt_counts *counts, struct rt_map *map, struct rt_buffer *key,
    struct rt_bytes bitmap, int64_t change)
{
    struct adding adding = {counts, map, key, key->size, change};

    rt_bitmap_visit(bitmap, add_number, &adding);
}

struct choice {
    int64_t least, most, number;
    struct rt_bitmap_set *set; /* NULL: only counted */
};

static void choose(void *to, struct rt_count item)
{
    struct choice *choice = to;

    if (item.count < choice->least || item.count > choice->most)
        return;
    choice->number++;
    if (choice->set)
        rt_bitmap_set_add(choice->set, (int32_t)rt_sorted_i64(item.value));
}

int64_t rt_counts_between(const struct rt_counts *counts, int64_t least, int64_t most)
{
    struct choice choice = {least, most, 0, NULL};

    rt_counts_visit(counts, choose, &choice);
    return choice.number;
}

struct rt_bytes rt_counts_bitmap(const struct rt_counts *counts, int64_t least, int64_t most,
    struct rt_arena *arena)
{
    struct rt_bitmap_set set = {0};
    struct choice choice = {least, most, 0, &set};
    struct rt_bytes bytes;

    rt_counts_visit(counts, choose, &choice);
    bytes = rt_bitmap_set_bytes(&set, arena);
    rt_bitmap_set_release(&set);
    return bytes;
}

/* ---- percentiles ---- */

struct search {
    double position; /* counted from 1 */
    int64_t passed;  /* values up to the last one seen */
    double low, high; /* at the whole positions around it */
    bool has_low, has_high;
};

static void count_values(void *to, struct rt_count item)
{
    *(int64_t *)to += item.count;
}

static void find(void *to, struct rt_count item)
{
    struct search *search = to;

    if (search->has_high)
        return;
    search->passed += item.count;
    if (!search->has_low && (double)search->passed >= floor(search->position)) {
        search->low = rt_sorted_f64(item.value);
        search->has_low = true;
    }
    if (search->has_low && (double)search->passed >= ceil(search->position)) {
        search->high = rt_sorted_f64(item.value);
        search->has_high = true;
    }
}

bool rt_counts_percentiles(const struct rt_counts *counts, const double *shares, size_t count,
    double *out)
{
    int64_t total = 0;

    rt_counts_visit(counts, count_values, &total);
    if (total <= 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct search search = {.position = shares[i] * (double)(total - 1) + 1};
        double before = floor(search.position), behind = ceil(search.position);

        rt_counts_visit(counts, find, &search);
        out[i] = search.low == search.high || before == behind ? search.low
            : (behind - search.position) * search.low + (search.position - before) * search.high;
    }
    return true;
}
