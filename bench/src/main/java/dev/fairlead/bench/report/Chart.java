package dev.fairlead.bench.report;

import dev.fairlead.bench.contenders.Figure;
import dev.fairlead.bench.report.Measured.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Bars, one panel for each workload, as an SVG picture that can be read on light and on dark ground. */
final class Chart {
    private static final int WIDTH = 760;
    private static final int LABELS = 190;
    private static final int VALUES = 110;
    private static final int BAR = 20;
    private static final int STEP = 26;
    private static final int MARGIN = 16;
    private static final String STYLE = """
        <style>
        text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
        .title { font-weight: 600; font-size: 15px; }
        .note { fill: #59636e; }
        .floor { fill: #9aa4af; } .engine { fill: #c3a76b; } .candidate { fill: #d9c9a3; } .ours { fill: #1f6feb; } .peer { fill: #b35900; }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; }
        .note { fill: #9198a1; }
        .floor { fill: #6e7681; } .engine { fill: #a58a4f; } .candidate { fill: #6f6043; } .ours { fill: #4493f8; } .peer { fill: #db7b2b; }
        }
        </style>
        """;

    private final StringBuilder svg = new StringBuilder();
    private int y = MARGIN;

    private Chart() {}

    /** One figure of one workload. */
    record Panel(Measured measured, Figure figure) {}

    /** Draws panels below each other. */
    static String draw(String title, List<Panel> panels) {
        var chart = new Chart();
        panels.forEach(chart::panel);
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                                + " role=\"img\">%n",
                        WIDTH,
                        chart.y,
                        WIDTH,
                        chart.y)
                + "<title>" + escaped(title) + "</title>\n" + STYLE + chart.svg + "</svg>\n";
    }

    private void panel(Panel panel) {
        var entries = new ArrayList<>(panel.measured().entries());
        Predicate<Entry> shown = entry -> entry.sound() && Double.isFinite(entry.median(panel.figure()));
        double most = entries.stream()
                .filter(shown)
                .mapToDouble(entry -> entry.median(panel.figure()))
                .max()
                .orElse(1);
        if (panel.figure() == Figure.THREADS) {
            most = Math.max(most, 1); // A few threads for all of them are none for each.
        }
        y += 12;
        text(MARGIN, y, "title", panel.measured().title() + ": " + Units.name(panel.figure()));
        text(MARGIN, y + 17, "note", panel.figure() == Figure.RATE ? "more is better" : "less is better");
        y += 28;
        for (var entry : entries) {
            text(MARGIN, y + 15, "", entry.label());
            if (shown.test(entry)) {
                double value = entry.median(panel.figure());
                double length = Math.max(1, Math.max(0, value) / most * (WIDTH - LABELS - VALUES - MARGIN));
                svg.append(String.format(
                        Locale.ROOT,
                        "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"3\"/>%n",
                        entry.role().name().toLowerCase(Locale.ROOT),
                        LABELS,
                        y,
                        length,
                        BAR));
                text(LABELS + (int) length + 8, y + 15, "", Units.of(panel.figure(), value));
            } else {
                text(LABELS, y + 15, "note", entry.verdict());
            }
            y += STEP;
        }
        y += MARGIN;
    }

    private void text(int x, int baseline, String kind, String words) {
        svg.append(String.format(
                Locale.ROOT,
                "<text%s x=\"%d\" y=\"%d\">%s</text>%n",
                kind.isEmpty() ? "" : " class=\"" + kind + "\"",
                x,
                baseline,
                escaped(words)));
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
