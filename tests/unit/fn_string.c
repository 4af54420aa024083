/* Functions of text and bytes (conformance: string.slt, unicode.slt, like.slt, hash_encoding.slt,
 * split_url.slt). */
#include <rt/functions.h>

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static struct rt_arena arena;

static void open_arena(void)
{
    rt_arena_init(&arena);
}

static void close_arena(void)
{
    rt_arena_release(&arena);
}

TestSuite(fn_string, .init = open_arena, .fini = close_arena);

static struct rt_text text_of(const char *text)
{
    return (struct rt_text){text, strlen(text)};
}

static void same(struct rt_text got, const char *expected)
{
    cr_expect(rt_equal_text(got, text_of(expected)), "'%.*s', not '%s'", (int)got.size, got.data,
        expected);
}

static struct rt_text or_null(bool done, struct rt_text text)
{
    return done ? text : RT_TEXT("<NULL>");
}

#define T(literal) RT_TEXT(literal)

Test(fn_string, substring)
{
    static const struct {
        const char *text;
        int32_t start, length; /* length INT32_MIN: none */
        const char *expected;
    } cases[] = {{"hello", 2, INT32_MIN, "ello"}, {"hello", 2, 3, "ell"},
        {"hello", -3, INT32_MIN, "llo"}, {"hello", -3, 2, "ll"}, {"hello", -10, INT32_MIN, ""},
        {"hello", 10, INT32_MIN, ""}, {"hello", 2, 0, ""}, {"hello", 2, 100, "ello"},
        {"hello", 0, 3, "hel"}, {"hello", 0, INT32_MIN, "hello"}, {"hello", -10, 7, ""},
        {"hello", -5, 2, "he"}, {"hello", 2, -1, "<NULL>"}, {"", 1, -1, "<NULL>"}, {"", 5, 2, ""},
        {"hello", INT32_MAX, INT32_MAX, ""}, {"hello", INT32_MIN, 5, ""},
        {"a😀b😀c", 2, 1, "😀"}, {"a😀b😀c", -3, INT32_MIN, "b😀c"},
        {"日本語テキスト", 3, 2, "語テ"}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rt_text in = text_of(cases[i].text), out = {0};

        if (cases[i].length == INT32_MIN)
            same(rt_substring(in, cases[i].start), cases[i].expected);
        else
            same(or_null(rt_substring_for(in, cases[i].start, cases[i].length, &out), out),
                cases[i].expected);
    }
}

Test(fn_string, pieces)
{
    struct rt_text out;

    same(rt_left(T("hello"), -1), "");
    same(rt_left(T("😀😁😂"), 2), "😀😁");
    same(rt_right(T("😀😁😂"), 1), "😂");
    same(rt_right(T("hello"), 99), "hello");
    same(rt_right(T("hello"), 0), "");
    same(rt_trim(T("  a b  ")), "a b");
    same(rt_trim(T("   ")), "");
    same(rt_trim(T("\ta")), "\ta");
    same(rt_trim_set(T("yxayx"), T("xy")), "a");
    same(rt_trim_set(T("xyxy"), T("xy")), "");
    same(rt_ltrim_set(T("éèa"), T("èé")), "a");
    same(rt_trim_set(T("😀a😀"), T("😀")), "a");
    same(rt_ltrim_set(T("abc"), T("")), "abc");
    same(rt_rtrim_set(T("abcxy"), T("yx")), "abc");
    same(or_null(rt_split_index(T("a,b,c"), T(","), 0, &out), out), "a");
    same(or_null(rt_split_index(T("a,b,c"), T(","), 3, &out), out), "<NULL>");
    same(or_null(rt_split_index(T("a,b,c"), T(","), -1, &out), out), "<NULL>");
    same(or_null(rt_split_index(T("a,,c"), T(","), 1, &out), out), "");
    same(or_null(rt_split_index(T("a,b"), T(""), 0, &out), out), "a,b");
    same(or_null(rt_split_index(T(""), T(","), 0, &out), out), "<NULL>");
    same(or_null(rt_split_index_char(T("a,b"), 44, 1, &out), out), "b");
    cr_assert_eq(rt_char_length(T("👩‍👩‍👧")), 5);
    cr_assert_eq(rt_char_length(T("a😀b")), 3);
}

