/* Encodings: base64, hex, character sets, URLs, digests. */
#include "internal.h"

#include <rt/cast.h>
#include <rt/print.h>
#include <rt/string.h>

#include <openssl/evp.h>

static const char upper_hex[] = "0123456789ABCDEF";
static const char lower_hex[] = "0123456789abcdef";

/* ---- base64 ---- */

size_t rt_base64_put(char *out, struct rt_bytes a)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *at = out;

    for (size_t i = 0; i < a.size; i += 3) {
        size_t left = a.size - i;
        uint32_t group = (uint32_t)a.data[i] << 16 | (left > 1 ? (uint32_t)a.data[i + 1] << 8 : 0) |
            (left > 2 ? a.data[i + 2] : 0);

        *at++ = alphabet[group >> 18];
        *at++ = alphabet[group >> 12 & 63];
        *at++ = left > 1 ? alphabet[group >> 6 & 63] : '=';
        *at++ = left > 2 ? alphabet[group & 63] : '=';
    }
    return (size_t)(at - out);
}

struct rt_text rt_base64_encode(struct rt_arena *arena, struct rt_bytes a)
{
    char *out = rt_arena_alloc(arena, (a.size + 2) / 3 * 4);

    return (struct rt_text){out, rt_base64_put(out, a)};
}

struct rt_text rt_to_base64(struct rt_arena *arena, struct rt_text a)
{
    return rt_base64_encode(arena, rt_cast_text_bytes(a));
}

static int base64_digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* java.util.Base64.getDecoder(): padding may be missing, but not be short of its group. */
bool rt_base64_decode(struct rt_arena *arena, struct rt_text a, struct rt_bytes *out)
{
    uint8_t *data = rt_arena_alloc(arena, a.size / 4 * 3 + 3), *at = data;
    uint32_t group = 0;
    int digits = 0, padded = 0;

    if (a.size % 4 == 0 && a.size > 0)
        while (padded < 2 && a.data[a.size - 1] == '=')
            a.size--, padded++;
    for (size_t i = 0; i < a.size; i++) {
        int digit = base64_digit(a.data[i]);

        if (digit < 0)
            return false;
        group = group << 6 | (uint32_t)digit;
        if (++digits == 4) {
            *at++ = (uint8_t)(group >> 16);
            *at++ = (uint8_t)(group >> 8);
            *at++ = (uint8_t)group;
            group = 0;
            digits = 0;
        }
    }
    if (digits == 1 || (padded > 0 && digits == 0))
        return false;
    if (digits >= 2)
        *at++ = (uint8_t)(group >> (digits == 2 ? 4 : 10));
    if (digits == 3)
        *at++ = (uint8_t)(group >> 2);
    *out = (struct rt_bytes){data, (size_t)(at - data)};
    return true;
}

bool rt_from_base64(struct rt_arena *arena, struct rt_text a, struct rt_text *out,
    struct rt_error *error)
{
    struct rt_bytes bytes;

    if (!rt_base64_decode(arena, a, &bytes))
        return rt_fail(error, RT_EXPRESSION, RT_STOP,
            "FROM_BASE64: Illegal base64 text '%.*s'", shown(a), a.data);
    *out = (struct rt_text){(const char *)bytes.data, bytes.size};
    return true;
}

/* ---- hex and binary digits ---- */

static struct rt_text hex(struct rt_arena *arena, struct rt_bytes a, const char *digits)
{
    char *out = rt_arena_alloc(arena, a.size * 2);

    for (size_t i = 0; i < a.size; i++) {
        out[2 * i] = digits[a.data[i] >> 4];
        out[2 * i + 1] = digits[a.data[i] & 15];
    }
    return (struct rt_text){out, a.size * 2};
}

/* Without zeros in front, one digit at least. */
static struct rt_text number_digits(struct rt_arena *arena, uint64_t a, int bits)
{
    char text[64];
    size_t at = sizeof text;

    do {
        text[--at] = upper_hex[a & ((1u << bits) - 1)];
        a >>= bits;
    } while (a != 0);
    return text_in(arena, text + at, sizeof text - at);
}

struct rt_text rt_hex_i64(struct rt_arena *arena, int64_t a)
{
    return number_digits(arena, (uint64_t)a, 4);
}

struct rt_text rt_bin(struct rt_arena *arena, int64_t a)
{
    return number_digits(arena, (uint64_t)a, 1);
}

struct rt_text rt_hex_text(struct rt_arena *arena, struct rt_text a)
{
    return hex(arena, rt_cast_text_bytes(a), upper_hex);
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* An odd first digit is a byte of its own; Flink makes that byte 0 ('abc' is 00 bc). */
bool rt_unhex(struct rt_arena *arena, struct rt_text a, struct rt_bytes *out)
{
    uint8_t *data = rt_arena_alloc(arena, a.size / 2 + 1);
    size_t size = 0, i = 0;

    if (a.size % 2 == 1) {
        if (hex_digit(a.data[i++]) < 0)
            return false;
        data[size++] = 0;
    }
    for (; i < a.size; i += 2) {
        int high = hex_digit(a.data[i]), low = hex_digit(a.data[i + 1]);

        if (high < 0 || low < 0)
            return false;
        data[size++] = (uint8_t)(high << 4 | low);
    }
    *out = (struct rt_bytes){data, size};
    return true;
}

/* ---- digests ---- */

static struct rt_text digest(struct rt_arena *arena, struct rt_text a, const EVP_MD *kind)
{
    uint8_t bytes[EVP_MAX_MD_SIZE];
    unsigned size = 0;

