import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Kafka's and Avro's own Java libraries at both ends of a topic with one partition. Prints a line a
 * record, in an order and notation that does not depend on the schema it was written with.
 *
 * <pre>
 *   write BROKERS TOPIC ID SCHEMA-FILE COUNT SEED   random records under a registered schema
 *   read BROKERS TOPIC REGISTRY                     what is committed, each under its own schema
 * </pre>
 */
public class AvroRecords {
    private static final String TEXT = "abc XYZ09_\"\\\u00e9\u20ac\n";

    private final Random random;

    private AvroRecords(long seed) {
        random = new Random(seed);
    }

    private Object datum(Schema schema) {
        switch (schema.getType()) {
            case RECORD -> {
                GenericRecord record = new GenericData.Record(schema);
                for (Schema.Field field : schema.getFields()) {
                    record.put(field.pos(), datum(field.schema()));
                }
                return record;
            }
            case UNION -> {
                List<Schema> branches = schema.getTypes();
                return datum(branches.get(random.nextInt(branches.size())));
            }
            case ARRAY -> {
                Collection<Object> items = new ArrayList<>();
                for (int left = random.nextInt(4); left > 0; left--) {
                    items.add(datum(schema.getElementType()));
                }
                return items;
            }
            case MAP -> {
                Map<String, Object> entries = new HashMap<>();
                for (int left = random.nextInt(4); left > 0; left--) {
                    entries.put(text(), datum(schema.getValueType()));
                }
                return entries;
            }
            case ENUM -> {
                List<String> symbols = schema.getEnumSymbols();
                return new GenericData.EnumSymbol(schema, symbols.get(random.nextInt(symbols.size())));
            }
            default -> {
                return atom(schema);
            }
        }
    }

    private Object atom(Schema schema) {
        LogicalType logical = schema.getLogicalType();
        return switch (schema.getType()) {
            case NULL -> null;
            case BOOLEAN -> random.nextBoolean();
            case INT -> logical instanceof LogicalTypes.TimeMillis ? random.nextInt(86_400_000)
                : logical instanceof LogicalTypes.Date ? random.nextInt(40_000) - 10_000
                : random.nextInt();
            case LONG -> logical == null ? random.nextLong()
                : logical instanceof LogicalTypes.TimeMicros ? random.nextLong(86_400_000_000L)
                : random.nextLong(4_000_000_000_000L) - 1_000_000_000_000L;
            case FLOAT -> random.nextFloat() * 1e6f;
            case DOUBLE -> random.nextDouble() * 1e12 - 5e11;
            case STRING -> text();
            case BYTES -> ByteBuffer.wrap(logical instanceof LogicalTypes.Decimal decimal
                ? unscaled(decimal).toByteArray() : bytes(random.nextInt(20)));
            case FIXED -> new GenericData.Fixed(schema, logical instanceof LogicalTypes.Decimal decimal
                ? extended(unscaled(decimal), schema.getFixedSize()) : bytes(schema.getFixedSize()));
            default -> throw new IllegalStateException(schema.toString());
        };
    }

    private BigInteger unscaled(LogicalTypes.Decimal decimal) {
        BigInteger limit = BigInteger.TEN.pow(decimal.getPrecision());
        BigInteger number = new BigInteger(limit.bitLength(), random).mod(limit);
        return random.nextBoolean() ? number.negate() : number;
    }

    private static byte[] extended(BigInteger number, int size) {
        byte[] all = new byte[size];
        byte[] low = number.toByteArray();
        Arrays.fill(all, (byte) (number.signum() < 0 ? -1 : 0));
        System.arraycopy(low, 0, all, size - low.length, low.length);
        return all;
    }