Test(fn_string, search)
{
    int32_t out;
    struct rt_error error;

    cr_assert_eq(rt_position(T("x"), T("hello")), 0);
    cr_assert_eq(rt_position(T(""), T("hello")), 1);
    cr_assert_eq(rt_position(T("l"), T("")), 0);
    cr_assert_eq(rt_position(T("語"), T("日本語")), 3);
    cr_assert_eq(rt_locate_from(T("l"), T("hello"), 4), 4);
    cr_assert_eq(rt_locate_from(T("l"), T("hello"), 5), 0);
    cr_assert_eq(rt_locate_from(T("l"), T("hello"), -1), 3);
    cr_assert_eq(rt_locate_from(T(""), T("hello"), 9), 1);
    cr_assert_eq(rt_instr_from(T("hello"), T("l"), 4), 4);
    cr_assert_eq(rt_instr_from(T("hello"), T("l"), -1), 4);
    cr_assert_eq(rt_instr_from(T("hello"), T("l"), -3), 3);
    cr_assert_eq(rt_instr_from(T("hello"), T("l"), 0), 0);
    cr_assert_eq(rt_instr_from(T("hello"), T(""), 2), 1);
    cr_assert_eq(rt_instr_from(T("hello"), T("l"), INT32_MIN), 0);
    cr_assert(rt_instr_occurrence(T("hello"), T("l"), 1, 2, &out, &error) && out == 4);
    cr_assert(rt_instr_occurrence(T("aXbXc"), T("X"), -1, 2, &out, &error) && out == 2);
    cr_assert_not(rt_instr_occurrence(T("hello"), T("l"), 1, 0, &out, &error));
    cr_assert(rt_starts_with(T("hello"), T("he")) && !rt_starts_with(T("hello"), T("hello!")));
    cr_assert(rt_ends_with(T("hello"), T("")) && !rt_ends_with(T(""), T("x")));
    cr_assert_lt(rt_compare_text(T("a"), T("ab")), 0);
    cr_assert_lt(rt_compare_text(T("ab"), T("é")), 0);
}

