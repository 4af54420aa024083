/* The words of SQL text. A token is a span of bytes: `start` to `cursor`; its value is made from
 * the span later (compiler/parse/token.c). The text ends in a NUL and is valid UTF-8. */
#include "lexer.h"
#include "sql.h"

/*!re2c
    re2c:flags:utf-8 = 0;
    re2c:define:YYCTYPE = "unsigned char";
    re2c:define:YYCURSOR = "cursor";
    re2c:define:YYMARKER = "marker";
    re2c:yyfill:enable = 0;
    re2c:eof = -1;

    space   = [ \t\r\n\f\v];
    digit   = [0-9];
    /* Which characters beyond ASCII are letters is checked on the whole name. */
    letter  = [A-Za-z_$\x80-\xff];
    name    = letter (letter | digit)*;
    exact   = digit+ ("." digit*)? | "." digit+;
    approx  = exact [eE] [+-]? digit+;
    quote   = "'" ([^'\x00] | "''")*;
*/

static void skip_line(struct lexer *lexer)
{
    while (lexer->cursor < lexer->end && *lexer->cursor != '\n')
        lexer->cursor++;
}

/* Past the end of a comment; false if it has none. */
static bool skip_block(struct lexer *lexer)
{
    for (; lexer->cursor < lexer->end; lexer->cursor++) {
        if (lexer->cursor[0] == '*' && lexer->cursor[1] == '/') {
            lexer->cursor += 2;
            return true;
        }
    }
    return false;
}

/* One token from `cursor`: a TK_ code with `start` set, or a LEX_ code. */
int sql_lex(struct lexer *lexer)
{
    const unsigned char *cursor = (const unsigned char *)lexer->cursor, *marker = cursor;

    for (;;) {
        lexer->start = (const char *)cursor;
#define TOKEN(code)                                                                                \
    do {                                                                                           \
        lexer->cursor = (const char *)cursor;                                                      \
        return (code);                                                                             \
    } while (0)
        /*!re2c
            space+   { continue; }
            "--" | "//" {
                lexer->cursor = (const char *)cursor;
                skip_line(lexer);
                cursor = (const unsigned char *)lexer->cursor;
                continue;
            }
            "/*+"    { TOKEN(TK_HINT_BEGIN); }
            "*" "/"  { TOKEN(TK_HINT_END); }
            "/*"     {
                lexer->cursor = (const char *)cursor;
                if (!skip_block(lexer))
                    return LEX_UNTERMINATED_COMMENT;
                cursor = (const unsigned char *)lexer->cursor;
                continue;
            }

            exact    { TOKEN(TK_NUMBER); }
            approx   { TOKEN(TK_NUMBER); }
            (exact | approx) letter (letter | digit)* { TOKEN(LEX_BAD_NUMBER); }

            name     { TOKEN(TK_ID); }
            "`" ([^`\x00] | "``")* "`"  { TOKEN(LEX_QUOTED_NAME); }
            "`" ([^`\x00] | "``")*      { TOKEN(LEX_UNTERMINATED_NAME); }
            quote "'"                   { TOKEN(TK_STRING); }
            [uU] "&" quote "'"          { TOKEN(LEX_UNICODE_STRING); }
            [xX] quote "'"              { TOKEN(TK_BINARY_STRING); }
            ([nN] | "_" [A-Za-z0-9_.:-]+) quote "'" { TOKEN(LEX_CHARSET_STRING); }
            ([uU] "&" | [xXnN])? quote  { TOKEN(LEX_UNTERMINATED_STRING); }
            ["] ([^"\x00\n] | '""')* ["] { TOKEN(LEX_DOUBLE_QUOTE); }

            "=>"     { TOKEN(TK_ARROW); }
            "<>" | "!=" { TOKEN(TK_NE); }
            "<="     { TOKEN(TK_LE); }
            ">="     { TOKEN(TK_GE); }
            "||"     { TOKEN(TK_CONCAT); }
            "{-"     { TOKEN(TK_EXCLUDE_BEGIN); }
            "-}"     { TOKEN(TK_EXCLUDE_END); }
            "="      { TOKEN(TK_EQ); }
            "<"      { TOKEN(TK_LT); }
            ">"      { TOKEN(TK_GT); }
            "+"      { TOKEN(TK_PLUS); }
            "-"      { TOKEN(TK_MINUS_SIGN); }
            "*"      { TOKEN(TK_STAR); }
            "/"      { TOKEN(TK_SLASH); }
            "%"      { TOKEN(TK_PERCENT); }
            "|"      { TOKEN(TK_BAR); }
            "?"      { TOKEN(TK_QUESTION); }
            "("      { TOKEN(TK_LP); }
            ")"      { TOKEN(TK_RP); }
            "["      { TOKEN(TK_LBRACKET); }
            "]"      { TOKEN(TK_RBRACKET); }
            "{"      { TOKEN(TK_LBRACE); }
            "}"      { TOKEN(TK_RBRACE); }
            ","      { TOKEN(TK_COMMA); }
            "."      { TOKEN(TK_DOT); }
            ":"      { TOKEN(TK_COLON); }
            ";"      { TOKEN(TK_SEMICOLON); }
            "\x00"   {
                if (lexer->start == lexer->end)
                    return LEX_END;
                TOKEN(LEX_BAD_CHARACTER);
            }
            *        { TOKEN(LEX_BAD_CHARACTER); }
        */
    }
}
