/* Files that a registry knows by itself. Only what records are made of: no options, no services. */
#include "proto/memory.h"

#include <string.h>

struct builtin {
    const char *import, *text;
};

#define PACKAGE(name) "syntax=\"proto3\";package " name ";"

static const struct builtin builtins[] = {
    {"confluent/meta.proto", PACKAGE("confluent")
        "message Meta{string doc=1;map<string,string> params=2;repeated string tags=3;}"},
    {"confluent/type/decimal.proto", PACKAGE("confluent.type")
        "message Decimal{bytes value=1;uint32 precision=2;int32 scale=3;}"},
    {"confluent/type/variant.proto", PACKAGE("confluent.type")
        "message Variant{bytes metadata=1;bytes value=2;}"},
    {"google/protobuf/any.proto", PACKAGE("google.protobuf")
        "message Any{string type_url=1;bytes value=2;}"},
    {"google/protobuf/api.proto", PACKAGE("google.protobuf")},
    {"google/protobuf/descriptor.proto", PACKAGE("google.protobuf")},
    {"google/protobuf/duration.proto", PACKAGE("google.protobuf")
        "message Duration{int64 seconds=1;int32 nanos=2;}"},
    {"google/protobuf/empty.proto", PACKAGE("google.protobuf") "message Empty{}"},
    {"google/protobuf/field_mask.proto", PACKAGE("google.protobuf")
        "message FieldMask{repeated string paths=1;}"},
    {"google/protobuf/source_context.proto", PACKAGE("google.protobuf")
        "message SourceContext{string file_name=1;}"},
    {"google/protobuf/struct.proto", PACKAGE("google.protobuf")
        "message Struct{map<string,Value> fields=1;}"
        "message Value{oneof kind{NullValue null_value=1;double number_value=2;"
        "string string_value=3;bool bool_value=4;Struct struct_value=5;ListValue list_value=6;}}"
        "enum NullValue{NULL_VALUE=0;}message ListValue{repeated Value values=1;}"},
    {"google/protobuf/timestamp.proto", PACKAGE("google.protobuf")
        "message Timestamp{int64 seconds=1;int32 nanos=2;}"},
    {"google/protobuf/type.proto", PACKAGE("google.protobuf")},
    {"google/protobuf/wrappers.proto", PACKAGE("google.protobuf")
        "message DoubleValue{double value=1;}message FloatValue{float value=1;}"
        "message Int64Value{int64 value=1;}message UInt64Value{uint64 value=1;}"
        "message Int32Value{int32 value=1;}message UInt32Value{uint32 value=1;}"
        "message BoolValue{bool value=1;}message StringValue{string value=1;}"
        "message BytesValue{bytes value=1;}"},
    {"google/type/calendar_period.proto", PACKAGE("google.type")
        "enum CalendarPeriod{CALENDAR_PERIOD_UNSPECIFIED=0;DAY=1;WEEK=2;FORTNIGHT=3;MONTH=4;"
        "QUARTER=5;HALF=6;YEAR=7;}"},
    {"google/type/color.proto", PACKAGE("google.type")
        "import \"google/protobuf/wrappers.proto\";"
        "message Color{float red=1;float green=2;float blue=3;"
        "google.protobuf.FloatValue alpha=4;}"},
    {"google/type/date.proto", PACKAGE("google.type")
        "message Date{int32 year=1;int32 month=2;int32 day=3;}"},
    {"google/type/dayofweek.proto", PACKAGE("google.type")
        "enum DayOfWeek{DAY_OF_WEEK_UNSPECIFIED=0;MONDAY=1;TUESDAY=2;WEDNESDAY=3;THURSDAY=4;"
        "FRIDAY=5;SATURDAY=6;SUNDAY=7;}"},
    {"google/type/latlng.proto", PACKAGE("google.type")
        "message LatLng{double latitude=1;double longitude=2;}"},
    {"google/type/money.proto", PACKAGE("google.type")
        "message Money{string currency_code=1;int64 units=2;int32 nanos=3;}"},
    {"google/type/month.proto", PACKAGE("google.type")
        "enum Month{MONTH_UNSPECIFIED=0;JANUARY=1;FEBRUARY=2;MARCH=3;APRIL=4;MAY=5;JUNE=6;JULY=7;"
        "AUGUST=8;SEPTEMBER=9;OCTOBER=10;NOVEMBER=11;DECEMBER=12;}"},
    {"google/type/timeofday.proto", PACKAGE("google.type")
        "message TimeOfDay{int32 hours=1;int32 minutes=2;int32 seconds=3;int32 nanos=4;}"},
};

const char *rt_proto_builtin(const char *import)
{
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++) {
        if (strcmp(builtins[i].import, import) == 0)
            return builtins[i].text;
    }
    return NULL;
}
