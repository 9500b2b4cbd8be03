package dev.fairlead.cli.server;

import dev.fairlead.cli.frame.Columns;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.server.ServersReport.Row;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.StyledText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes how servers stand, for people. */
public final class ServersText {
    private ServersText() {}

    /** Returns the lines of a table; what there is to say about a server stands below it. */
    static List<StyledText> of(List<Row> rows) {
        if (rows.isEmpty()) {
            return List.of();
        }
        var cells = new ArrayList<List<StyledText>>();
        cells.add(Stream.of("NAME", "STATE", "TOOLS", "VIA", "MCP", "CONFIGURED IN")
                .map(heading -> StyledText.of(heading, Role.HEADING))
                .toList());
        rows.forEach(row -> cells.add(cells(row)));
        var table = Columns.styled(cells);
        var lines = new ArrayList<StyledText>();
        lines.add(table.getFirst());
        for (int i = 0; i < rows.size(); i++) {
            lines.add(table.get(i + 1));
            var row = rows.get(i);
            if (!row.why().isEmpty()) {
                lines.add(StyledText.of("  why: ", Role.FAINT).plus(row.why()));
            }
            if (row.remedy() != null) {
                lines.add(StyledText.of("  do:  ", Role.FAINT).plus(row.remedy()));
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

    private static List<StyledText> cells(Row row) {
        var server = row.status();
        var profile = server.profile();
        return List.of(
                StyledText.of(server.name(), Role.NAME),
                StyledText.of(server.state(), role(row)),
                StyledText.of(server.ready() ? Integer.toString(server.tools()) : "-"),
                StyledText.of(server.transport()),
                StyledText.of(profile == null ? "-" : profile.version().id()),
                StyledText.of(ConfiguredServers.place(server.origin()), Role.FAINT));
    }

    private static Role role(Row row) {
        if (row.usable()) {
            return Role.GOOD;
        }
        return row.disabled() ? Role.FAINT : Role.BAD;
    }
}
