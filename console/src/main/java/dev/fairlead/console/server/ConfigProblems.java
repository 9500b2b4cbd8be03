package dev.fairlead.console.server;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.text.Shortened;
import dev.fairlead.host.Host;
import dev.fairlead.host.config.ConfigProblem;
import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** What is wrong with the files that configure servers, as they are now: a server that is missing has its reason there. */
public final class ConfigProblems {
    private static final int MOST = 50; // A project's file may have as many as it likes.

    private final Host host;
    private final Broadcast broadcast;
    private volatile List<ConfigProblem> told;

    ConfigProblems(Host host, Broadcast broadcast) {
        this.host = host;
        this.broadcast = broadcast;
        this.told = now();
    }

    /** Tells pages if it is something else than before; by one thread at a time. */
    void look() {
        var now = now();
        if (!now.equals(told)) {
            told = now;
            broadcast.tell("problems", json());
        }
    }

    /** Tells somebody at a terminal of each. */
    public void tell(Consumer<String> person) {
        var all = told;
        all.stream().limit(MOST).forEach(problem -> person.accept(problem.text()));
        if (all.size() > MOST) {
            person.accept("the configuration has %s more problems".formatted(all.size() - MOST));
        }
    }

    /** Returns them as pages are told. */
    public ObjectNode json() {
        var all = told;
        var json = Json.object().put("left", Math.max(0, all.size() - MOST));
        var list = json.putArray("problems");
        all.stream()
                .limit(MOST)
                .forEach(problem -> list.addObject()
                        .put("severity", problem.severity().name().toLowerCase(Locale.ROOT))
                        .put("text", Shortened.of(problem.text(), Shortened.LINE)));
        return json;
    }

    /** A part without effect is what its author can live with. */
    private List<ConfigProblem> now() {
        return host.configuration().problems().stream()
                .filter(problem -> problem.severity() != Severity.NOTE)
                .toList();
    }
}
