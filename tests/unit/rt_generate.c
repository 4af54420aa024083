/* Faker's functions: each of them makes something, and what cannot be made is refused. */
#include <criterion/criterion.h>
#include <rt/generate.h>
#include <stdio.h>
#include <string.h>

/* Arguments of the functions that need some. */
static const char *arguments_of(const char *name)
{
    static const char *const known[][2] = {
        {"numerify", " '##'"}, {"letterify", " '?x?'"}, {"bothify", " '#?'"},
        {"examplify", " 'aB1'"}, {"templatify", " 'xtx','t','a','b'"}, {"regexify", " '(a|b){2}'"},
        {"Options.option", " 'a','b'"}, {"Options.nextElement", " 'a','b'"},
        {"Number.numberBetween", " '1','9'"}, {"Number.randomDouble", " '2','1','9'"},
        {"Number.digits", " '3'"}, {"Lorem.fixedString", " '3'"},
        {"Date.past", " '5','DAYS'"}, {"DateAndTime.past", " '5','1','HOURS'"},
        {"TimeAndDate.past", " '5','seconds'"}, {"Date.future", " '5','MINUTES'"},
        {"DateAndTime.future", " '5','MILLISECONDS'"}, {"TimeAndDate.future", " '5' 'DAYS'"},
        {"Date.between", " '2024-01-01 00:00:00','2024-01-02 00:00:00'"},
        {"DateAndTime.between", " '2024-01-01 00:00:00','2024-01-02 00:00:00'"},
        {"TimeAndDate.between", " '2024-01-01 00:00:00','2024-01-02 00:00:00'"},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i][0], name))
            return known[i][1];
    return "";
}

static void make(const char *expression, uint64_t seed, char *out, size_t size)
{
    struct rt_buffer buffer = {0};
    struct rt_error error;
    bool fine = rt_faker_text(expression, seed, 1704067200000, &buffer, &error);

    cr_assert(fine, "%s: %s", expression, error.message);
    snprintf(out, size, "%.*s", (int)buffer.size, buffer.size ? (const char *)buffer.data : "");
    rt_buffer_release(&buffer);
}

Test(generate, every_function_makes_text)
{
    const char *name;
    char expression[200], text[2000];

    for (size_t i = 0; (name = rt_faker_name(i)); i++) {
        snprintf(expression, sizeof expression, "#{%s%s}", name, arguments_of(name));
        for (uint64_t seed = 0; seed < 50; seed++) {
            make(expression, seed, text, sizeof text);
            cr_assert(*text, "%s makes nothing", expression);
            cr_assert(!strstr(text, "#{"), "%s: %s", expression, text);
        }
    }
}

Test(generate, the_seed_decides)
{
    char a[200], b[200];

    make("#{name.fullName} #{number.numberBetween '0','1000000'}", 7, a, sizeof a);
    make("#{NAME.full_name} #{Number.number_between '0','1000000'}", 7, b, sizeof b);
    cr_assert_str_eq(a, b);
    make("#{name.fullName} #{number.numberBetween '0','1000000'}", 8, b, sizeof b);
    cr_assert_str_neq(a, b);
}

Test(generate, what_is_wrong_is_refused)
{
    static const char *const wrong[] = {"#{name.nobody}", "#{name.firstName", "#{regexify '(a'}",
        "#{regexify '[b-a]'}", "#{regexify 'a{2,1}'}", "#{regexify '*'}", "#{numerify}",
        "#{numerify '#','#'}", "#{number.numberBetween '5','1'}", "#{number.digits 'x'}",
        "#{date.past '5','YEARS'}", "#{date.between 'x','y'}", "#{numerify '#}", "#{numerify #}",
        "#{options.option '#{nobody}'}", "#{number.randomDouble '2','a','b'}",
        "#{regexify 'a{99999}{99999}'}", "#{}", "#{lorem.characters '-1'}"};

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct rt_error error = {0};
        size_t at, size;
        bool unknown;

        cr_assert(!rt_faker_check(wrong[i], &at, &size, &unknown, &error), "%s", wrong[i]);
        cr_assert(*error.message, "%s", wrong[i]);
        cr_assert(at + size <= strlen(wrong[i]), "%s", wrong[i]);
    }
}

/* Any bytes: refused or made, within bounds. */
Test(generate, any_text_is_an_expression_or_refused)
{
    static const char alphabet[] = "#{}'regexify[](|)*+?\\dw{1,2}. ,-^$";
    uint64_t state = 1;

    for (int i = 0; i < 20000; i++) {
        char text[40];
        size_t size = (size_t)(i % 30), at, length;
        struct rt_error error;
        bool unknown;

        for (size_t k = 0; k < size; k++) {
            state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
            text[k] = alphabet[(state >> 33) % (sizeof alphabet - 1)];
        }
        text[size] = '\0';
        rt_faker_check(text, &at, &length, &unknown, &error);
    }
    for (int i = 0; i < 5000; i++) {
        char text[64] = "#{regexify '";
        size_t size = strlen(text), at, length;
        struct rt_error error;
        bool unknown;

        for (int k = 0; k < i % 24; k++) {
            char c;

            state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
            c = alphabet[(state >> 33) % (sizeof alphabet - 1)];
            text[size++] = c == '\'' || c == '}' ? 'x' : c;
        }
        memcpy(text + size, "'}", 3);
        rt_faker_check(text, &at, &length, &unknown, &error);
    }
}
