package dev.fairlead.bench.report;

import static dev.fairlead.bench.report.Measured.ratio;

import dev.fairlead.bench.contenders.Figure;
import dev.fairlead.bench.report.Measured.Entry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Shows one workload: medians, and how they stand to the floor, to the engine and to the best peer. */
final class WorkloadTable {
    private static final List<String> RATIOS =
            List.of("p50 × floor", "CPU × floor", "rate ÷ floor", "p50 × OkHttp", "CPU × OkHttp", "÷ best peer");

    private final Measured measured;
    private final Optional<Entry> floor;
    private final Optional<Entry> engine;

    WorkloadTable(Measured measured) {
        this.measured = measured;
        this.floor = measured.only(Role.FLOOR);
        this.engine = measured.only(Role.ENGINE);
    }

    Table table() {
        var head = new ArrayList<>(List.of(measured.title()));
        for (var figure : Figure.values()) {
            head.add(Units.name(figure));
        }
        head.addAll(
                List.of("p50 × floor", "CPU × floor", "rate ÷ floor", "p50 × OkHttp", "CPU × OkHttp", "÷ best peer"));
        return new Table(head, measured.entries().stream().map(this::row).toList()).withoutEmptyColumns();
    }

    /** Returns what kept contenders from taking part. */
    List<String> troubles() {
        return measured.entries().stream()
                .filter(entry -> entry.trouble() != null)
                .map(entry -> entry.label() + " " + entry.trouble())
                .toList();
    }

    private List<String> row(Entry entry) {
        var row = new ArrayList<String>();
        row.add(entry.label());
        if (!entry.sound()) {
            // Where the others have their first figure.
            for (var figure : Figure.values()) {
                row.add(figure == firstFigure() ? entry.verdict() : "");
            }
            row.addAll(Collections.nCopies(RATIOS.size(), ""));
            return row;
        }
        for (var figure : Figure.values()) {
            row.add(Units.of(figure, entry.median(figure)));
        }
        var self = Optional.of(entry);
        row.add(Units.ratio(ratio(Figure.P50, self, floor)));
        row.add(Units.ratio(ratio(Figure.CPU, self, floor)));
        row.add(Units.ratio(ratio(Figure.RATE, self, floor)));
        row.add(Units.ratio(ratio(Figure.P50, self, engine)));
        row.add(Units.ratio(ratio(Figure.CPU, self, engine)));
        row.add(Units.ratio(toBestPeer(self)));
        return row;
    }

    private Figure firstFigure() {
        return Stream.of(Figure.values())
                .filter(figure -> measured.entries().stream().anyMatch(entry -> Double.isFinite(entry.median(figure))))
                .findFirst()
                .orElse(Figure.P50);
    }

    /** How many times the best peer's rate, or the best peer's time as so many times this one's. */
    private double toBestPeer(Optional<Entry> self) {
        double rate = ratio(Figure.RATE, self, measured.bestPeer(Figure.RATE));
        return Double.isFinite(rate) ? rate : ratio(Figure.P50, measured.bestPeer(Figure.P50), self);
    }
}
