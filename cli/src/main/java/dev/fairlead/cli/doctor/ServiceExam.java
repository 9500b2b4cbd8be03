package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Milliseconds;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Looks at what a server does once it is connected to. */
final class ServiceExam {
    static final String HANDSHAKE = "handshake";
    static final String REVISION = "revision";
    static final String PING = "ping";
    static final String CONDUCT = "conduct";
    static final List<String> ALL = List.of(
            HANDSHAKE, REVISION, "tools", ToolLint.NAME, "prompts", "resources", "resource templates", PING, CONDUCT);

    private static final Duration SLOW = Duration.ofSeconds(1);

    private final McpClient client;
    private final Chart chart;
    private final Visit visit;

    ServiceExam(McpClient client, Chart chart, Visit visit) {
        this.client = client;
        this.chart = chart;
        this.visit = visit;
    }

    /** Looks at all of it. */
    void examine() {
        var opening = client.opening();
        var who = client.server().implementation();
        chart.add(Check.ok(
                        HANDSHAKE,
                        "%s over %s, in %s"
                                .formatted(
                                        who == null ? "a nameless server" : who.displayName() + " " + who.version(),
                                        opening.transport(),
                                        Milliseconds.text(opening.took())))
                .with(opening.steps()));
        chart.add(revision());
        lists();
        chart.add(ping());
        chart.add(conduct());
    }

    private Check revision() {
        var version = client.server().version();
        var seen = version.id() + (version.era() == Era.MODERN ? ", without a session" : ", by initialize");
        return client.opening().transport().toLowerCase(Locale.ROOT).contains("sse")
                ? Check.warning(
                        REVISION,
                        seen + "; over HTTP+SSE, which Streamable HTTP has replaced",
                        "it works; if the server offers Streamable HTTP too, often at /mcp, use that URL")
                : Check.ok(REVISION, seen);
    }

    private void lists() {
        var offered = client.server().capabilities();
        var tools = new ArrayList<Tool>();
        chart.add(list("tools", offered.tools(), () -> {
            tools.addAll(client.listTools());
            return tools;
        }));
        chart.add(ToolLint.check(tools, client.leftOutTools()));
        chart.add(list("prompts", offered.prompts(), client::listPrompts));
        chart.add(list("resources", offered.resources(), client::listResources));
        chart.add(list("resource templates", offered.resources(), client::listResourceTemplates));
    }

    private Check list(String what, boolean offered, Supplier<? extends Collection<?>> question) {
        if (!offered) {
            return Check.skipped(what, "the server offers none");
        }
        try {
            return Check.ok(what, Integer.toString(question.get().size()));
        } catch (McpException failure) {
            var judged = visit.judge(failure);
            if (judged.exitCode() == ExitCode.INTERRUPTED) {
                throw failure;
            }
            return Check.failed(
                    what,
                    "the server offers them, and does not list them: " + judged.message(),
                    "have whoever makes the server correct that",
                    judged);
        }
    }

    private Check ping() {
        try {
            var took = client.ping();
            return took.compareTo(SLOW) > 0
                    ? Check.warning(PING, "answered in " + Milliseconds.text(took), "see what keeps the server busy")
                    : Check.ok(PING, "answered in " + Milliseconds.text(took));
        } catch (McpException failure) {
            var judged = visit.judge(failure);
            if (judged.exitCode() == ExitCode.INTERRUPTED) {
                throw failure;
            }
            return Check.warning(
                    PING, "not answered: " + judged.message(), "have whoever makes the server correct that");
        }
    }

    private Check conduct() {
        var seen = new TreeMap<>(client.violations());
        seen.keySet().removeIf(kind -> !kind.breaksRules());
        seen.remove(Violation.Kind.NOISE); // It has a line of its own.
        if (seen.isEmpty()) {
            return Check.ok(CONDUCT, "as the protocol wants it");
        }
        return Check.warning(
                CONDUCT,
                "the server broke rules of the protocol, and was tolerated: "
                        + seen.entrySet().stream().map(ServiceExam::words).collect(Collectors.joining(", ")),
                "'fairlead info -v' tells more; have whoever makes the server correct that");
    }

    private static String words(Map.Entry<Violation.Kind, Long> one) {
        return one.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " × " + one.getValue();
    }
}
