package dev.fairlead.cli.server;

import dev.fairlead.cli.frame.Columns;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.server.ServersReport.Row;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.host.ServerStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes how servers stand, for people. */
public final class ServersText {
    private ServersText() {}

    /** Returns the lines of a table; what there is to say about a server stands below it. */
    static List<String> of(List<Row> rows) {
        if (rows.isEmpty()) {
            return List.of();
        }
        var cells = new ArrayList<List<String>>();
        cells.add(List.of("NAME", "STATE", "TOOLS", "VIA", "MCP", "CONFIGURED IN"));
        rows.forEach(row -> cells.add(cells(row.status())));
        var table = Columns.lines(cells);
        var lines = new ArrayList<String>();
        lines.add(table.getFirst());
        for (int i = 0; i < rows.size(); i++) {
            lines.add(table.get(i + 1));
            var row = rows.get(i);
            if (!row.status().reason().isEmpty()) {
                lines.add("  why: " + Sanitizer.line(row.status().reason()));
            }
            if (row.remedy() != null) {
                lines.add("  do:  " + Sanitizer.line(row.remedy()));
            }
        }
        return lines;
    }

    /** Returns where servers can be configured where none is. */
    static String nothing(List<Path> places) {
        return places.isEmpty()
                ? "no server is configured"
                : "no server is configured; name some in %s"
                        .formatted(places.stream().map(Path::toString).collect(Collectors.joining(" or ")));
    }

    private static List<String> cells(ServerStatus server) {
        var profile = server.profile();
        return List.of(
                Sanitizer.line(server.name()),
                server.state(),
                server.ready() ? Integer.toString(server.tools()) : "-",
                server.transport(),
                profile == null ? "-" : profile.version().id(),
                Sanitizer.line(ConfiguredServers.place(server.origin())));
    }
}
