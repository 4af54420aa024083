/* Rules that join options, key and columns of a table. Each reports what it refuses. */
#ifndef DDL2C_TABLE_RULES_H
#define DDL2C_TABLE_RULES_H

#include "../catalog/catalog.h"

/* Options that need, or exclude, others. */
bool table_check_options(struct catalog *catalog, const struct table *table);
/* What the connector asks of options and clauses. Sets table->generator. */
bool table_check_connector(struct catalog *catalog, struct table *table);
bool table_check_kafka(struct catalog *catalog, const struct table *table);
bool table_check_generator(struct catalog *catalog, struct table *table);
bool table_check_files(struct catalog *catalog, const struct table *table);
/* Whether the connector has the formats; the sides are filled. */
bool table_check_connector_formats(struct catalog *catalog, const struct table *table);
/* Columns of 'key.fields' become those of the key. */
bool table_fill_key_fields(struct catalog *catalog, struct table *table);
/* Whether the option is one of a format that the table has. */
bool table_format_takes(const struct table *table, enum option_id id);
/* The same of 'json'; and whether its options fit each other, and the columns it. */
bool table_json_takes(const struct table *table, enum option_id id);
bool table_check_json(struct catalog *catalog, const struct table *table, bool is_key);
/* The same of proto-confluent. */
bool table_proto_takes(const struct table *table, enum option_id id);
/* Its options; where the side has another format, that none of them is given. */
bool table_check_proto(struct catalog *catalog, const struct table *table, bool is_key);
/* Fills subject, registration and schema id of a side. */
void table_proto_subject(struct catalog *catalog, const struct table *table, bool is_key,
    struct table_side *side);
/* Fills where records go that cannot be decoded; nothing without 'dead-letter-topic'. False:
 * reported. */
bool table_proto_letters(struct catalog *catalog, struct table *table);
/* Fills message and schema by 'message-class'; nothing without one. False: reported. */
bool table_proto_class(struct catalog *catalog, const struct table *table, bool is_key,
    struct table_side *side);
/* How the registry that a format names is reached. `known`: properties of the format's own, NULL
 * behind the last. */
bool table_check_registry(struct catalog *catalog, const struct table *table, bool is_key,
    const char *const *known);
/* Whether the option is one of avro-confluent, and a side has the format. */
bool table_avro_confluent_takes(const struct table *table, enum option_id id);
bool table_check_avro_confluent(struct catalog *catalog, const struct table *table, bool is_key);
const char *table_avro_confluent_subject(struct catalog *catalog, const struct table *table,
    bool is_key);
/* The schema that an option gives, checked; without one `derived`. NULL: reported. */
const char *table_avro_confluent_schema(struct catalog *catalog, const struct table *table,
    bool is_key, const char *derived);
/* Whether the options of avro say what is there. */
bool table_check_avro(struct catalog *catalog, const struct table *table, bool is_key);
/* Whether csv options fit each other. */
bool table_check_csv(struct catalog *catalog, const struct table *table, bool is_key);
/* Whether Kafka takes the name; `span` is where it stands. */
bool table_check_topic(struct catalog *catalog, const char *topic, struct span span);
/* What the changelog mode asks of primary key and distribution. */
bool table_check_distribution(struct catalog *catalog, const struct table *table);
/* What the format of a side asks of its columns and options. */
bool table_check_format(struct catalog *catalog, const struct table *table, bool is_key);

/* Whether its connector lets a query read or write the table; `span` names it there. */
bool table_check_use(struct catalog *catalog, const struct table *table, bool is_write,
    struct span span);
/* Options that a query over the table, or an INSERT into it, does not honour yet. `span`: where the
 * statement names the table. */
bool table_check_source(struct catalog *catalog, const struct table *table, struct span span);
bool table_check_sink(struct catalog *catalog, const struct table *table, struct span span);

#endif
