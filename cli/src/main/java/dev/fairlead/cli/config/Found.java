package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.text.Column;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.Table;
import dev.fairlead.host.config.ConfigProblem;
import dev.fairlead.host.config.LikelySecrets;
import dev.fairlead.host.config.ServerConfig;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * The servers in files of other products.
 *
 * @param problems files that cannot be read
 */
public record Found(List<Row> rows, List<ConfigProblem> problems) implements Outcome {

    /** Whether a server is configured for us already. */
    enum Known {
        NO,
        YES,
        /** Another server has its name. */
        OTHER;

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One server. */
    record Row(ServerConfig server, Known known) {}

    @Override
    public void show(Page page) {
        problems.forEach(problem -> page.remark(problem.text()));
        if (rows.isEmpty()) {
            page.remark("no file of another product was found; 'fairlead import FILE' reads one anywhere");
            return;
        }
        var table = Table.of(
                Column.whole("PRODUCT"),
                Column.whole("NAME"),
                Column.whole("KNOWN"),
                Column.cut("TARGET"),
                Column.cut("FILE"));
        rows.forEach(row -> table.row(
                row.server().origin().dialect().title(),
                Sanitizer.name(row.server().name()),
                row.known().id(),
                Sanitizer.line(LikelySecrets.target(row.server()))
                        + (row.server().enabled() ? "" : " (disabled)"),
                Sanitizer.line("%s:%s"
                        .formatted(
                                row.server().origin().file(),
                                row.server().origin().line()))));
        page.table(table);
        if (rows.stream().anyMatch(row -> row.known() != Known.YES)) {
            page.line("next: fairlead import --all, or fairlead import FILE --only NAME");
        }
    }

    @Override
    public void tell(ObjectNode document) {
        var list = document.putArray("found");
        for (var row : rows) {
            var origin = row.server().origin();
            list.addObject()
                    .put("product", origin.dialect().title())
                    .put("name", row.server().name())
                    .put("target", LikelySecrets.target(row.server()))
                    .put("enabled", row.server().enabled())
                    .put("known", row.known().id())
                    .put("file", String.valueOf(origin.file()))
                    .put("line", origin.line())
                    .put("scope", origin.scope().name().toLowerCase(Locale.ROOT));
        }
        var broken = document.putArray("problems");
        problems.forEach(problem -> broken.add(problem.text()));
    }
}
