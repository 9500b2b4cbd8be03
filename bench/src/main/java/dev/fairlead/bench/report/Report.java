package dev.fairlead.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Shows results on a terminal, in a file, and in the documentation. */
public final class Report {
    private final Results results;
    private final List<Seen> runs;

    /** Prepares it. */
    public Report(Results results) {
        this.results = results;
        this.runs = results.workloads().stream().map(Measured::seen).distinct().toList();
    }

    /**
     * Returns all of it for a terminal.
     *
     * @param goals whether it can be judged
     */
    public String text(boolean goals) {
        var text = new StringBuilder();
        for (var measured : results.workloads()) {
            var shown = new WorkloadTable(measured);
            text.append('\n').append(shown.table().text());
            shown.troubles()
                    .forEach(trouble -> text.append("  ").append(trouble).append('\n'));
            if (runs.size() > 1) {
                text.append("  ").append(measured.seen()).append('\n');
            }
        }
        if (goals) {
            text.append('\n').append(Goal.table(results).text());
        } else {
            text.append(
                    "\nA look, not a measurement: the JVMs had no time to optimize what they run, which makes code of"
                            + " libraries several times as slow as a full run sees it.");
        }
        return text.append('\n').append(circumstances()).append('\n').toString();
    }

    /** Writes a page with this name, and the pictures that it shows into a folder with this name. */
    public void write(Path folder, String name) throws IOException {
        var pictures = Files.createDirectories(folder.resolve(name));
        try (var old = Files.newDirectoryStream(pictures, "*.svg")) {
            for (var picture : old) {
                Files.delete(picture);
            }
        }
        var drawn = Pictures.of(results);
        for (var picture : drawn.entrySet()) {
            Files.writeString(pictures.resolve(picture.getKey()), picture.getValue());
        }
        var text = new StringBuilder("# Performance\n\n");
        text.append(
                "How Fairlead stands beside the bytes alone and beside other clients. `bench/run --docs` measures and\n"
                        + "writes this page; [the bench](../bench/README.md) says how it is done. ");
        text.append(circumstances()).append("\n\n");
        text.append("*Floor* is ready-made bytes through a pipe or a kept socket, nothing encoded or decoded; *bare"
            + " OkHttp* is the HTTP library below\n"
            + "Fairlead sending the same bytes, *set up as here* with Fairlead's settings; Apache and the lean"
            + " exchange are engines that could take its place. All contenders of a table take turns in one run, each"
            + " in a process of its own. Figures are medians over the rounds;\n"
            + "ratios are taken inside a round.\n\n");
        text.append("## What must be reached\n\n").append(Goal.table(results).markdown());
        text.append("\nWhere a goal is missed, [the notes](performance-notes.md) say why.\n");
        for (var file : drawn.keySet()) {
            text.append("\n![").append(Pictures.title(file)).append("](");
            text.append(name).append("/").append(file).append(")\n");
        }
        text.append("\n## Figures\n");
        for (var measured : results.workloads()) {
            var shown = new WorkloadTable(measured);
            text.append('\n').append(shown.table().markdown());
            shown.troubles()
                    .forEach(trouble -> text.append("\n- ").append(trouble).append('\n'));
            if (runs.size() > 1) {
                text.append('\n').append(measured.seen()).append('\n');
            }
        }
        Files.writeString(folder.resolve(name + ".md"), text);
    }

    private String circumstances() {
        return runs.size() == 1
                ? runs.getFirst().toString()
                : "Seen in " + runs.size() + " runs; below each table is in which.";
    }
}
