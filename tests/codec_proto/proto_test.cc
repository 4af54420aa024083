// Generated Protobuf codecs against Google's library, both ways: proto_test VALUES [SEED]
//
// The library makes random messages of each file; generated code decodes them into a row and
// encodes the row, the library reads that and must find the same message. The same by the program
// that a pipeline makes of a new schema; with the fields packed the other way; with unknown fields
// among them; and for two messages in a row, which are merged. What the library refuses, prefixes
// and changed bytes, must be refused; and no bytes may lead outside: they end at a guard page.
#include "proto_case.h"
#include "proto_seeds.h"

#include <google/protobuf/compiler/importer.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/field_comparator.h>
#include <google/protobuf/util/message_differencer.h>

#include <sys/mman.h>
#include <unistd.h>

#include <map>
#include <random>
#include <string>

namespace pb = google::protobuf;

#define X(seed)                                                                                    \
    extern "C" const proto_case proto_cases_##seed[];                                              \
    extern "C" const size_t proto_cases_##seed##_count;
PROTO_SEEDS(X)
#undef X

namespace {

constexpr size_t kRoom = 1 << 20;
constexpr int kMutations = 40;

// Files that are found beside the case's own.
const std::map<std::string, std::string> kFiles = {
    {"confluent/meta.proto", "syntax = \"proto3\"; package confluent; "
        "import \"google/protobuf/descriptor.proto\"; "
        "message Meta { string doc = 1; map<string, string> params = 2; } "
        "extend google.protobuf.FieldOptions { Meta field_meta = 1088; }"},
    {"confluent/type/decimal.proto", "syntax = \"proto3\"; package confluent.type; "
        "message Decimal { bytes value = 1; uint32 precision = 2; int32 scale = 3; }"},
    {"google/type/date.proto", "syntax = \"proto3\"; package google.type; "
        "message Date { int32 year = 1; int32 month = 2; int32 day = 3; }"},
    {"google/type/timeofday.proto", "syntax = \"proto3\"; package google.type; "
        "message TimeOfDay { int32 hours = 1; int32 minutes = 2; int32 seconds = 3; "
        "int32 nanos = 4; }"}};

class Tree : public pb::compiler::SourceTree {
public:
    explicit Tree(const std::string &text) : text_(text) {}

    pb::io::ZeroCopyInputStream *Open(const std::string &name) override
    {
        auto found = kFiles.find(name);

        if (name == "case.proto")
            return new pb::io::ArrayInputStream(text_.data(), static_cast<int>(text_.size()));
        if (found != kFiles.end())
            return new pb::io::ArrayInputStream(found->second.data(),
                static_cast<int>(found->second.size()));
        return disk_.Open(name);
    }