    private byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(30); left > 0; left--) {
            text.append(TEXT.charAt(random.nextInt(TEXT.length())));
        }
        return text.toString();
    }

    /** Enums read as strings, fixed as bytes, whatever width a decimal was written in. */
    private static String line(Schema schema, Object datum) {
        if (schema.getType() == Schema.Type.UNION) {
            int branch = GenericData.get().resolveUnion(schema, datum);
            return line(schema.getTypes().get(branch), datum);
        }
        StringBuilder out = new StringBuilder();
        if (datum == null) {
            return "null";
        } else if (datum instanceof GenericRecord record) {
            for (Schema.Field field : record.getSchema().getFields()) {
                out.append(field.name()).append('=');
                out.append(line(field.schema(), record.get(field.pos()))).append(' ');
            }
            return "(" + out + ")";
        } else if (datum instanceof Collection<?> items) {
            items.forEach(item -> out.append(line(schema.getElementType(), item)).append(' '));
            return "[" + out + "]";
        } else if (datum instanceof Map<?, ?> entries) {
            Map<String, String> sorted = new TreeMap<>();
            entries.forEach((key, value) ->
                sorted.put(quoted(key.toString()), line(schema.getValueType(), value)));
            return sorted.toString();
        } else if (datum instanceof ByteBuffer bytes) {
            return line(schema.getLogicalType(), Arrays.copyOfRange(
                bytes.array(), bytes.position(), bytes.limit()));
        } else if (datum instanceof GenericFixed fixed) {
            return line(schema.getLogicalType(), fixed.bytes());
        } else if (datum instanceof Number || datum instanceof Boolean) {
            return schema.getLogicalType() == null ? datum.toString()
                : schema.getLogicalType().getName() + ":" + datum;
        }
        return quoted(datum.toString());
    }

    private static String line(LogicalType logical, byte[] bytes) {
        return logical instanceof LogicalTypes.Decimal decimal
            ? new BigDecimal(new BigInteger(bytes), decimal.getScale()).toPlainString()
            : HexFormat.of().formatHex(bytes);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\n", "\\n") + '"';
    }

    private static void write(String[] args) throws Exception {
        Schema schema = new Schema.Parser().parse(Files.readString(Path.of(args[4])));
        AvroRecords source = new AvroRecords(Long.parseLong(args[6]));
        byte[] prefix = ByteBuffer.allocate(5).put((byte) 0).putInt(Integer.parseInt(args[3])).array();
        StringBuilder lines = new StringBuilder();
        GenericDatumWriter<Object> writer = new GenericDatumWriter<>(schema);

        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", args[1], "compression.type", "lz4"),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int left = Integer.parseInt(args[5]); left > 0; left--) {
                Object datum = source.datum(schema);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                out.writeBytes(prefix);
                BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
                writer.write(datum, encoder);
                encoder.flush();
                producer.send(new ProducerRecord<>(args[2], 0, null, out.toByteArray()));
                lines.append(line(schema, datum)).append('\n');
            }
        }
        print(lines);
    }

    private static Schema fetch(String registry, int id) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient().send(
            HttpRequest.newBuilder(URI.create(registry + "/schemas/ids/" + id + "/schema")).build(),
            HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("schema " + id + ": " + answer.body());
        }
        return new Schema.Parser().parse(answer.body());
    }

    private static void read(String[] args) throws Exception {
        TopicPartition partition = new TopicPartition(args[2], 0);
        Map<Integer, Schema> schemas = new HashMap<>();
        StringBuilder lines = new StringBuilder();

        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", args[1], "isolation.level", "read_committed"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);

            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    int id = ByteBuffer.wrap(record.value()).getInt(1);
                    if (!schemas.containsKey(id)) {
                        schemas.put(id, fetch(args[3], id));
                    }
                    Schema schema = schemas.get(id);
                    Object datum = new GenericDatumReader<>(schema).read(null, DecoderFactory.get()
                        .binaryDecoder(record.value(), 5, record.value().length - 5, null));
                    lines.append(line(schema, datum)).append('\n');
                }
            }
        }
        print(lines);
    }

    private static void print(StringBuilder lines) {
        byte[] all = lines.toString().getBytes(StandardCharsets.UTF_8);
        System.out.write(all, 0, all.length);
        System.out.flush();
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("write")) {
            write(args);
        } else {
            read(args);
        }
    }
}
