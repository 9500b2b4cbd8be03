package dev.fairlead.host;

import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.host.catalog.Catalog;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.ErrorType;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.metrics.ServerTraits;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes calls: finds the tool, sees the call through, and tells of it. */
final class Calls {
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final HostCore core;
    private final Fleet fleet;
    private final EventLog events;
    private final HostSettings settings;
    private final InstantSource clock;
    private final @Nullable String principal;

    Calls(HostCore core, Fleet fleet, EventLog events, @Nullable String principal) {
        this.core = core;
        this.fleet = fleet;
        this.events = events;
        this.settings = core.settings();
        this.clock = core.clock();
        this.principal = principal;
    }

    /** Makes a call, and returns how it ended, whatever happens. */
    HostResult call(String name, @Nullable Object given, HostCallOptions options) {
        long began = System.nanoTime();
        var until = options.timeout() == null ? Deadline.never() : Deadline.after(options.timeout());
        OfferedTool tool;
        ObjectNode arguments;
        try {
            tool = find(name, until);
            arguments = arguments(given);
        } catch (Unfit unfit) {
            return unmade(unfit.ending, name, unfit.getMessage(), unfit.wall, began);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            var words = "Tool execution cancelled: the caller gave up before '%s' was found".formatted(name);
            return unmade(Ending.CANCELLED, name, words, null, began);
        } catch (RuntimeException defect) {
            return unmade(Ending.FAILED, name, Endings.defect(defect), null, began);
        }
        return told(new HostCall(NUMBERS.incrementAndGet(), tool, arguments, options, began, until));
    }

    private static HostResult unmade(
            Ending ending, String name, @Nullable String words, @Nullable McpException failure, long began) {
        return new HostResult(ending, "", name, null, words, failure, false, since(began), 0);
    }

    private HostResult told(HostCall call) {
        events.publish(new HostEvent.CallStarted(
                clock.instant(), call.server(), call.number(), call.ownName(), call.arguments(), principal));
        HostResult result = null;
        try {
            result = traced(call);
        } catch (RuntimeException defect) {
            // Of something that the program gave us: a store, a listener, a metric. Whether it was sent, nobody knows.
            result = new HostResult(
                    Ending.FAILED,
                    call.server(),
                    call.ownName(),
                    null,
                    Endings.defect(defect),
                    null,
                    true,
                    call.elapsed(),
                    1);
        } finally {
            ended(call, result);
        }
        return result;
    }

    /** Tells the end of a call; null for one that ends with the thread that made it. */
    private void ended(HostCall call, @Nullable HostResult result) {
        var answer = result == null ? null : result.answer();
        events.publish(new HostEvent.CallEnded(
                clock.instant(),
                call.server(),
                call.number(),
                call.ownName(),
                result != null && result.success(),
                answer == null ? null : answer.answer(),
                result == null ? "Tool execution failed: its thread ended" : result.error(),
                result == null || result.unknown(),
                call.elapsed(),
                result == null ? 1 : result.attempts(),
                result == null ? "defect" : errorType(result)));
    }

    private HostResult traced(HostCall call) {
        try (var span = core.tracing().start(call.server(), call.ownName(), traits(call.server()))) {
            var result = new CallRun(call, core, fleet, events, principal, span).run();
            var type = errorType(result);
            if (type != null) {
                span.failed(type, String.valueOf(result.error()));
            }
            return result;
        }
    }

    private ServerTraits traits(String server) {
        return fleet.server(server).map(Traits::of).orElse(ServerTraits.unknown());
    }

    private static @Nullable String errorType(HostResult result) {
        if (result.success()) {
            return null;
        }
        if (result.failure() != null) {
            return ErrorType.of(result.failure());
        }
        return result.answer() == null
                ? result.ending().name().toLowerCase(Locale.ROOT)
                : ErrorType.of(result.answer().answer());
    }

    /** Finds the tool that is meant, waiting for the server that would offer it if that is on its way. */
    private OfferedTool find(String name, Deadline until) throws InterruptedException {
        if (fleet.closed()) {
            throw new Unfit(Ending.FAILED, "Tool execution failed: " + fleet.closedWords());
        }
        boolean anybodys = !name.contains("__") && owners(name).isEmpty();
        // Before the look: what a server offers is in the catalogue by the time it has begun.
        boolean settled = !anybodys || beginning().isEmpty();
        var found = lookUp(fleet.catalog(), name);
        AuthorizationRequiredException wall = null;
        if (found.isEmpty()) {
            wall = awaitServerOf(name, until);
            found = lookUp(fleet.catalog(), name);
        }
        if (!settled || (anybodys && found.isEmpty())) {
            found = awaitAnybody(name, until);
        }
        if (found.isEmpty() && until.passed()) {
            throw new Unfit(
                    Ending.TIMEOUT,
                    "Tool execution timeout: the time was over before '%s' was found%s".formatted(name, troubles(name)),
                    wall);
        }
        if (found.isEmpty()) {
            throw new Unfit(Ending.NOT_FOUND, Endings.notFound(name) + troubles(name), wall);
        }
        var tool = found.get();
        if (!tool.enabled()) {
            throw new Unfit(Ending.REFUSED, Endings.switchedOff(tool, name));
        }
        return tool;
    }