Test(fn_string, like)
{
    static const struct {
        const char *text, *pattern;
        bool expected;
    } cases[] = {{"abc", "abc", true}, {"abc", "%c", true}, {"abc", "%b%", true},
        {"abc", "_b_", true}, {"abc", "%", true}, {"abc", "ABC", false}, {"a.c", "a.c", true},
        {"abc", "a.c", false}, {"a[b]c", "a[b]c", true}, {"a(b", "%(%", true},
        {"日本語", "日_語", true}, {"😀x", "_x", true}, {"😀x", "__x", false},
        {"aXbXc", "a%X%c", true}, {"", "", true}, {"", "%", true}, {"", "_", false},
        {"a\nb", "a_b", false}, {"a\nb", "a%b", true},
        {"a\\b", "a\\b", true}, {"ab", "a\\b", false},
        {"a%", "a\\%", false}, {"a\\xb", "a\\%b", true}, {"a\\", "a\\", true},
        {"aaab", "%ab", true}, {"abab", "%ab", true}, {"ababc", "%ab", false},
        {"mississippi", "m%iss%ip%i", true}, {"abc", "abc%%", true}, {"abc", "abcd%", false},
        {"abc", "%_%_%_%", true}, {"ab", "%_%_%_%", false}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cr_expect_eq(rt_like(text_of(cases[i].text), text_of(cases[i].pattern)), cases[i].expected,
            "'%s' LIKE '%s'", cases[i].text, cases[i].pattern);
}

Test(fn_string, like_escape)
{
    struct rt_error error;
    bool out;

    cr_assert(rt_like_escape(T("a%c"), T("a\\%c"), T("\\"), &out, &error) && out);
    cr_assert(rt_like_escape(T("abc"), T("a\\%c"), T("\\"), &out, &error) && !out);
    cr_assert(rt_like_escape(T("a_c"), T("a!_c"), T("!"), &out, &error) && out);
    cr_assert(rt_like_escape(T("a!c"), T("a!!c"), T("!"), &out, &error) && out);
    cr_assert(rt_like_escape(T("a%b"), T("é%é%%"), T("é"), &out, &error) && !out);
    cr_assert(rt_like_escape(T("%%x"), T("é%é%%"), T("é"), &out, &error) && out);
    cr_assert_not(rt_like_escape(T("ab"), T("ab!"), T("!"), &out, &error));
    cr_assert_str_eq(error.message, "LIKE: Invalid escape sequence 'ab!', 2");
    cr_assert_not(rt_like_escape(T("ab"), T("a!b"), T("!"), &out, &error));
    cr_assert_not(rt_like_escape(T("ab"), T("ab"), T("!!"), &out, &error));
}

Test(fn_string, case)
{
    same(rt_upper(&arena, T("hello World 12")), "HELLO WORLD 12");
    same(rt_lower(&arena, T("HELLO World 12")), "hello world 12");
    same(rt_upper(&arena, T("Straße")), "STRASSE");
    same(rt_upper(&arena, T("ŉ ﬁ \u0390 ᾳ я ǆ ÿ")),
        "ʼN FI \u0399\u0308\u0301 ΑΙ Я Ǆ Ÿ");
    same(rt_lower(&arena, T("ÉÀÜ Я Ǆ")), "éàü я ǆ");
    same(rt_lower(&arena, T("ΑΣ ΑΣΑ Σ ΑΣ1 'ΑΣ' ΑΣ.Α")), "ας ασα σ ας1 'ας' ασ.α");
    same(rt_lower(&arena, T("İI")), "i̇i");
    same(rt_lower(&arena, T("\xff" "A")), "\xff" "a");
    same(rt_initcap(&arena, T("hello wORLD foo-bar 1abc")), "Hello World Foo-Bar 1abc");
    same(rt_initcap(&arena, T("a.b'c")), "A.B'C");
    same(rt_initcap(&arena, T("élan ñandú Straße")), "éLan ñAndú StraßE");
}

Test(fn_string, new_text)
{
    struct rt_text out, parts[] = {T("a"), T(""), T("日")};
    bool nulls[] = {false, true, false};
    struct rt_error error;

    same(rt_concat(&arena, parts, 3), "a日");
    same(rt_concat(&arena, parts, 0), "");
    same(rt_concat_ws(&arena, T("・"), parts, NULL, 3), "a・・日");
    same(rt_concat_ws(&arena, T("-"), parts, nulls, 3), "a-日");
    same(rt_reverse(&arena, T("añb😀")), "😀bña");
    same(rt_replace(&arena, T("hello"), T("l"), T("LL")), "heLLLLo");
    same(rt_replace(&arena, T("hello"), T(""), T("x")), "xhxexlxlxox");
    same(rt_replace(&arena, T(""), T(""), T("x")), "x");
    same(rt_replace(&arena, T("hello"), T("z"), T("y")), "hello");
    same(rt_translate(&arena, T("hello"), T("elo"), T("i")), "hi");
    same(rt_translate(&arena, T("日本語"), T("日語"), T("DG")), "D本G");
    same(rt_translate(&arena, T("a😀b"), T("😀"), T("日")), "a日b");
    same(or_null(rt_lpad(&arena, T("é"), 3, T("日"), &out), out), "日日é");
    same(or_null(rt_lpad(&arena, T("abcdef"), 3, T("x"), &out), out), "abc");
    same(or_null(rt_lpad(&arena, T("ab"), 0, T("x"), &out), out), "");
    same(or_null(rt_lpad(&arena, T("ab"), -1, T("x"), &out), out), "<NULL>");
    same(or_null(rt_lpad(&arena, T(""), 0, T(""), &out), out), "<NULL>");
    same(or_null(rt_rpad(&arena, T("abcabc"), 8, T("xy"), &out), out), "abcabcxy");
    same(or_null(rt_rpad(&arena, T("x"), 8, T("xyz"), &out), out), "xxyzxyzx");
    same(or_null(rt_repeat(&arena, T("ab"), 3, &out, &error), out), "ababab");
    same(or_null(rt_repeat(&arena, T("ab"), -1, &out, &error), out), "");
    cr_assert_not(rt_repeat(&arena, T("ab"), INT32_MAX, &out, &error));
    same(rt_overlay(&arena, T("hello"), T("XX"), 2), "hXXlo");
    same(rt_overlay_for(&arena, T("hello"), T("XX"), 2, 0), "hXX");
    same(rt_overlay_for(&arena, T("hello"), T("XX"), 2, 4), "hXX");
    same(rt_overlay_for(&arena, T("hello"), T("XX"), 3, INT32_MAX), "heXX");
    same(rt_overlay(&arena, T("hello"), T("XX"), 5), "hellXX");
    same(rt_overlay(&arena, T("hello"), T("XX"), 0), "hello");
    same(rt_overlay_for(&arena, T("hello"), T(""), 2, 2), "hlo");
    cr_assert_eq(rt_ascii(T("é")), -61);
    same(rt_chr(&arena, 97 + 256), "a");
    same(rt_chr(&arena, 233), "é");
    same(rt_chr(&arena, -1), "");
    cr_assert_eq(rt_chr(&arena, 0).size, 1);
    same(or_null(rt_elt(2, parts, 3, &out), out), "");
    same(or_null(rt_elt(4, parts, 3, &out), out), "<NULL>");
    cr_assert_eq(rt_uuid(&arena).size, 36);
}

static void same_bytes(bool done, struct rt_bytes got, const char *hex)
{
    cr_expect(done);
    if (done)
        same(rt_lower(&arena,
                 rt_hex_text(&arena, (struct rt_text){(const char *)got.data, got.size})),
            hex);
}

Test(fn_string, encodings)
{
    struct rt_bytes bytes = {0};
    struct rt_text out;
    struct rt_error error;
    int64_t number;

    same(rt_to_base64(&arena, T("")), "");
    same(rt_to_base64(&arena, T("😀")), "8J+YgA==");
    same(rt_to_base64(&arena, T("The quick brown fox")), "VGhlIHF1aWNrIGJyb3duIGZveA==");
    same(or_null(rt_from_base64(&arena, T("YWI"), &out, &error), out), "ab");
    same(or_null(rt_from_base64(&arena, T("YWJjZGV"), &out, &error), out), "abcde");
    cr_assert_not(rt_from_base64(&arena, T("a"), &out, &error));
    cr_assert_not(rt_from_base64(&arena, T("YWJj ZGVm"), &out, &error));
    cr_assert_not(rt_from_base64(&arena, T("===="), &out, &error));
    same(rt_hex_i64(&arena, -1), "FFFFFFFFFFFFFFFF");
    same(rt_hex_i64(&arena, 0), "0");
    same(rt_hex_text(&arena, T("日本語")), "E697A5E69CACE8AA9E");
    same(rt_bin(&arena, 10), "1010");
    same_bytes(rt_unhex(&arena, T("616263"), &bytes), bytes, "616263");
    same_bytes(rt_unhex(&arena, T("abc"), &bytes), bytes, "00bc");
    same_bytes(rt_unhex(&arena, T("F"), &bytes), bytes, "00");
    cr_assert_not(rt_unhex(&arena, T("0G"), &bytes));
    same(rt_md5(&arena, T("abc")), "900150983cd24fb0d6963f7d28e17f72");
    same(rt_sha1(&arena, T("")), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    same(or_null(rt_sha2(&arena, T("abc"), 224, &out, &error), out),
        "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7");
    cr_assert_not(rt_sha2(&arena, T("abc"), 1, &out, &error));
    same_bytes(rt_encode(&arena, T("abc"), T("UTF-16"), &bytes, &error), bytes, "feff006100620063");
    same_bytes(rt_encode(&arena, T("abc"), T("utf-16le"), &bytes, &error), bytes, "610062006300");
    same_bytes(rt_encode(&arena, T("日"), T("US-ASCII"), &bytes, &error), bytes, "3f");
    same_bytes(rt_encode(&arena, T("😀"), T("UTF-16BE"), &bytes, &error), bytes, "d83dde00");
    cr_assert_not(rt_encode(&arena, T("x"), T("NOSUCH"), &bytes, &error));
    bytes = (struct rt_bytes){(const uint8_t *)"\0a\0b", 4};
    same(or_null(rt_decode(&arena, bytes, T("UTF-16"), &out, &error), out), "ab");
    bytes = (struct rt_bytes){(const uint8_t *)"\xd8\x3d\xde\x00\xd8", 5};
    same(or_null(rt_decode(&arena, bytes, T("UTF-16BE"), &out, &error), out), "😀\ufffd");
    same(rt_url_encode(&arena, T("a b&c=d/e?f")), "a+b%26c%3Dd%2Fe%3Ff");
    same(rt_url_encode(&arena, T("~-_.*é")), "%7E-_.*%C3%A9");
    same(or_null(rt_url_decode(&arena, T("a+b%26c%c3%a9"), &out), out), "a b&cé");
    same(or_null(rt_url_decode(&arena, T("%"), &out), out), "<NULL>");
    same(or_null(rt_url_decode(&arena, T("%zz"), &out), out), "<NULL>");
    same(or_null(rt_url_decode(&arena, T("%c3"), &out), out), "\ufffd");
    cr_assert(rt_inet_aton(T("255.255.255.255"), &number) && number == 4294967295);
    cr_assert(rt_inet_aton(T("127.1"), &number) && number == 2130706433);
    cr_assert(rt_inet_aton(T("1.2.3"), &number) && number == 16908291);
    cr_assert_not(rt_inet_aton(T("256.0.0.1"), &number));
    cr_assert_not(rt_inet_aton(T("1.2.3.4.5"), &number));
    same(or_null(rt_inet_ntoa(&arena, 2130706433, &out), out), "127.0.0.1");
    cr_assert_not(rt_inet_ntoa(&arena, -1, &out));
    cr_assert(rt_is_alpha(T("é日")) && !rt_is_alpha(T("ab1")) && !rt_is_alpha(T("")));
    cr_assert(rt_is_digit(T("٣1")) && !rt_is_digit(T("-1")));
    cr_assert(rt_is_decimal(T("1e5")) && rt_is_decimal(T(".5")) && !rt_is_decimal(T("abc")));
}

Test(fn_string, malformed_bytes_are_repaired)
{
    static const struct {
        const char *bytes, *expected;
    } cases[] = {{"\xff" "a", "\ufffd" "a"}, {"\xe6\x97", "\ufffd"}, {"\xf0\x9f\x98", "\ufffd"},
        {"\xed\xa0\x80", "\ufffd"}, {"\xc0\xaf", "\ufffd\ufffd"}, {"é", "é"},
        {"\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd"}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        same(rt_cast_bytes_text(&arena, rt_cast_text_bytes(text_of(cases[i].bytes))),
            cases[i].expected);
}

/* Nothing reads or writes out of bounds whatever the bytes are; the sanitizers watch. */
Test(fn_string, any_bytes)
{
    unsigned seed = 11;
    struct rt_error error;
    struct rt_text out;
    struct rt_bytes bytes;
    bool flag;

    for (int round = 0; round < 20000; round++) {
        static const char mix[] = "ab%_\xc3\xa9\xe6\x97\xa5\xf0\x9f\x98\x80\xff\x80\xce\xa3. ";
        size_t size = (size_t)rand_r(&seed) % 12, other_size = (size_t)rand_r(&seed) % 4;
        char *a = malloc(size + 1), *b = malloc(other_size + 1);
        struct rt_text in = {a, size}, other = {b, other_size};
        int32_t n = rand_r(&seed) % 14 - 7, m = rand_r(&seed) % 14 - 7;

        a = realloc(a, size ? size : 1);
        in.data = a;
        for (size_t i = 0; i < size; i++)
            a[i] = mix[(size_t)rand_r(&seed) % (sizeof mix - 1)];
        for (size_t i = 0; i < other_size; i++)
            b[i] = mix[(size_t)rand_r(&seed) % (sizeof mix - 1)];
        rt_upper(&arena, in), rt_lower(&arena, in), rt_initcap(&arena, in);
        rt_reverse(&arena, in), rt_replace(&arena, in, other, in);
        rt_translate(&arena, in, other, in), rt_substring(in, n), rt_left(in, n), rt_right(in, n);
        rt_substring_for(in, n, m, &out), rt_trim_set(in, other), rt_like(in, other);
        rt_like_escape(in, other, other, &flag, &error), rt_position(other, in);
        rt_instr_occurrence(in, other, n, 1 + abs(m), &n, &error);
        rt_locate_from(other, in, n), rt_lpad(&arena, in, n, other, &out);
        rt_rpad(&arena, in, m, other, &out), rt_overlay_for(&arena, in, other, n % 8, m);
        rt_split_index(in, other, m, &out), rt_fit_char(&arena, in, m), rt_fit_varchar(in, m);
        rt_cast_bytes_text(&arena, rt_cast_text_bytes(in)), rt_unhex(&arena, in, &bytes);
        rt_base64_decode(&arena, in, &bytes), rt_url_decode(&arena, in, &out);
        rt_encode(&arena, in, T("UTF-16"), &bytes, &error), rt_is_alpha(in), rt_is_decimal(in);
        rt_decode(&arena, rt_cast_text_bytes(in), T("UTF-16"), &out, &error);
        free(a), free(b);
        rt_arena_reset(&arena);
    }
}
