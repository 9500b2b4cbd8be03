package dev.fairlead.cli.server;

import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.host.ServerStatus;
import dev.fairlead.host.config.ConfigProblem;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * How all configured servers stand.
 *
 * @param rows as they are configured
 * @param problems what is wrong with the configuration
 * @param places the files that were looked at, also those that do not exist
 * @param failure why that is not well; null where it is
 */
public record ServersReport(
        List<Row> rows,
        List<ConfigProblem> problems,
        List<Path> places,
        @Nullable Failure failure) implements Outcome {

    @Override
    public void show(Page page) {
        page.rich(ServersText.of(rows));
        problems.forEach(problem -> page.remark(problem.text()));
        if (failure == null && rows.isEmpty()) {
            page.remark(ServersText.nothing(places));
        }
    }

    @Override
    public void tell(ObjectNode document) {
        document.setAll(ServersJson.of(this));
    }

    /**
     * One server.
     *
     * @param remedy what to do about it; null where nothing has to be done
     */
    record Row(ServerStatus status, @Nullable String remedy) {
        boolean disabled() {
            return status.state().equals("disabled");
        }

        /** Returns why it is not usable; empty where it is. This command ends now, so that nothing is tried again. */
        String why() {
            return status.cause();
        }

        /** Tells whether calls can be made, be it that the first one starts it. */
        boolean usable() {
            return status.ready() || status.state().equals("idle");
        }
    }
}
