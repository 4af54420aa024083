/* Rules that join options, key and columns of a table. Each reports what it refuses. */
#ifndef DDL2C_TABLE_RULES_H
#define DDL2C_TABLE_RULES_H

#include "../catalog/catalog.h"

/* Options that need, or exclude, others. */
bool table_check_options(struct catalog *catalog, const struct table *table);
/* Whether Kafka takes the name. */
bool table_check_topic(struct catalog *catalog, const struct table *table);
/* What the changelog mode asks of primary key and distribution. */
bool table_check_distribution(struct catalog *catalog, const struct table *table);
/* What the format of a side asks of its columns and options. */
bool table_check_format(struct catalog *catalog, const struct table *table, bool is_key);

/* Options that a query over the table, or an INSERT into it, does not honour yet. `span`: where the
 * statement names the table. */
bool table_check_source(struct catalog *catalog, const struct table *table, struct span span);
bool table_check_sink(struct catalog *catalog, const struct table *table, struct span span);

#endif