    private Optional<OfferedTool> lookUp(Catalog catalog, String name) {
        var offered = catalog.tool(name);
        // A name that belongs to a configured server is never another's, also while that server is away.
        if (offered.isPresent() || name.contains("__") || !owners(name).isEmpty()) {
            return offered;
        }
        var called =
                catalog.toolsCalled(name).stream().filter(OfferedTool::enabled).toList();
        // Those that are away count too: whoever is left is not meant because of that.
        var away = fleet.lastOffered(name).stream()
                .filter(server ->
                        called.stream().noneMatch(tool -> tool.server().equals(server)))
                .toList();
        if (called.size() + away.size() > 1) {
            var choices = Stream.concat(
                    called.stream().map(OfferedTool::name),
                    away.stream().map(server -> "that of '%s', which is away".formatted(server)));
            throw new Unfit(
                    Ending.NOT_FOUND,
                    "Tool '%s' is offered by several servers; say which one is meant: %s"
                            .formatted(name, choices.collect(Collectors.joining(", "))));
        }
        return called.stream().findFirst();
    }

    /**
     * Waits while servers are being connected for the first time: what they offer nobody knows yet. So neither is a tool
     * missing by then, nor is the one who offers it the only one.
     */
    private Optional<OfferedTool> awaitAnybody(String name, Deadline until) throws InterruptedException {
        var patience = Deadline.after(settings.patience()).orEarlier(until);
        try (var feed = events.subscribe()) {
            while (true) {
                // Both before the look: whoever comes after it is still beginning, or not known yet.
                boolean known = !meant(name).isEmpty();
                var beginning = beginning();
                var found = lookUp(fleet.catalog(), name);
                // Whoever is known to offer it has been waited for.
                boolean hopeless = beginning.isEmpty() || (known && found.isEmpty());
                if (hopeless || feed.ended()) {
                    return found;
                }
                if (patience.passed()) {
                    found.ifPresent(tool -> {
                        throw undecided(name, tool, beginning, until);
                    });
                    return found;
                }
                var ignored = feed.next(patience.remaining());
            }
        }
    }

    private static Unfit undecided(String name, OfferedTool tool, List<String> beginning, Deadline until) {
        var others = beginning.stream().map("'%s'"::formatted).collect(Collectors.joining(", "));
        return until.passed()
                ? new Unfit(
                        Ending.TIMEOUT,
                        ("Tool execution timeout: the time was over before it was known who offers '%s' besides '%s';"
                                        + " still being connected for the first time: %s; say which one is meant: %s")
                                .formatted(name, tool.server(), others, tool.name()))
                : new Unfit(
                        Ending.NOT_FOUND,
                        ("Tool '%s' is offered by '%s', and perhaps by others that are still being connected for the"
                                        + " first time: %s; say which one is meant: %s")
                                .formatted(name, tool.server(), others, tool.name()));
    }

    /** Lists the servers that are being connected for the first time. */
    private List<String> beginning() {
        return fleet.configs().stream()
                .map(ServerConfig::name)
                .filter(fleet::beginning)
                .toList();
    }

    /** Waits for the servers that may offer a tool; returns what stands in the way, if that is a login. */
    private @Nullable AuthorizationRequiredException awaitServerOf(String name, Deadline until)
            throws InterruptedException {
        AuthorizationRequiredException wall = null;
        var patience = Deadline.after(settings.patience()).orEarlier(until);
        for (var config : meant(name)) {
            var server = fleet.server(config.name());
            if (server.isPresent()) {
                try (var use = server.get().use("finding tool " + name, patience)) {
                    // Not every server tells of a tool that is new.
                    use.refresh(settings.recheck(), patience);
                    use.answered();
                } catch (CallCancelledException stopped) {
                    throw new InterruptedException("while its tools were listed");
                } catch (McpException unready) {
                    // Whatever else it is, is said with the name that was not found.
                    wall = unready instanceof AuthorizationRequiredException required ? required : wall;
                }
            }
        }
        return wall;
    }

    /** Returns what stands in the way of finding a tool, if a server that may offer it does not run. */
    private String troubles(String name) {
        var texts = meant(name).stream()
                .flatMap(config -> fleet.server(config.name()).stream())
                .map(server -> {
                    var standing = server.standing();
                    var reason = standing.reason().isEmpty()
                            ? ""
                            : ", " + core.connector().redactor().text(standing.reason());
                    return "; server '%s' is %s%s".formatted(server.config().name(), standing.state(), reason);
                })
                .toList();
        return String.join("", texts);
    }

    /** Returns the servers that may be meant by a name: its owners, or those that were last seen with such a tool. */
    private List<ServerConfig> meant(String name) {
        var owners = owners(name);
        if (!owners.isEmpty() || name.contains("__")) {
            return owners;
        }
        var known = fleet.lastOffered(name);
        return enabled(config -> known.contains(config.name()));
    }

    private List<ServerConfig> owners(String name) {
        return enabled(config -> Catalog.mayOffer(config.name(), config.tools(), name));
    }

    private List<ServerConfig> enabled(Predicate<ServerConfig> wanted) {
        return fleet.configs().stream()
                .filter(ServerConfig::enabled)
                .filter(wanted)
                .toList();
    }

    private static ObjectNode arguments(@Nullable Object given) {
        try {
            JsonNode tree = switch (given) {
                case null -> Json.object();
                case JsonNode json -> json;
                default -> Json.tree(given);
            };
            if (tree instanceof ObjectNode object) {
                return object;
            }
            throw new Unfit(
                    Ending.FAILED,
                    "Tool execution failed: arguments must make a JSON object, not " + tree.getNodeType());
        } catch (JacksonException unwritable) {
            throw new Unfit(
                    Ending.FAILED,
                    "Tool execution failed: the arguments cannot be written as JSON: "
                            + unwritable.getOriginalMessage());
        }
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /** Ends a call before it has begun. */
    private static final class Unfit extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final Ending ending;
        private final @Nullable AuthorizationRequiredException wall;

        Unfit(Ending ending, String message) {
            this(ending, message, null);
        }

        Unfit(Ending ending, String message, @Nullable AuthorizationRequiredException wall) {
            super(message, null, false, false);
            this.ending = ending;
            this.wall = wall;
        }
    }
}
