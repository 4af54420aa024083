/* The generated parser, as parse.c and syntax.c drive it. */
#ifndef DDL2C_PARSE_EXPECT_H
#define DDL2C_PARSE_EXPECT_H

#include "build.h"

void *sql_parseAlloc(void *(*allocate)(size_t));
void sql_parse(void *parser, int kind, struct token token, struct parser *p);
void sql_parseFree(void *parser, void (*release)(void *));

/* Entries on the parser's stack. */
size_t sql_parse_depth(const void *parser);
/* The tokens that the parser would take now, at most `most` of them; returns how many. */
size_t sql_parse_expected(struct arena *arena, const void *parser, int *tokens, size_t most);
size_t sql_parse_token_count(void);

#endif
