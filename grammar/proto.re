/* The words of Protobuf source. The text ends in a NUL. */
#include "proto/lexer.h"
#include "proto.h"

/*!re2c
    re2c:flags:utf-8 = 0;
    re2c:define:YYCTYPE = "unsigned char";
    re2c:define:YYCURSOR = "cursor";
    re2c:define:YYMARKER = "marker";
    re2c:yyfill:enable = 0;
    re2c:eof = -1;

    digit  = [0-9];
    name   = [A-Za-z_] [A-Za-z0-9_]*;
    number = "0" [xX] [0-9A-Fa-f]+ | digit+;
    exp    = [eE] [+-]? digit+;
    float  = digit+ "." digit* exp? | digit+ exp | "." digit+ exp?;
    escape = "\\" [^\x00\n];
*/

/* Past the end of a comment; false if it has none. */
static bool skip_block(struct proto_lexer *lexer)
{
    for (; lexer->cursor < lexer->end; lexer->cursor++) {
        lexer->line += *lexer->cursor == '\n';
        if (lexer->cursor[0] == '*' && lexer->cursor[1] == '/') {
            lexer->cursor += 2;
            return true;
        }
    }
    return false;
}

/* One token from `cursor`: a PB_ code with `start` set; 0 at the end, -1 for text that is none. */
int proto_lex(struct proto_lexer *lexer)
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
            [ \t\r\f\v]+ { continue; }
            "\xEF\xBB\xBF" { continue; }
            "\n"         { lexer->line++; continue; }
            "//" [^\n\x00]* { continue; }
            "/*"         {
                lexer->cursor = (const char *)cursor;
                if (!skip_block(lexer))
                    return -1;
                cursor = (const unsigned char *)lexer->cursor;
                continue;
            }

            "syntax"     { TOKEN(PB_SYNTAX); }
            "edition"    { TOKEN(PB_EDITION); }
            "import"     { TOKEN(PB_IMPORT); }
            "weak"       { TOKEN(PB_WEAK); }
            "public"     { TOKEN(PB_PUBLIC); }
            "package"    { TOKEN(PB_PACKAGE); }
            "option"     { TOKEN(PB_OPTION); }
            "message"    { TOKEN(PB_MESSAGE); }
            "enum"       { TOKEN(PB_ENUM); }
            "service"    { TOKEN(PB_SERVICE); }
            "rpc"        { TOKEN(PB_RPC); }
            "returns"    { TOKEN(PB_RETURNS); }
            "stream"     { TOKEN(PB_STREAM); }
            "extend"     { TOKEN(PB_EXTEND); }
            "extensions" { TOKEN(PB_EXTENSIONS); }
            "reserved"   { TOKEN(PB_RESERVED); }
            "to"         { TOKEN(PB_TO); }
            "max"        { TOKEN(PB_MAX); }
            "oneof"      { TOKEN(PB_ONEOF); }
            "map"        { TOKEN(PB_MAP); }
            "optional"   { TOKEN(PB_OPTIONAL); }
            "required"   { TOKEN(PB_REQUIRED); }
            "repeated"   { TOKEN(PB_REPEATED); }
            "group"      { TOKEN(PB_GROUP); }
            name         { TOKEN(PB_NAME); }
            number       { TOKEN(PB_NUMBER); }
            float        { TOKEN(PB_FLOAT); }
            ["] ([^"\\\n\x00] | escape)* ["] { TOKEN(PB_STRING); }
            ['] ([^'\\\n\x00] | escape)* ['] { TOKEN(PB_STRING); }

            ";"          { TOKEN(PB_SEMICOLON); }
            "="          { TOKEN(PB_EQ); }
            "{"          { TOKEN(PB_LBRACE); }
            "}"          { TOKEN(PB_RBRACE); }
            "("          { TOKEN(PB_LP); }
            ")"          { TOKEN(PB_RP); }
            "["          { TOKEN(PB_LBRACKET); }
            "]"          { TOKEN(PB_RBRACKET); }
            "<"          { TOKEN(PB_LT); }
            ">"          { TOKEN(PB_GT); }
            ","          { TOKEN(PB_COMMA); }
            "."          { TOKEN(PB_DOT); }
            ":"          { TOKEN(PB_COLON); }
            "-"          { TOKEN(PB_MINUS); }
            "+"          { TOKEN(PB_PLUS); }
            "/"          { TOKEN(PB_SLASH); }
            "\x00"       {
                lexer->cursor = lexer->start;
                return lexer->start == lexer->end ? 0 : -1;
            }
            *            { return -1; }
        */
    }
}
