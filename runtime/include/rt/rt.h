/* Everything that generated code includes. */
#ifndef RT_RT_H
#define RT_RT_H

#include <rt/base.h>
#include <rt/log.h>
#include <rt/registry.h>
#include <rt/state.h>
#include <rt/job.h>
#include <rt/avro.h>
#include <rt/csv.h>
#include <rt/debezium.h>
#include <rt/proto.h>
#include <rt/items.h>
#include <rt/list.h>
#include <rt/json_put.h>
#include <rt/pack.h>
#include <rt/aggregate.h>
#include <rt/row.h>
#include <rt/join.h>
#include <rt/rank.h>
#include <rt/rank_key.h>
#include <rt/raw.h>
#include <rt/functions.h>
#include <rt/rowline.h>

#endif