    /* Out of memory inside of OpenSSL is the only way to fail. */
    if (EVP_Digest(a.data, a.size, bytes, &size, kind, NULL) != 1)
        size = 0;
    return hex(arena, (struct rt_bytes){bytes, size}, lower_hex);
}

struct rt_text rt_md5(struct rt_arena *arena, struct rt_text a)
{
    return digest(arena, a, EVP_md5());
}

struct rt_text rt_sha1(struct rt_arena *arena, struct rt_text a)
{
    return digest(arena, a, EVP_sha1());
}

struct rt_text rt_sha224(struct rt_arena *arena, struct rt_text a)
{
    return digest(arena, a, EVP_sha224());
}

struct rt_text rt_sha256(struct rt_arena *arena, struct rt_text a)
{
    return digest(arena, a, EVP_sha256());
}

struct rt_text rt_sha384(struct rt_arena *arena, struct rt_text a)
{
    return digest(arena, a, EVP_sha384());
}

struct rt_text rt_sha512(struct rt_arena *arena, struct rt_text a)
{
    return digest(arena, a, EVP_sha512());
}

bool rt_sha2(struct rt_arena *arena, struct rt_text a, int32_t bits, struct rt_text *out,
    struct rt_error *error)
{
    if (bits != 224 && bits != 256 && bits != 384 && bits != 512)
        return rt_fail(error, RT_EXPRESSION, RT_STOP,
            "SHA2: Unsupported algorithm: SHA-%d (224, 256, 384, 512)", (int)bits);
    *out = bits == 224 ? rt_sha224(arena, a)
        : bits == 256  ? rt_sha256(arena, a)
        : bits == 384  ? rt_sha384(arena, a)
                       : rt_sha512(arena, a);
    return true;
}

/* ---- URLs and addresses ---- */

struct rt_text rt_url_encode(struct rt_arena *arena, struct rt_text a)
{
    char *out = rt_arena_alloc(arena, a.size * 3), *at = out;

    for (size_t i = 0; i < a.size; i++) {
        unsigned char c = (unsigned char)a.data[i];

        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
            c == '.' || c == '-' || c == '*' || c == '_') {
            *at++ = (char)c;
        } else if (c == ' ') {
            *at++ = '+';
        } else {
            *at++ = '%';
            *at++ = upper_hex[c >> 4];
            *at++ = upper_hex[c & 15];
        }
    }
    return (struct rt_text){out, (size_t)(at - out)};
}

bool rt_url_decode(struct rt_arena *arena, struct rt_text a, struct rt_text *out)
{
    uint8_t *data = rt_arena_alloc(arena, a.size);
    size_t size = 0;

    for (size_t i = 0; i < a.size; i++) {
        int high, low;

        if (a.data[i] != '%') {
            data[size++] = a.data[i] == '+' ? ' ' : (uint8_t)a.data[i];
            continue;
        }
        if (a.size - i < 3)
            return false;
        high = hex_digit(a.data[i + 1]);
        low = hex_digit(a.data[i + 2]);
        if (high < 0 || low < 0)
            return false;
        data[size++] = (uint8_t)(high << 4 | low);
        i += 2;
    }
    *out = rt_utf8_repair(arena, (struct rt_bytes){data, size});
    return true;
}

/* a.b.c.d; with fewer parts the last one is still the lowest byte. */
bool rt_inet_aton(struct rt_text a, int64_t *out)
{
    int64_t parts[4];
    int count = 0, digits = 0;

    parts[0] = 0;
    for (size_t i = 0; i < a.size; i++) {
        if (a.data[i] == '.') {
            if (digits == 0 || ++count == 4)
                return false;
            parts[count] = 0;
            digits = 0;
        } else {
            if (a.data[i] < '0' || a.data[i] > '9')
                return false;
            parts[count] = parts[count] * 10 + (a.data[i] - '0');
            digits++;
            if (parts[count] > 255)
                return false;
        }
    }
    if (digits == 0)
        return false;
    *out = parts[count];
    for (int i = 0; i < count; i++)
        *out |= parts[i] << (24 - 8 * i);
    return true;
}

bool rt_inet_ntoa(struct rt_arena *arena, int64_t a, struct rt_text *out)
{
    char text[4 * RT_FORMAT_MAX];
    size_t size = 0;

    if (a < 0 || a > UINT32_MAX)
        return false;
    for (int shift = 24; shift >= 0; shift -= 8) {
        size += rt_format_int(a >> shift & 255, text + size);
        if (shift > 0)
            text[size++] = '.';
    }
    *out = text_in(arena, text, size);
    return true;
}
