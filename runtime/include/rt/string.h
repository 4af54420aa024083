/* Functions of STRING and BYTES.
 *
 * Text is UTF-8; positions and lengths count code points. Malformed bytes never lead outside the
 * text: each counts as one character. Results are views of an argument where possible, else in the
 * arena. (conformance: string.slt, like.slt, unicode.slt, hash_encoding.slt, split_url.slt) */
#ifndef RT_STRING_H
#define RT_STRING_H

#include <rt/base.h>

/* ---- UTF-8 ---- */

/* Well-formed as RFC 3629 has it: no surrogates, no overlong forms, at most U+10FFFF. */
bool rt_utf8_valid(const char *data, size_t size);
/* Bytes of the character at data[0] (1 for a malformed byte); size > 0. */
size_t rt_utf8_step(const char *data, size_t size);
/* Decodes it: the code point (U+FFFD if malformed), *step its bytes. */
uint32_t rt_utf8_decode(const char *data, size_t size, size_t *step);
/* Up to 4 bytes into out; the number of them. Not a scalar value: U+FFFD. */
size_t rt_utf8_encode(uint32_t code_point, char *out);
/* Code points in the text. */
size_t rt_utf8_length(struct rt_text text);
/* Malformed sequences replaced by U+FFFD, as Java's new String(bytes, UTF_8); a view if valid. */
struct rt_text rt_utf8_repair(struct rt_arena *arena, struct rt_bytes bytes);

/* ---- comparison: unsigned bytes, then length (BinaryStringData.compareTo) ---- */

int rt_compare_text(struct rt_text a, struct rt_text b);
int rt_compare_bytes(struct rt_bytes a, struct rt_bytes b);

static inline bool rt_equal_text(struct rt_text a, struct rt_text b)
{
    return a.size == b.size && (a.size == 0 || __builtin_memcmp(a.data, b.data, a.size) == 0);
}

static inline bool rt_equal_bytes(struct rt_bytes a, struct rt_bytes b)
{
    return a.size == b.size && (a.size == 0 || __builtin_memcmp(a.data, b.data, a.size) == 0);
}

/* ---- pieces ---- */

int32_t rt_char_length(struct rt_text a);
/* SUBSTRING(a FROM start [FOR length]): start is 1-based, 0 is as 1, negative counts from the end.
 * SUBSTR is the same. A negative length is NULL. */
struct rt_text rt_substring(struct rt_text a, int32_t start);
bool rt_substring_for(struct rt_text a, int32_t start, int32_t length, struct rt_text *out);
struct rt_text rt_left(struct rt_text a, int32_t length);
struct rt_text rt_right(struct rt_text a, int32_t length);
struct rt_text rt_trim(struct rt_text a);  /* blanks (U+0020), both ends */
struct rt_text rt_ltrim(struct rt_text a);
struct rt_text rt_rtrim(struct rt_text a);
/* Characters that occur in `set`. BTRIM and TRIM(BOTH set FROM a) are rt_trim_set. */
struct rt_text rt_trim_set(struct rt_text a, struct rt_text set);
struct rt_text rt_ltrim_set(struct rt_text a, struct rt_text set);
struct rt_text rt_rtrim_set(struct rt_text a, struct rt_text set);
/* 0-based; false (NULL) if there is no such field, or `a` or `separator` is empty. */
bool rt_split_index(struct rt_text a, struct rt_text separator, int32_t index,
    struct rt_text *out);
/* SPLIT_INDEX(a, code point, index). */
bool rt_split_index_char(struct rt_text a, int32_t separator, int32_t index, struct rt_text *out);

/* ---- search ---- */

/* 1-based place of the first `needle`; 0: none; 1 for an empty needle. POSITION(needle IN a),
 * LOCATE(needle, a [, from]) (from < 1 is as 1). */
