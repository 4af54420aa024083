/* Between texpr.c and fold.c. */
#ifndef DDL2C_FOLD_H
#define DDL2C_FOLD_H

#include "texpr.h"

/* A literal in another type where nothing is lost or rounded; NULL: leave it to the run time. */
struct texpr *fold_cast(struct arena *arena, const struct texpr *literal, const struct type *type);

#endif
