/* Time zones: TZif files (RFC 8536) of the system or embedded, with the POSIX rule of their footer
 * for the years behind the last transition, and fixed offsets. */
#include "internal.h"

#include <rt/embedded.h>
#include <rt/time.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_SIZE = 64, FILE_MAX_SIZE = 1 << 20, DAY = 86400 };

/* When the clocks change in a year: Jn, n or Mm.w.d of POSIX, and the local second of that day. */
struct change {
    char kind; /* 'J', 'N' (zero-based) or 'M' */
    int month, week, day;
    int32_t second;
};

struct rule {
    bool present, has_dst;
    int32_t standard, dst; /* seconds east of UTC */
    struct change start, end;
};

struct rt_zone {
    char name[NAME_MAX_SIZE];
    int32_t first;       /* offset before the first transition */
    int32_t standard;    /* of today, without daylight saving */
    size_t count;
    int64_t *at;         /* transitions, UTC seconds */
    int32_t *offset;     /* after each */
    struct rule rule;
    struct rt_zone *next;
};

static const struct rt_zone utc = {.name = "UTC"};
const struct rt_zone *const rt_zone_utc = &utc;

/* ---- offsets ---- */

static int64_t change_day(const struct change *change, int64_t year)
{
    int64_t first = rt_days_from_civil(year, 1, 1), day;
    bool leap = rt_days_in_month(year, 2) == 29;

    switch (change->kind) {
    case 'J': /* 1 to 365, February 29 never counted */
        return first + change->day - 1 + (leap && change->day >= 60);
    case 'N':
        return first + change->day;
    }
    first = rt_days_from_civil(year, change->month, 1);
    day = first + rt_floor_mod(change->day - (first + 4), 7) + (change->week - 1) * 7;
    return day - first < rt_days_in_month(year, change->month) ? day : day - 7;
}

static int32_t rule_offset(const struct rule *rule, int64_t utc_seconds)
{
    int64_t local = utc_seconds + rule->standard, year, start, end;

    if (!rule->has_dst)
        return rule->standard;
    year = rt_civil_from_days(rt_floor_div(local, DAY)).year;
    start = change_day(&rule->start, year) * DAY + rule->start.second - rule->standard;
    end = change_day(&rule->end, year) * DAY + rule->end.second - rule->dst;
    if (start < end)
        return utc_seconds >= start && utc_seconds < end ? rule->dst : rule->standard;
    return utc_seconds >= end && utc_seconds < start ? rule->standard : rule->dst;
}

