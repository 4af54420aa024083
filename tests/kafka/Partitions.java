import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.HexFormat;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

/** Of each line "PARTITIONS KEY", the key in hexadecimal, the partition that Kafka's producer picks. */
public class Partitions {
    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();

        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int space = line.indexOf(' ');
            byte[] key = HexFormat.of().parseHex(line.substring(space + 1));
            int count = Integer.parseInt(line.substring(0, space));

            out.append(BuiltInPartitioner.partitionForKey(key, count)).append('\n');
        }
        System.out.print(out);
    }
}
