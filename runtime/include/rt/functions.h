/* Every scalar function of SQL: the C symbols that compiler/catalog/functions.def names.
 *
 * Shapes of a call (catalog/functions.def, bind/texpr.h):
 *   PLAIN           T rt_x(A a, …)
 *   ARENA           T rt_x(struct rt_arena *arena, A a, …)     text or bytes, there or a view
 *   FALLIBLE        bool rt_x(A a, …, T *out, struct rt_error *error)    false: the job fails
 *   NULLABLE        bool rt_x(A a, …, T *out)                            false: SQL NULL
 *   CHECKED         bool rt_x(A a, …, T *out, bool *is_null, struct rt_error *error)
 *                                                                        false: the job fails
 *   ARENA_FALLIBLE, ARENA_NULLABLE, ARENA_CHECKED: likewise with the arena first
 * After the arena come the session's zone and task->now_ms where a function wants them. Arguments
 * are never NULL. Thread-safe: nothing here has state but the zone cache (locked) and RAND. Results
 * may be views of arguments. An error has code RT_EXPRESSION and action RT_STOP. */
#ifndef RT_FUNCTIONS_H
#define RT_FUNCTIONS_H

#include <rt/arith.h>
#include <rt/cast.h>
#include <rt/collection.h>
#include <rt/decimal.h>
#include <rt/format.h>
#include <rt/json_path.h>
#include <rt/print.h>
#include <rt/regexp.h>
#include <rt/string.h>
#include <rt/time.h>
#include <rt/bitmap.h>
#include <rt/variant.h>

#endif