int32_t rt_zone_offset(const struct rt_zone *zone, int64_t utc_seconds)
{
    size_t low = 0, high = zone->count;

    if (zone->rule.present && (high == 0 || utc_seconds >= zone->at[high - 1]))
        return rule_offset(&zone->rule, utc_seconds);
    while (low < high) { /* the first transition behind the instant */
        size_t middle = low + (high - low) / 2;

        if (zone->at[middle] <= utc_seconds)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? zone->first : zone->offset[low - 1];
}

const char *rt_zone_name(const struct rt_zone *zone)
{
    return zone->name;
}

int64_t rt_zone_to_local(const struct rt_zone *zone, int64_t utc_ms)
{
    int64_t offset_ms = (int64_t)rt_zone_offset(zone, rt_floor_div(utc_ms, 1000)) * 1000;

    return (int64_t)((uint64_t)utc_ms + (uint64_t)offset_ms);
}

/* The offsets in force a day before and a day after the local time, and whether each fits it. */
static int32_t local_offset(const struct rt_zone *zone, int64_t local_ms, bool prefer_later)
{
    int64_t local = rt_floor_div(local_ms, 1000);
    int32_t before = rt_zone_offset(zone, local - DAY), after = rt_zone_offset(zone, local + DAY);
    bool before_fits, after_fits;

    if (before == after)
        return before;
    before_fits = rt_zone_offset(zone, local - before) == before;
    after_fits = rt_zone_offset(zone, local - after) == after;
    if (before_fits && after_fits)
        return prefer_later ? after : before;
    return after_fits ? after : before; /* neither fits in a gap: later by the gap */
}

int64_t rt_zone_to_utc(const struct rt_zone *zone, int64_t local_ms)
{
    return (int64_t)((uint64_t)local_ms -
        (uint64_t)((int64_t)local_offset(zone, local_ms, false) * 1000));
}

/* java.util.TimeZone knows no offset from before 1900 but today's standard one. */
static const int64_t legacy_start_ms = INT64_C(-2208988800000);

int64_t zone_to_local_legacy(const struct rt_zone *zone, int64_t utc_ms)
{
    if (utc_ms < legacy_start_ms)
        return wrap_add(utc_ms, (int64_t)zone->standard * 1000);
    return rt_zone_to_local(zone, utc_ms);
}

int64_t zone_to_utc_legacy(const struct rt_zone *zone, int64_t local_ms)
{
    int64_t standard = wrap_subtract(local_ms, (int64_t)zone->standard * 1000);

    if (standard < legacy_start_ms)
        return standard;
    return (int64_t)((uint64_t)local_ms -
        (uint64_t)((int64_t)local_offset(zone, local_ms, true) * 1000));
}

/* ---- the footer: EST5EDT,M3.2.0,M11.1.0 ---- */

static bool parse_int(const char **at, int low, int high, int *out)
{
    int value = 0;

    if (**at < '0' || **at > '9')
        return false;
    for (; **at >= '0' && **at <= '9'; (*at)++)
        if ((value = value * 10 + (**at - '0')) > high)
            return false;
    *out = value;
    return value >= low;
}

/* [+-]h[h[h]][:mm[:ss]] in seconds. */
static bool parse_clock(const char **at, int32_t *out)
{
    bool negative = **at == '-';
    int hours, minutes = 0, seconds = 0;

    if (**at == '-' || **at == '+')
        (*at)++;
    if (!parse_int(at, 0, 167, &hours))
        return false;
    if (**at == ':') {
        (*at)++;
        if (!parse_int(at, 0, 59, &minutes))
            return false;
    }
    if (**at == ':') {
        (*at)++;
        if (!parse_int(at, 0, 59, &seconds))
            return false;
    }
    *out = hours * 3600 + minutes * 60 + seconds;
    if (negative)
        *out = -*out;
    return true;
}

static bool skip_name(const char **at)
{
    const char *start = *at;

    if (**at == '<') {
        *at = strchr(start, '>');
        if (*at == NULL)
            return false;
        (*at)++;
        return true;
    }
    while ((**at >= 'A' && **at <= 'Z') || (**at >= 'a' && **at <= 'z'))
        (*at)++;
    return *at - start >= 3;
}

static bool parse_change(const char **at, struct change *out)
{
    if (*(*at)++ != ',')
        return false;
    out->second = 7200;
    if (**at == 'M') {
        out->kind = *(*at)++;
        if (!parse_int(at, 1, 12, &out->month) || *(*at)++ != '.' ||
            !parse_int(at, 1, 5, &out->week) || *(*at)++ != '.' ||
            !parse_int(at, 0, 6, &out->day))
            return false;
    } else {
        out->kind = **at == 'J' ? 'J' : 'N';
        if (**at == 'J')
            (*at)++;
        if (!parse_int(at, 0, 365, &out->day))
            return false;
    }
    if (**at != '/')
        return true;
    (*at)++;
    return parse_clock(at, &out->second);
}

static bool parse_rule(const char *at, struct rule *out)
{
    int32_t west;

    if (!skip_name(&at) || !parse_clock(&at, &west))
        return false;
    out->standard = -west;
    if (*at != '\0') {
        out->has_dst = true;
        out->dst = out->standard + 3600;
        if (!skip_name(&at))
            return false;
        if (*at != ',' && *at != '\0') {
            if (!parse_clock(&at, &west))
                return false;
            out->dst = -west;
        }
        if (!parse_change(&at, &out->start) || !parse_change(&at, &out->end) || *at != '\0')
            return false;
    }
    out->present = true;
    return true;
}

/* ---- TZif ---- */

struct header {
    size_t utc_flags, standard_flags, leaps, times, types, chars;
};

static uint32_t read_u32(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static bool read_header(const unsigned char *data, size_t size, struct header *out)
{
    if (size < 44 || memcmp(data, "TZif", 4) != 0)
        return false;
    out->utc_flags = read_u32(data + 20);
    out->standard_flags = read_u32(data + 24);
    out->leaps = read_u32(data + 28);
    out->times = read_u32(data + 32);
    out->types = read_u32(data + 36);
    out->chars = read_u32(data + 40);
    return out->utc_flags < 65536 && out->standard_flags < 65536 && out->leaps < 65536 &&
        out->times < 65536 && out->types < 256 && out->types > 0 && out->chars < 65536;
}

static size_t block_size(const struct header *header, size_t time_size)
{
    return header->times * (time_size + 1) + header->types * 6 + header->chars +
        header->leaps * (time_size + 4) + header->standard_flags + header->utc_flags;
}

static void read_footer(const unsigned char *data, size_t size, struct rt_zone *zone)
{
    char text[128];
    const unsigned char *end;

    if (size < 2 || data[0] != '\n' || (end = memchr(data + 1, '\n', size - 1)) == NULL)
        return;
    size = (size_t)(end - data) - 1;
    if (size == 0 || size >= sizeof text)
        return;
    memcpy(text, data + 1, size);
    text[size] = '\0';
    if (!parse_rule(text, &zone->rule))
        memset(&zone->rule, 0, sizeof zone->rule);
}

static bool read_tzif(const unsigned char *data, size_t size, struct rt_zone *zone)
{
    struct header header;
    size_t skip;
    const unsigned char *times, *indexes, *types;

    if (!read_header(data, size, &header) || data[4] < '2')
        return false;
    skip = 44 + block_size(&header, 4);
    if (skip > size || !read_header(data + skip, size - skip, &header))
        return false;
    skip += 44;
    if (block_size(&header, 8) > size - skip)
        return false;
    times = data + skip;
    indexes = times + header.times * 8;
    types = indexes + header.times;
    zone->first = (int32_t)read_u32(types);
    zone->at = malloc((header.times + 1) * sizeof zone->at[0]);
    zone->offset = malloc((header.times + 1) * sizeof zone->offset[0]);
    if (zone->at == NULL || zone->offset == NULL)
        return false;
    for (size_t i = 0; i < header.times; i++) {
        if (indexes[i] >= header.types)
            return false;
        zone->at[i] = (int64_t)((uint64_t)read_u32(times + i * 8) << 32 |
            read_u32(times + i * 8 + 4));
        zone->offset[i] = (int32_t)read_u32(types + indexes[i] * 6);
    }
    zone->count = header.times;
    skip += block_size(&header, 8);
    read_footer(data + skip, size - skip, zone);
    zone->standard = zone->first;
    for (size_t i = 0; i < header.times; i++)
        if (types[indexes[i] * 6 + 4] == 0)
            zone->standard = zone->offset[i];
    if (zone->rule.present)
        zone->standard = zone->rule.standard;
    return true;
}

/* ---- finding a zone ---- */

/* Region names only: no way out of the directory, none of its other files. */
static bool is_region(const char *name)
{
    if (strstr(name, "..") != NULL || strchr(name, '.') != NULL || name[0] == '/')
        return false;
    for (const char *at = name; *at != '\0'; at++)
        if (strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+/", *at) ==
            NULL)
            return false;
    return strncmp(name, "posix", 5) != 0 && strncmp(name, "right/", 6) != 0;
}

static bool load_system(const char *name, struct rt_zone *zone)
{
    const char *folder = getenv("TZDIR");
    char path[256];
    unsigned char *data = NULL;
    size_t size;
    bool done = false;
    FILE *file;

    if (folder == NULL)
        folder = "/usr/share/zoneinfo";
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return false;
    file = fopen(path, "rb");
    if (file == NULL)
        return false;
    data = malloc(FILE_MAX_SIZE);
    if (data != NULL) {
        size = fread(data, 1, FILE_MAX_SIZE, file);
        done = ferror(file) == 0 && read_tzif(data, size, zone);
    }
    free(data);
    fclose(file);
    return done;
}

static bool load_embedded(const char *name, struct rt_zone *zone)
{
    size_t low = 0, high = rt_tzfile_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(rt_tzfiles[middle].name, name);

        if (order == 0)
            return read_tzif(rt_tzfiles[middle].data, rt_tzfiles[middle].size, zone);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* +h, +hh, +hhmm, +hh:mm, +hh:mm:ss up to 18 hours; behind UTC, GMT, UT or alone. */
static bool parse_offset(const char *at, int32_t *out)
{
    bool negative = *at == '-';
    int part[3] = {0, 0, 0}, digits[3] = {0, 0, 0}, count = 0;

    if (*at != '+' && *at != '-')
        return false;
    for (at++;; at++) {
        for (; *at >= '0' && *at <= '9' && digits[count] < 2; at++, digits[count]++)
            part[count] = part[count] * 10 + (*at - '0');
        if (digits[count] == 0 || (count > 0 && digits[count] != 2))
            return false;
        if (*at == '\0')
            break;
        if (++count == 3)
            return false;
        if (*at != ':') /* +hhmm */
            at--;
    }
    if (part[1] > 59 || part[2] > 59)
        return false;
    *out = part[0] * 3600 + part[1] * 60 + part[2];
    if (negative)
        *out = -*out;
    return *out >= -18 * 3600 && *out <= 18 * 3600;
}

static bool load_fixed(const char *name, struct rt_zone *zone)
{
    const char *rest = name;

    if (strncmp(name, "UTC", 3) == 0 || strncmp(name, "GMT", 3) == 0)
        rest += 3;
    else if (strncmp(name, "UT", 2) == 0)
        rest += 2;
    if (strcmp(name, "Z") == 0 || (rest != name && *rest == '\0'))
        return true;
    if (!parse_offset(rest, &zone->first))
        return false;
    zone->standard = zone->first;
    return true;
}

/* java.time.ZoneId.SHORT_IDS. */
static const char *const short_ids[][2] = {{"ACT", "Australia/Darwin"}, {"AET", "Australia/Sydney"},
    {"AGT", "America/Argentina/Buenos_Aires"}, {"ART", "Africa/Cairo"},
    {"AST", "America/Anchorage"}, {"BET", "America/Sao_Paulo"}, {"BST", "Asia/Dhaka"},
    {"CAT", "Africa/Harare"}, {"CNT", "America/St_Johns"}, {"CST", "America/Chicago"},
    {"CTT", "Asia/Shanghai"}, {"EAT", "Africa/Addis_Ababa"}, {"ECT", "Europe/Paris"},
    {"EST", "GMT-05:00"}, {"HST", "GMT-10:00"}, {"IET", "America/Indiana/Indianapolis"},
    {"IST", "Asia/Kolkata"}, {"JST", "Asia/Tokyo"}, {"MIT", "Pacific/Apia"},
    {"MST", "GMT-07:00"}, {"NET", "Asia/Yerevan"}, {"NST", "Pacific/Auckland"},
    {"PLT", "Asia/Karachi"}, {"PNT", "America/Phoenix"}, {"PRT", "America/Puerto_Rico"},
    {"PST", "America/Los_Angeles"}, {"SST", "Pacific/Guadalcanal"},
    {"VST", "Asia/Ho_Chi_Minh"}};

static bool load(const char *name, struct rt_zone *zone)
{
    if (load_fixed(name, zone))
        return true;
    for (size_t i = 0; i < sizeof short_ids / sizeof short_ids[0]; i++)
        if (strcmp(name, short_ids[i][0]) == 0)
            name = short_ids[i][1];
    if (load_fixed(name, zone))
        return true;
    if (!is_region(name))
        return false;
    if (load_system(name, zone))
        return true;
    free(zone->at);
    free(zone->offset);
    zone->at = NULL;
    zone->offset = NULL;
    return load_embedded(name, zone);
}

const struct rt_zone *rt_zone_find(struct rt_text name)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct rt_zone *zones;
    struct rt_zone *zone;
    char key[NAME_MAX_SIZE] = "";

    if (name.size == 0 || name.size >= sizeof key || memchr(name.data, '\0', name.size) != NULL)
        return NULL;
    if (is_named(name, "UTC"))
        return &utc;
    memcpy(key, name.data, name.size);
    pthread_mutex_lock(&lock);
    for (zone = zones; zone != NULL && strcmp(zone->name, key) != 0;)
        zone = zone->next;
    if (zone == NULL) {
        zone = calloc(1, sizeof *zone);
        if (zone != NULL && load(key, zone)) {
            memcpy(zone->name, key, sizeof key);
            zone->next = zones;
            zones = zone;
        } else if (zone != NULL) {
            free(zone->at);
            free(zone->offset);
            free(zone);
            zone = NULL;
        }
    }
    pthread_mutex_unlock(&lock);
    return zone;
}
