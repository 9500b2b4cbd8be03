package dev.fairlead.cli.doctor;

import dev.fairlead.cli.doctor.Check.State;
import dev.fairlead.cli.text.Sanitizer;
import java.util.List;

/** Writes what was found out as the XML that JUnit made common; valid whatever servers say. */
final class JunitXml {
    private JunitXml() {}

    static String of(List<Chart> charts) {
        var xml = new StringBuilder(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"fairlead doctor\">\n");
        charts.forEach(chart -> suite(xml, chart));
        return xml.append("</testsuites>\n").toString();
    }

    private static void suite(StringBuilder xml, Chart chart) {
        var checks = chart.checks();
        xml.append("  <testsuite name=\"%s\" tests=\"%s\" failures=\"%s\" errors=\"0\" skipped=\"%s\">\n"
                .formatted(
                        escaped(chart.subject()),
                        checks.size(),
                        count(checks, State.FAILED),
                        count(checks, State.SKIPPED)));
        checks.forEach(check -> test(xml, chart, check));
        xml.append("  </testsuite>\n");
    }

    private static long count(List<Check> checks, State state) {
        return checks.stream().filter(check -> check.state() == state).count();
    }

    private static void test(StringBuilder xml, Chart chart, Check check) {
        xml.append("    <testcase classname=\"%s\" name=\"%s\">\n"
                .formatted(escaped(chart.subject()), escaped(check.name())));
        var all = check.sentence() + (check.details().isEmpty() ? "" : "\n" + String.join("\n", check.details()));
        switch (check.state()) {
            case FAILED ->
                xml.append("      <failure message=\"%s\">%s</failure>\n"
                        .formatted(escaped(check.sentence()), escaped(all)));
            case SKIPPED -> xml.append("      <skipped message=\"%s\"/>\n".formatted(escaped(check.sentence())));
            case WARNING -> xml.append("      <system-err>%s</system-err>\n".formatted(escaped("warning: " + all)));
            case OK -> xml.append("      <system-out>%s</system-out>\n".formatted(escaped(all)));
        }
        xml.append("    </testcase>\n");
    }

    /** Control characters and halves of characters have no place in XML, however they are written. */
    static String escaped(String text) {
        var clean = Sanitizer.text(text);
        var xml = new StringBuilder(clean.length() + 16);
        clean.codePoints().forEach(point -> {
            switch (point) {
                case '<' -> xml.append("&lt;");
                case '>' -> xml.append("&gt;");
                case '&' -> xml.append("&amp;");
                case '"' -> xml.append("&quot;");
                case '\n' -> xml.append("&#10;");
                default -> {
                    if (isXml(point)) {
                        xml.appendCodePoint(point);
                    } else {
                        xml.append("\\u{").append(Integer.toHexString(point)).append('}');
                    }
                }
            }
        });
        return xml.toString();
    }

    private static boolean isXml(int point) {
        return point == '\t'
                || (point >= 0x20 && point <= 0xD7FF)
                || (point >= 0xE000 && point <= 0xFFFD)
                || point >= 0x10000;
    }
}
