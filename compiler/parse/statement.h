/* Between parse.c, which drives the grammar, and syntax.c, which explains its refusals. */
#ifndef DDL2C_PARSE_STATEMENT_H
#define DDL2C_PARSE_STATEMENT_H

#include "build.h"

/* Tokens [begin, end) of one statement; the one at `end` is a semicolon or the end of the text. */
struct piece {
    const struct token_list *tokens;
    size_t begin, end;
    bool is_expression; /* Parsed by parse_expression. */
};

/* Feeds tokens [begin, stop) of the piece to a new parser, then the end if stop > piece.end. Stops
 * early if p->failed; returns the index of the token refused, else `stop`. The caller frees. */
size_t piece_feed(struct parser *p, const struct piece *piece, size_t stop, void **machine);
void piece_free(void *machine);

/* Reports that token `at` of the piece was refused: what is there, what would be right. */
void syntax_report(struct parser *p, const struct piece *piece, size_t at);

#endif
