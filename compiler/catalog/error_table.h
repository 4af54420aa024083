/* The table that takes records which cannot be decoded (error-handling.mode = log).
 *
 * Confluent's columns: why a record failed, in which statement and table, and the record itself as
 * it is in the log. */
#ifndef DDL2C_ERROR_TABLE_H
#define DDL2C_ERROR_TABLE_H

#include "catalog.h"

enum error_column { ERROR_TIMESTAMP, ERROR_CODE, ERROR_REASON, ERROR_MESSAGE, ERROR_DETAILS,
    ERROR_PROCESSOR, ERROR_STATEMENT, ERROR_TYPE, ERROR_CATALOG, ERROR_DATABASE, ERROR_NAME,
    ERROR_RECORD, ERROR_COLUMNS };

/* Fields of ERROR_RECORD, the source record. */
enum error_record { RECORD_TOPIC, RECORD_PARTITION, RECORD_OFFSET, RECORD_TIMESTAMP,
    RECORD_TIMESTAMP_TYPE, RECORD_HEADERS, RECORD_KEY, RECORD_VALUE, RECORD_FIELDS };

/* ERROR_COLUMNS columns, by number. */
const struct type_field *error_table_fields(struct arena *arena);
/* The CREATE TABLE statement of one. */
const char *error_table_sql(struct arena *arena, const char *catalog, const char *database,
    const char *name);
/* Why the table cannot take errors: a column that is missing, has another type, or would stay NULL
 * and may not. NULL: it can. */
const char *error_table_problem(struct arena *arena, const struct table *table);
/* The same of a table of dead letters: a raw key, if there is one, and a raw value, the record's
 * own bytes. `of` names topic and brokers. */
const char *dead_letters_sql(struct arena *arena, const struct table *of);
const char *dead_letters_problem(struct arena *arena, const struct table *table,
    const struct table *of);
/* Which of the columns a column of the table is; ERROR_COLUMNS: none. */
enum error_column error_table_column(const char *name);

#endif
