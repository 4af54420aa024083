/* Prints case_tables.h: case mappings, letters and digits of the running Java (17: Unicode 13), hence of Flink.
 *   java CaseTables.java case > case_tables.h; java CaseTables.java class > class_tables.h */
import java.util.*;

public class CaseTables {
    static String line = "";

    static void entry(String text) {
        if (!line.isEmpty() && 4 + line.length() + 1 + text.length() > 100) flush();
        line += (line.isEmpty() ? "" : " ") + text;
    }

    static void flush() {
        if (!line.isEmpty()) System.out.println("    " + line);
        line = "";
    }

    static void close() {
        flush();
        System.out.println("};");
    }

    static void ranges(String name, boolean upper) {
        List<int[]> out = new ArrayList<>();
        for (int c = 0; c <= 0x10FFFF; c++) {
            int to = upper ? Character.toUpperCase(c) : Character.toLowerCase(c), delta = to - c;
            if (delta == 0) continue;
            if (!out.isEmpty()) {
                int[] last = out.get(out.size() - 1);
                int gap = c - last[1];
                if (last[3] == delta && (gap == last[2] || (last[0] == last[1] && gap <= 2))) {
                    last[1] = c;
                    last[2] = gap;
                    continue;
                }
            }
            out.add(new int[] {c, c, 1, delta});
        }
        System.out.println("\nstatic const struct case_range " + name + "[] = {");
        for (int[] r : out)
            entry(String.format("{0x%x, 0x%x, %d, %d},", r[0], r[1], r[2], r[3]));
        close();
    }

    static void classes(String name, java.util.function.IntPredicate in) {
        System.out.println("\nstatic const struct class_range " + name + "[] = {");
        for (int c = 0x80; c <= 0xFFFF; c++) {
            if (!in.test(c)) continue;
            int last = c;
            while (last < 0xFFFF && in.test(last + 1)) last++;
            entry(String.format("{0x%x, 0x%x},", c, last));
            c = last;
        }
        close();
    }

    public static void main(String[] args) {
        System.out.println("/* Made by CaseTables.java from Java " + Runtime.version().feature() + ". */");
        if (args[0].equals("case")) caseTables(); else classTables();
    }

    static void caseTables() {
        System.out.println("\n/* first to last in steps: add delta. */");
        System.out.println("struct case_range {\n    uint32_t first, last, step;\n    int32_t delta;\n};");
        ranges("upper_ranges", true);
        ranges("lower_ranges", false);
        System.out.println("\n/* Upper case of more than one character. */");
        System.out.println("static const struct {\n    uint32_t from, to[3];\n} upper_special[] = {");
        for (int c = 0; c <= 0x10FFFF; c++) {
            if (c >= 0xD800 && c < 0xE000) continue;
            int[] u = new String(Character.toChars(c)).toUpperCase(Locale.ROOT).codePoints().toArray();
            if (u.length == 1) continue;
            entry(String.format("{0x%x, {0x%x, 0x%x, 0x%x}},", c, u[0], u[1], u.length > 2 ? u[2] : 0));
        }
        close();
    }

    static void classTables() {
        System.out.println("\n/* Letters and digits above ASCII, of one UTF-16 unit. */");
        System.out.println("struct class_range {\n    uint16_t first, last;\n};");
        classes("letter_ranges", Character::isLetter);
        classes("digit_ranges", Character::isDigit);
    }
}
