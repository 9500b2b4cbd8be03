package dev.fairlead.cli.info;

import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was found out about a server.
 *
 * @param target how texts name it
 */
public record Inspected(String target, ServerReport report) implements Outcome {

    @Override
    public void show(Page page) {
        page.lines(ReportText.of(target, report));
    }

    @Override
    public void tell(ObjectNode document) {
        document.setAll(ReportJson.of(report));
    }

    @Override
    public @Nullable Failure failure() {
        return report.failure();
    }
}
