import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/**
 * Flink.java SCRIPT…: runs each script in one JVM, at parallelism 1, on the heap, without
 * checkpoints. Prints a line each: CPU seconds of the process from the INSERT to its end, and its
 * peak memory so far in kB. The first script is for the planner and the cluster to get warm.
 */
public class Flink {
    public static void main(String[] scripts) throws Exception {
        Configuration config = new Configuration();

        config.setString("parallelism.default", "1");
        config.setString("rest.bind-port", "0");
        config.setString("taskmanager.memory.managed.size", "512 mb");
        config.setString("taskmanager.memory.network.min", "128 mb");
        config.setString("taskmanager.memory.network.max", "128 mb");
        for (String script : scripts) {
            StreamTableEnvironment tables = StreamTableEnvironment.create(
                    StreamExecutionEnvironment.createLocalEnvironment(1, config));

            for (String statement : Files.readString(Path.of(script)).split(";\n"))
                if (statement.trim().startsWith("INSERT"))
                    measure(tables, statement);
                else if (!statement.isBlank())
                    tables.executeSql(statement);
        }
        System.exit(0);
    }

    private static void measure(StreamTableEnvironment tables, String statement) throws Exception {
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = system.getProcessCpuTime();
        TableResult result = tables.executeSql(statement);

        result.await();
        System.out.printf("%.3f %s%n", (system.getProcessCpuTime() - before) / 1e9, peak());
    }

    private static String peak() throws Exception {
        for (String line : Files.readAllLines(Path.of("/proc/self/status")))
            if (line.startsWith("VmHWM"))
                return line.replaceAll("\\D", "");
        return "0";
    }
}