int32_t rt_position(struct rt_text needle, struct rt_text a);
int32_t rt_locate_from(struct rt_text needle, struct rt_text a, int32_t from);
/* INSTR(a, needle [, from [, occurrence]]): from < 0 searches backwards from the end. */
int32_t rt_instr(struct rt_text a, struct rt_text needle);
int32_t rt_instr_from(struct rt_text a, struct rt_text needle, int32_t from);
bool rt_instr_occurrence(struct rt_text a, struct rt_text needle, int32_t from,
    int32_t occurrence, int32_t *out, struct rt_error *error);
bool rt_starts_with(struct rt_text a, struct rt_text prefix);
bool rt_ends_with(struct rt_text a, struct rt_text suffix);
bool rt_starts_with_bytes(struct rt_bytes a, struct rt_bytes prefix);
bool rt_ends_with_bytes(struct rt_bytes a, struct rt_bytes suffix);

/* LIKE: % any run, _ one character that ends no line. rt_like has no escape character (a backslash
 * is itself). With one, it may stand before %, _ and itself only; else the job fails. `escape` is
 * one character, or empty for none. (conformance: like.slt) */
bool rt_like(struct rt_text a, struct rt_text pattern);
bool rt_like_escape(struct rt_text a, struct rt_text pattern, struct rt_text escape, bool *out,
    struct rt_error *error);

/* ---- new text ---- */

struct rt_text rt_concat(struct rt_arena *arena, const struct rt_text *parts, size_t count);
struct rt_text rt_concat2(struct rt_arena *arena, struct rt_text a, struct rt_text b); /* || */
struct rt_bytes rt_concat2_bytes(struct rt_arena *arena, struct rt_bytes a, struct rt_bytes b);
/* Skips NULL parts: nulls[i]; `nulls` may be NULL. The separator is not NULL. */
struct rt_text rt_concat_ws(struct rt_arena *arena, struct rt_text separator,
    const struct rt_text *parts, const bool *nulls, size_t count);
/* Java's toUpperCase/toLowerCase(Locale.ROOT), special casing included (ß -> SS, final sigma). */
struct rt_text rt_upper(struct rt_arena *arena, struct rt_text a);
struct rt_text rt_lower(struct rt_arena *arena, struct rt_text a);
struct rt_text rt_initcap(struct rt_arena *arena, struct rt_text a);
struct rt_text rt_reverse(struct rt_arena *arena, struct rt_text a);
/* An empty `what` inserts `with` around every character, as Java's String.replace does. */
struct rt_text rt_replace(struct rt_arena *arena, struct rt_text a, struct rt_text what,
    struct rt_text with);
struct rt_text rt_translate(struct rt_arena *arena, struct rt_text a, struct rt_text from,
    struct rt_text to);
/* False (NULL): negative length, or an empty pad where padding is needed. */
bool rt_lpad(struct rt_arena *arena, struct rt_text a, int32_t length, struct rt_text pad,
    struct rt_text *out);
bool rt_rpad(struct rt_arena *arena, struct rt_text a, int32_t length, struct rt_text pad,
    struct rt_text *out);
/* Fails if the result would exceed 2^31 - 1 bytes. */
bool rt_repeat(struct rt_arena *arena, struct rt_text a, int32_t times, struct rt_text *out,
    struct rt_error *error);
/* OVERLAY(a PLACING b FROM start [FOR length]). */
struct rt_text rt_overlay(struct rt_arena *arena, struct rt_text a, struct rt_text b,
    int32_t start);
struct rt_text rt_overlay_for(struct rt_arena *arena, struct rt_text a, struct rt_text b,
    int32_t start, int32_t length);
int32_t rt_ascii(struct rt_text a);                          /* first byte, signed; 0 if empty */
struct rt_text rt_chr(struct rt_arena *arena, int64_t code); /* code mod 256 as Latin-1 */
/* ELT(index, …): 1-based; false: no such item. */
bool rt_elt(int64_t index, const struct rt_text *items, size_t count, struct rt_text *out);
struct rt_text rt_uuid(struct rt_arena *arena); /* random, version 4 */

