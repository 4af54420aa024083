/* The record with simdjson On Demand: every value taken out. */
#include <simdjson.h>

extern "C" {
#include <stddef.h>
#include <stdint.h>
}

using namespace simdjson;

static uint64_t sum_text(std::string_view text)
{
    if (text.empty())
        return 7;
    return text.size() * 31 + (uint8_t)text[0] + ((uint64_t)(uint8_t)text.back() << 8);
}

static int two(const char *at)
{
    return (at[0] - '0') * 10 + (at[1] - '0');
}

static int64_t days_from_civil(int64_t year, unsigned month, unsigned day)
{
    unsigned of_era, of_year;
    int64_t era;

    year -= month <= 2;
    era = (year >= 0 ? year : year - 399) / 400;
    of_era = (unsigned)(year - era * 400);
    of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + (int64_t)(of_era * 365 + of_era / 4 - of_era / 100 + of_year) - 719468;
}

static int64_t timestamp(std::string_view text)
{
    const char *at = text.data();
    int64_t ms = (days_from_civil(two(at) * 100 + two(at + 2), (unsigned)two(at + 5),
        (unsigned)two(at + 8)) * 86400 + (two(at + 11) * 60 + two(at + 14)) * 60 + two(at + 17)) *
        1000;
    int unit = 100;

    for (size_t i = 20; i < text.size(); i++, unit /= 10)
        ms += (text[i] - '0') * unit;
    return ms;
}

/* Digits of the raw number, two places. */
static int64_t amount(std::string_view text)
{
    int64_t value = 0;
    int places = -1;

    for (char c : text) {
        if (c == '.')
            places = 0;
        else if (c >= '0' && c <= '9')
            value = value * 10 + (c - '0'), places += places >= 0;
    }
    for (places = places < 0 ? 0 : places; places < 2; places++)
        value *= 10;
    return value;
}

static uint64_t sum(ondemand::document &document)
{
    ondemand::object order = document.get_object(), address;
    ondemand::value status;
    double price;
    uint64_t bits, h, i = 0;

    h = (uint64_t)(int64_t)order["id"];
    h += sum_text(order["user"]) + sum_text(order["product"]);
    h += (uint64_t)amount(order["amount"].raw_json_token()) * 3;
    h += (uint64_t)(int64_t)order["quantity"] * 5;
    price = order["price"];
    memcpy(&bits, &price, 8);
    h += bits >> 16;
    h += (uint64_t)timestamp(order["ts"]);
    status = order["status"];
    h += status.is_null() ? 1 : sum_text(status.get_string()) * 11;
    address = order["address"];
    h += sum_text(address["street"]) * 3 + sum_text(address["city"]) * 5 +
        sum_text(address["zip"]) * 7;
    for (auto tag : order["tags"])
        h += sum_text(tag.get_string()) * (13 + 2 * i++);
    return h;
}

extern "C" uint64_t json_simdjson_decode(const uint8_t *bytes, const uint32_t *offsets,
    size_t count)
{
    static ondemand::parser parser;
    uint64_t h = 0;

    for (size_t i = 0; i < count; i++) {
        size_t size = offsets[i + 1] - offsets[i];
        ondemand::document document =
            parser.iterate((const char *)bytes + offsets[i], size, size + SIMDJSON_PADDING);

        h += sum(document);
    }
    return h;
}
