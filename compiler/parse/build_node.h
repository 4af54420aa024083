/* Shared by the builders of statements. */
#ifndef DDL2C_PARSE_BUILD_NODE_H
#define DDL2C_PARSE_BUILD_NODE_H

#include "build.h"

struct statement *new_statement(struct parser *p, enum statement_kind kind, struct span begin,
    struct span end);

#endif