/* CHAR(n): cut or padded with blanks to exactly n characters; VARCHAR(n): cut. */
struct rt_text rt_fit_char(struct rt_arena *arena, struct rt_text a, int32_t length);
struct rt_text rt_fit_varchar(struct rt_text a, int32_t length);
/* BINARY(n): cut or padded with zero bytes; VARBINARY(n): cut. */
struct rt_bytes rt_fit_binary(struct rt_arena *arena, struct rt_bytes a, int32_t length);
struct rt_bytes rt_fit_varbinary(struct rt_bytes a, int32_t length);

/* ---- encodings and digests ---- */

struct rt_text rt_to_base64(struct rt_arena *arena, struct rt_text a);
/* Base64 of bytes (row lines, JSON). */
struct rt_text rt_base64_encode(struct rt_arena *arena, struct rt_bytes a);
/* The same into `out`, which has room for (a.size + 2) / 3 * 4 bytes; that number. */
size_t rt_base64_put(char *out, struct rt_bytes a);
/* Standard alphabet; padding may be missing; false: malformed. */
bool rt_base64_decode(struct rt_arena *arena, struct rt_text a, struct rt_bytes *out);
/* FROM_BASE64 to text; malformed input fails the job. */
bool rt_from_base64(struct rt_arena *arena, struct rt_text a, struct rt_text *out,
    struct rt_error *error);
struct rt_text rt_hex_i64(struct rt_arena *arena, int64_t a);      /* HEX: upper case */
struct rt_text rt_hex_text(struct rt_arena *arena, struct rt_text a);
bool rt_unhex(struct rt_arena *arena, struct rt_text a, struct rt_bytes *out);
struct rt_text rt_bin(struct rt_arena *arena, int64_t a);
struct rt_text rt_md5(struct rt_arena *arena, struct rt_text a);
struct rt_text rt_sha1(struct rt_arena *arena, struct rt_text a);
struct rt_text rt_sha224(struct rt_arena *arena, struct rt_text a);
struct rt_text rt_sha256(struct rt_arena *arena, struct rt_text a);
struct rt_text rt_sha384(struct rt_arena *arena, struct rt_text a);
struct rt_text rt_sha512(struct rt_arena *arena, struct rt_text a);
/* bits 224, 256, 384, 512; another number fails. */
bool rt_sha2(struct rt_arena *arena, struct rt_text a, int32_t bits, struct rt_text *out,
    struct rt_error *error);
/* The charsets that every Java has, with Java's answers: what a charset does not have is '?', what
 * is malformed U+FFFD; UTF-16 is written with a mark, and read by its mark, without one as BE. */
enum rt_charset { RT_UTF_8, RT_US_ASCII, RT_ISO_8859_1, RT_UTF_16, RT_UTF_16BE, RT_UTF_16LE };
bool rt_charset_find(struct rt_text name, enum rt_charset *out); /* in any case; false: unknown */
void rt_charset_encode(struct rt_buffer *out, struct rt_text a, enum rt_charset to);
struct rt_text rt_charset_decode(struct rt_arena *arena, struct rt_bytes a, enum rt_charset from);
bool rt_encode(struct rt_arena *arena, struct rt_text a, struct rt_text charset,
    struct rt_bytes *out, struct rt_error *error);
bool rt_decode(struct rt_arena *arena, struct rt_bytes a, struct rt_text charset,
    struct rt_text *out, struct rt_error *error);
struct rt_text rt_url_encode(struct rt_arena *arena, struct rt_text a);
bool rt_url_decode(struct rt_arena *arena, struct rt_text a, struct rt_text *out);
bool rt_inet_aton(struct rt_text a, int64_t *out);
bool rt_inet_ntoa(struct rt_arena *arena, int64_t a, struct rt_text *out);
bool rt_is_alpha(struct rt_text a);
bool rt_is_digit(struct rt_text a);
bool rt_is_decimal(struct rt_text a);

#endif
