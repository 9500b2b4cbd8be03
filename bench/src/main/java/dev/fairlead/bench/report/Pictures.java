package dev.fairlead.bench.report;

import static dev.fairlead.bench.contenders.Figure.HEAP;
import static dev.fairlead.bench.contenders.Figure.P50;
import static dev.fairlead.bench.contenders.Figure.RATE;
import static dev.fairlead.bench.contenders.Figure.RSS;
import static dev.fairlead.bench.contenders.Figure.THREADS;

import dev.fairlead.bench.contenders.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pictures that go with the tables. */
record Pictures(String file, String title, List<Wanted> wanted) {
    private record Wanted(Figure figure, List<String> workloads) {}

    private static final List<Pictures> ALL = List.of(
            new Pictures(
                    "stdio-calls.svg",
                    "Calls over stdio",
                    List.of(new Wanted(RATE, List.of("stdio-1", "stdio-64", "stdio-delayed")))),
            new Pictures(
                    "http-calls.svg",
                    "Calls over HTTP",
                    List.of(new Wanted(RATE, List.of("json-1", "events-1", "json-64", "events-64", "json-delayed")))),
            new Pictures(
                    "large-results.svg",
                    "Large results",
                    List.of(new Wanted(
                            P50,
                            List.of("stdio-1mb", "json-1mb", "events-1mb", "stdio-10mb", "json-10mb", "events-10mb")))),
            new Pictures(
                    "long-lists.svg",
                    "Long lists of tools",
                    List.of(new Wanted(
                            P50,
                            List.of(
                                    "stdio-1000-tools",
                                    "stdio-1000-schemas",
                                    "json-1000-tools",
                                    "stdio-10000-tools",
                                    "json-10000-tools")))),
            new Pictures(
                    "connections.svg",
                    "Open connections",
                    List.of(
                            new Wanted(THREADS, List.of("stdio-200", "json-500")),
                            new Wanted(RSS, List.of("stdio-200")),
                            new Wanted(HEAP, List.of("json-500", "listening-500")))),
            new Pictures(
                    "start.svg",
                    "Getting started",
                    List.of(new Wanted(
                            P50,
                            List.of(
                                    "stdio-first",
                                    "json-first",
                                    "stdio-first-prepared",
                                    "json-first-prepared",
                                    "stdio-connect",
                                    "json-connect")))));

    /** Draws what can be drawn of what was measured: the text of each picture by its file. */
    static Map<String, String> of(Results results) {
        var drawn = new LinkedHashMap<String, String>();
        for (var picture : ALL) {
            var panels = picture.panels(results);
            if (!panels.isEmpty()) {
                drawn.put(picture.file, Chart.draw(picture.title, panels));
            }
        }
        return drawn;
    }

    /** Returns what a picture shows. */
    static String title(String file) {
        return ALL.stream()
                .filter(picture -> picture.file.equals(file))
                .map(Pictures::title)
                .findFirst()
                .orElseThrow();
    }

    private List<Chart.Panel> panels(Results results) {
        var panels = new ArrayList<Chart.Panel>();
        for (var row : wanted) {
            for (var id : row.workloads) {
                results.of(id).ifPresent(measured -> panels.add(new Chart.Panel(measured, row.figure)));
            }
        }
        return panels;
    }
}
