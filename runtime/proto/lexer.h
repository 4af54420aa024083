/* Between the generated Protobuf lexer and its caller. */
#ifndef DDL2C_PROTO_LEXER_H
#define DDL2C_PROTO_LEXER_H

#include <stdbool.h>

struct proto_lexer {
    const char *start;  /* of the token just read */
    const char *cursor; /* behind it */
    const char *end;    /* of the text: a NUL is there */
    unsigned line;      /* of the cursor, from 1 */
};

int proto_lex(struct proto_lexer *lexer);

#endif