    pb::compiler::DiskSourceTree disk_;

private:
    std::string text_;
};

class Errors : public pb::compiler::MultiFileErrorCollector {
public:
    void AddError(const std::string &file, int line, int, const std::string &message) override
    {
        printf("%s:%d: %s\n", file.c_str(), line + 1, message.c_str());
    }
};

struct Test {
    uint8_t *room; // kRoom bytes before a guard page
    std::mt19937_64 random{20240517};
    unsigned long checks = 0, pairs = 0, refused = 0, stricter = 0, failures = 0;
    unsigned seed = 0, number = 0, value = 0;
    const proto_case *it = nullptr;
    bool shown = false;
} test;

uint32_t Below(uint32_t limit)
{
    return static_cast<uint32_t>(test.random() >> 16) % limit;
}

std::string Hex(const std::string &bytes)
{
    std::string hex;
    char two[3];

    for (unsigned char c : bytes) {
        snprintf(two, sizeof two, "%02x", c);
        hex += two;
    }
    return hex;
}

void Fail(const char *what, const std::string &more)
{
    printf("seed %u case %u value %u: %s: %s\n", test.seed, test.number, test.value, what,
        more.c_str());
    if (!test.shown)
        printf("%s\n", test.it->schema);
    test.shown = true;
    if (++test.failures > 20)
        exit(1);
}

// ---- random messages

int64_t RandomInteger()
{
    static const int64_t edges[] = {0, 1, -1, 127, 128, 300, INT32_MAX, INT32_MIN, INT64_MAX,
        INT64_MIN, 16383, 16384};

    switch (Below(3)) {
    case 0:
        return edges[Below(sizeof edges / sizeof *edges)];
    case 1:
        return static_cast<int64_t>(test.random() >> Below(64));
    }
    return Below(1000);
}

std::string RandomText(bool text)
{
    static const char *const pieces[] = {"a", "Zz", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
        " ", "0123456789", "\n", "x"};
    std::string result;

    for (uint32_t n = Below(Below(10) ? 8 : 60); n; n--) {
        if (text)
            result += pieces[Below(sizeof pieces / sizeof *pieces)];
        else
            result += static_cast<char>(test.random() >> 40);
    }
    return result;
}

void Fill(pb::Message *message, int depth);

void SetInt(pb::Message *message, int number, int64_t value)
{
    const pb::FieldDescriptor *field = message->GetDescriptor()->FindFieldByNumber(number);

    if (field->cpp_type() == pb::FieldDescriptor::CPPTYPE_INT64)
        message->GetReflection()->SetInt64(message, field, value);
    else if (field->cpp_type() == pb::FieldDescriptor::CPPTYPE_UINT32)
        message->GetReflection()->SetUInt32(message, field, static_cast<uint32_t>(value));
    else
        message->GetReflection()->SetInt32(message, field, static_cast<int32_t>(value));
}

// A param of the field that has the message.
int Param(const pb::FieldDescriptor *field, const char *key, int otherwise)
{
    std::string options = field->options().ShortDebugString();
    std::string name = std::string("\"") + key + "\"";
    size_t at = options.find(name);

    at = at == std::string::npos ? at : options.find('"', at + name.size());
    return at == std::string::npos ? otherwise : atoi(options.c_str() + at + 1);
}

void FillDecimal(pb::Message *message, const pb::FieldDescriptor *from)
{
    int precision = Param(from, "precision", 10), scale = Param(from, "scale", 0);
    __int128 limit = 1, value;
    std::string bytes;

    for (int i = 0; i < precision; i++)
        limit *= 10;
    value = ((static_cast<__int128>(test.random()) << 63 ^ test.random()) >> Below(120)) % limit;
    if (Below(2))
        value = -value;
    for (int size = 1;; size++) {
        __int128 rest = value >> (8 * size - 1);

        if (rest != 0 && rest != -1)
            continue;
        for (int i = size - 1; i >= 0; i--)
            bytes += static_cast<char>(value >> (8 * i));
        break;
    }
    message->GetReflection()->SetString(message, message->GetDescriptor()->FindFieldByNumber(1),
        bytes);
    SetInt(message, 2, precision);
    SetInt(message, 3, scale);
}

// Messages that stand for one value, whose fields are not free.
bool FillKnown(pb::Message *message, const pb::FieldDescriptor *from)
{
    const std::string &name = message->GetDescriptor()->full_name();
    int64_t nanos = 1;

    if (name == "google.protobuf.Timestamp") {
        for (int i = Param(from, "flink.precision", 9); i < 9; i++)
            nanos *= 10;
        SetInt(message, 1, RandomInteger() % 100000000000);
        SetInt(message, 2, Below(1000000000) / nanos * nanos);
    } else if (name == "google.type.Date") {
        SetInt(message, 1, 1 + Below(9998));
        SetInt(message, 2, 1 + Below(12));
        SetInt(message, 3, 1 + Below(28));
    } else if (name == "google.type.TimeOfDay") {
        SetInt(message, 1, Below(24));
        SetInt(message, 2, Below(60));
        SetInt(message, 3, Below(60));
        SetInt(message, 4, Below(1000) * 1000000);
    } else if (name == "confluent.type.Decimal") {
        FillDecimal(message, from);
    } else {
        return false;
    }
    return true;
}

void FillMessage(pb::Message *message, const pb::FieldDescriptor *from, int depth)
{
    const pb::FieldDescriptor *map = from->message_type()->options().map_entry() ? nullptr : from;

    if (!FillKnown(message, map ? map : from))
        Fill(message, depth - 1);
}

int EnumNumber(const pb::FieldDescriptor *field)
{
    const pb::EnumDescriptor *type = field->enum_type();

    if (type->file()->syntax() == pb::FileDescriptor::SYNTAX_PROTO3 && Below(6) == 0)
        return static_cast<int>(RandomInteger());
    return type->value(static_cast<int>(Below(static_cast<uint32_t>(type->value_count()))))
        ->number();
}

void FillField(pb::Message *message, const pb::FieldDescriptor *field, int depth)
{
    const pb::Reflection *to = message->GetReflection();
    int64_t n = RandomInteger();
    double d = Below(4) ? static_cast<double>(n) / 7 : 0;

#define SET(name, ...)                                                                             \
    field->is_repeated() ? to->Add##name(message, field, __VA_ARGS__)                              \
                         : to->Set##name(message, field, __VA_ARGS__)
    switch (field->cpp_type()) {
    case pb::FieldDescriptor::CPPTYPE_INT32: SET(Int32, static_cast<int32_t>(n)); break;
    case pb::FieldDescriptor::CPPTYPE_INT64: SET(Int64, n); break;
    case pb::FieldDescriptor::CPPTYPE_UINT32: SET(UInt32, static_cast<uint32_t>(n)); break;
    case pb::FieldDescriptor::CPPTYPE_UINT64: SET(UInt64, n & INT64_MAX); break;
    case pb::FieldDescriptor::CPPTYPE_DOUBLE: SET(Double, d); break;
    case pb::FieldDescriptor::CPPTYPE_FLOAT: SET(Float, static_cast<float>(d)); break;
    case pb::FieldDescriptor::CPPTYPE_BOOL: SET(Bool, n & 1); break;
    case pb::FieldDescriptor::CPPTYPE_ENUM: SET(EnumValue, EnumNumber(field)); break;
    case pb::FieldDescriptor::CPPTYPE_STRING:
        SET(String, RandomText(field->type() == pb::FieldDescriptor::TYPE_STRING));
        break;
    case pb::FieldDescriptor::CPPTYPE_MESSAGE:
        FillMessage(field->is_repeated() ? to->AddMessage(message, field)
                                         : to->MutableMessage(message, field),
            field, depth);
        break;
    }
#undef SET
}

bool IsFlinkEntry(const pb::FieldDescriptor *field)
{
    const pb::Descriptor *type = field->message_type();

    return field->is_repeated() && type && !type->options().map_entry() &&
        type->name().size() > 5 && type->name().compare(type->name().size() - 5, 5, "Entry") == 0;
}

// A key comes once: the row is a MAP.
void FillEntry(pb::Message *message, const pb::FieldDescriptor *field)
{
    const pb::Reflection *to = message->GetReflection();
    std::string key;
    bool again = false;
    pb::Message *entry = to->AddMessage(message, field);
    const pb::FieldDescriptor *part = entry->GetDescriptor()->FindFieldByName("key");

    FillField(entry, part, 0);
    if (Below(4))
        FillField(entry, entry->GetDescriptor()->FindFieldByName("value"), 0);
    pb::TextFormat::PrintFieldValueToString(*entry, part, -1, &key);
    for (int i = 0; i + 1 < to->FieldSize(*message, field); i++) {
        std::string other;

        pb::TextFormat::PrintFieldValueToString(to->GetRepeatedMessage(*message, field, i), part,
            -1, &other);
        again = again || other == key;
    }
    if (again)
        to->RemoveLast(message, field);
}

void Fill(pb::Message *message, int depth)
{
    const pb::Descriptor *type = message->GetDescriptor();

    for (int i = 0; i < type->field_count(); i++) {
        const pb::FieldDescriptor *field = type->field(i);
        bool in_map = type->options().map_entry();

        if (!field->is_required() && !in_map && Below(4) == 0)
            continue;
        if (field->real_containing_oneof() && Below(2))
            continue;
        for (uint32_t n = field->is_repeated() ? Below(Below(8) ? 5 : 40) : 1; n; n--) {
            if (IsFlinkEntry(field))
                FillEntry(message, field);
            else
                FillField(message, field, depth);
        }
    }
}

// ---- one record through the codecs

std::string Index(int message, bool longest)
{
    if (!message)
        return longest ? std::string("\x02\x00", 2) : std::string("\x00", 1);
    return std::string("\x02", 1) + static_cast<char>(message * 2);
}

const uint8_t *Guard(const std::string &bytes)
{
    uint8_t *at = test.room + kRoom - bytes.size();

    memcpy(at, bytes.data(), bytes.size());
    return at;
}

struct Result {
    bool ok;
    std::string bytes, message;
};

Result Through(bool (*function)(const uint8_t *, size_t, proto_out *), const std::string &bytes)
{
    static uint8_t data[8 * kRoom];
    proto_out out = {data, 0, sizeof data, ""};
    bool ok = function(Guard(bytes), bytes.size(), &out);

    return {ok, ok ? std::string(reinterpret_cast<char *>(data), out.size) : "", out.message};
}

bool Same(const pb::Message &a, const pb::Message &b, std::string *difference)
{
    pb::util::MessageDifferencer differencer;
    pb::util::DefaultFieldComparator fields;

    fields.set_treat_nan_as_equal(true);
    differencer.set_field_comparator(&fields);
    differencer.set_message_field_comparison(pb::util::MessageDifferencer::EQUAL);
    if (differencer.Compare(a, b))
        return true;
    pb::util::MessageDifferencer again;
    again.ReportDifferencesToString(difference);
    again.Compare(a, b);
    return false;
}

std::string KeyOf(const pb::Message &entry)
{
    std::string key;

    pb::TextFormat::PrintFieldValueToString(entry, entry.GetDescriptor()->map_key(), -1, &key);
    return key;
}

// What a row does not hold is dropped. Of entries with the same key the last one stays: dynamic
// messages keep all that they read.
void Unique(pb::Message *message)
{
    const pb::Reflection *r = message->GetReflection();
    std::vector<const pb::FieldDescriptor *> fields;

    r->MutableUnknownFields(message)->Clear();
    r->ListFields(*message, &fields);
    for (const pb::FieldDescriptor *field : fields) {
        if (field->cpp_type() != pb::FieldDescriptor::CPPTYPE_MESSAGE)
            continue;
        if (!field->is_repeated()) {
            Unique(r->MutableMessage(message, field));
            continue;
        }
        std::map<std::string, int> last;
        int count = r->FieldSize(*message, field), kept = 0;

        for (int i = 0; i < count; i++) {
            Unique(r->MutableRepeatedMessage(message, field, i));
            if (field->is_map())
                last[KeyOf(r->GetRepeatedMessage(*message, field, i))] = i;
        }
        for (int i = 0; field->is_map() && i < count; i++)
            if (last[KeyOf(r->GetRepeatedMessage(*message, field, i))] == i)
                r->SwapElements(message, field, i, kept++);
        for (; field->is_map() && count > kept; count--)
            r->RemoveLast(message, field);
    }
}

// What the codec wrote is this message.
void CheckMessage(const pb::Message &message, int index, const Result &result, const char *what)
{
    std::string prefix = Index(index, false), difference;
    std::unique_ptr<pb::Message> again(message.New()), expected(message.New());

    test.checks++;
    if (!result.ok)
        return Fail(what, result.message);
    if (result.bytes.compare(0, prefix.size(), prefix) != 0)
        return Fail(what, "another message index");
    if (!again->ParseFromString(result.bytes.substr(prefix.size())))
        return Fail(what, "the library does not read " + Hex(result.bytes));
    expected->CopyFrom(message);
    Unique(expected.get());
    if (!Same(*expected, *again, &difference))
        Fail(what, difference);
}

void CheckGood(const pb::Message &message, int index, const std::string &bytes, const char *what)
{
    Result row = Through(test.it->through_row, bytes);
    Result program = Through(test.it->through_program, bytes);
    proto_out out = {nullptr, 0, 0, ""};

    CheckMessage(message, index, row, what);
    test.pairs++;
    if (program.ok != row.ok || program.bytes != row.bytes)
        Fail("the program made another row", what + (" " + program.message) + Hex(bytes));
    if (!test.it->few_columns(Guard(bytes), bytes.size(), &out))
        Fail("few columns", out.message);
}

// Any bytes: what the library refuses is refused; what both take is the same.
void CheckAny(const pb::Message &like, int index, const std::string &body, bool exact)
{
    std::string bytes = Index(index, false) + body;
    std::unique_ptr<pb::Message> message(like.New());
    bool peer = message->ParseFromString(body);
    Result row = Through(test.it->through_row, bytes);
    Result program = Through(test.it->through_program, bytes);

    if (row.ok != program.ok || row.bytes != program.bytes)
        Fail("the program decided otherwise", row.message + " | " + program.message + Hex(bytes));
    if (!row.ok && row.message.empty())
        Fail("refused without a message", Hex(bytes));
    test.refused += !row.ok;
    test.stricter += peer && !row.ok;
    if (row.ok && !peer && !test.it->closed)
        Fail("accepted what the library refuses", Hex(bytes));
    if (row.ok && peer && exact && test.it->exact)
        CheckMessage(*message, index, row, "changed bytes");
}

std::string UnknownFields()
{
    static const char *const fields[] = {"\x98\xFF\xFF\xFF\x0F\x07", "\x9A\xFF\xFF\xFF\x0F\x02hi",
        "\x9B\xFF\xFF\xFF\x0F\x0B\x10\x01\x0C\x9C\xFF\xFF\xFF\x0F",
        "\x9D\xFF\xFF\xFF\x0Fzzzz"};

    return fields[Below(4)];
}

// The same message with packed fields unpacked, and the other way.
std::string Repacked(const pb::Message &message, pb::DynamicMessageFactory *factory,
    pb::DescriptorPool *pool)
{
    const pb::Descriptor *type = pool->FindMessageTypeByName(message.GetDescriptor()->full_name());
    std::unique_ptr<pb::Message> other(factory->GetPrototype(type)->New());

    if (!other->ParseFromString(message.SerializeAsString()))
        Fail("repacked", "the library does not read its own bytes");
    return other->SerializeAsString();
}

void FlipPacked(pb::DescriptorProto *message)
{
    for (int i = 0; i < message->field_size(); i++) {
        pb::FieldDescriptorProto *field = message->mutable_field(i);
        auto type = field->type();

        if (field->label() == pb::FieldDescriptorProto::LABEL_REPEATED &&
            type != pb::FieldDescriptorProto::TYPE_STRING &&
            type != pb::FieldDescriptorProto::TYPE_BYTES &&
            type != pb::FieldDescriptorProto::TYPE_MESSAGE &&
            type != pb::FieldDescriptorProto::TYPE_GROUP)
            field->mutable_options()->set_packed(Below(2));
    }
    for (int i = 0; i < message->nested_type_size(); i++)
        FlipPacked(message->mutable_nested_type(i));
}

struct Schema {
    std::unique_ptr<Tree> tree;
    std::unique_ptr<pb::compiler::Importer> importer;
    const pb::FileDescriptor *file;
    pb::DescriptorPool flipped;
    pb::DynamicMessageFactory factory, flipped_factory;
};

void AddFile(Schema *schema, const pb::FileDescriptor *file, bool flip)
{
    pb::FileDescriptorProto proto;

    if (schema->flipped.FindFileByName(file->name()))
        return;
    for (int i = 0; i < file->dependency_count(); i++)
        AddFile(schema, file->dependency(i), false);
    file->CopyTo(&proto);
    for (int i = 0; flip && i < proto.message_type_size(); i++)
        FlipPacked(proto.mutable_message_type(i));
    schema->flipped.BuildFile(proto);
}

void RunValue(Schema *schema)
{
    int index = static_cast<int>(Below(static_cast<uint32_t>(schema->file->message_type_count())));
    const pb::Message *like = schema->factory.GetPrototype(schema->file->message_type(index));
    std::unique_ptr<pb::Message> message(like->New()), second(like->New());
    std::string body, both;

    Fill(message.get(), 4);
    body = message->SerializeAsString();
    if (body.size() > kRoom / 4)
        return;
    CheckGood(*message, index, Index(index, test.value % 3 == 0) + body, "as the library wrote it");
    CheckGood(*message, index, Index(index, false) +
        Repacked(*message, &schema->flipped_factory, &schema->flipped), "packed otherwise");
    CheckGood(*message, index, Index(index, false) + UnknownFields() + body + UnknownFields(),
        "with unknown fields");
    Fill(second.get(), 4);
    both = body + second->SerializeAsString();
    if (test.it->joined && both.size() < kRoom / 4) {
        message->MergeFromString(second->SerializeAsString());
        CheckGood(*message, index, Index(index, false) + both, "two messages merged");
    }
    if (test.value >= 6)
        return;
    for (size_t cut = 0; cut < body.size() && cut < 300; cut++)
        CheckAny(*like, index, body.substr(0, cut), true);
    for (int i = 0; !body.empty() && i < kMutations; i++) {
        std::string changed = body;

        for (uint32_t n = 1 + Below(3); n; n--)
            changed[Below(static_cast<uint32_t>(changed.size()))] =
                static_cast<char>(test.random() >> 33);
        CheckAny(*like, index, changed, true);
    }
}

void RunCase(unsigned values)
{
    Schema schema;
    Errors errors;

    schema.tree.reset(new Tree(test.it->schema));
    schema.tree->disk_.MapPath("", "/usr/include");
    schema.importer.reset(new pb::compiler::Importer(schema.tree.get(), &errors));
    schema.file = schema.importer->Import("case.proto");
    if (!schema.file)
        return Fail("the library does not read the file", "");
    AddFile(&schema, schema.file, true);
    for (test.value = 0; test.value < values; test.value++)
        RunValue(&schema);
}

void RunCases(const proto_case *cases, size_t count, unsigned values)
{
    for (size_t i = 0; i < count; i++) {
        test.it = &cases[i];
        test.number = static_cast<unsigned>(i);
        test.shown = false;
        RunCase(values);
    }
}

} // namespace

int main(int argc, char **argv)
{
    unsigned values = argc > 1 ? static_cast<unsigned>(atoi(argv[1])) : 40;
    size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE)), cases = 0;
    void *map = mmap(nullptr, kRoom + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (map == MAP_FAILED || mprotect(map, kRoom, PROT_READ | PROT_WRITE))
        return perror("mmap"), 2;
    test.room = static_cast<uint8_t *>(map);
    if (argc > 2)
        test.random.seed(strtoull(argv[2], nullptr, 10));
    pb::SetLogHandler(nullptr);
#define X(number)                                                                                  \
    test.seed = number;                                                                            \
    RunCases(proto_cases_##number, proto_cases_##number##_count, values);                          \
    cases += proto_cases_##number##_count;
    PROTO_SEEDS(X)
#undef X
    printf("%zu schemas, %lu messages compared, %lu pairs with the program, %lu refused (%lu by "
        "ours alone), %lu failures\n", cases, test.checks, test.pairs, test.refused, test.stricter,
        test.failures);
    return test.failures ? 1 : 0;
}
