package dev.fairlead.host;

import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.host.catalog.Catalog;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.ErrorType;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.metrics.CallTracing;
import dev.fairlead.host.metrics.ServerTraits;
import dev.fairlead.host.trust.ToolGate;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes calls: finds the tool, sees the call through, and tells of it. */
final class Calls {
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final Fleet fleet;
    private final ToolGate gate;
    private final EventLog events;
    private final HostSettings settings;
    private final InstantSource clock;
    private final CallTracing tracing;
    private final @Nullable String principal;

    Calls(
            Fleet fleet,
            ToolGate gate,
            EventLog events,
            HostSettings settings,
            InstantSource clock,
            CallTracing tracing,
            @Nullable String principal) {
        this.tracing = tracing;
        this.fleet = fleet;
        this.gate = gate;
        this.events = events;
        this.settings = settings;
        this.clock = clock;
        this.principal = principal;
    }

    HostResult call(String name, @Nullable Object given, HostCallOptions options) {
        long began = System.nanoTime();
        OfferedTool tool;
        ObjectNode arguments;
        try {
            tool = find(name);
            arguments = arguments(given);
        } catch (Unfit unfit) {
            return new HostResult(unfit.ending, "", name, null, unfit.getMessage(), unfit.wall, false, since(began), 0);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            var words = "Tool execution cancelled: the caller gave up before '%s' was found".formatted(name);
            return new HostResult(Ending.CANCELLED, "", name, null, words, null, false, since(began), 0);
        }
        var call = new HostCall(NUMBERS.incrementAndGet(), tool, arguments, options, began);
        var ownName = tool.definition().name();
        events.publish(new HostEvent.CallStarted(
                clock.instant(), tool.server(), call.number(), ownName, arguments, principal));
        var result = traced(call);
        events.publish(new HostEvent.CallEnded(
                clock.instant(),
                tool.server(),
                call.number(),
                ownName,
                result.success(),
                result.answer() == null ? null : result.answer().answer(),
                result.error(),
                result.unknown(),
                result.duration(),
                result.attempts(),
                errorType(result)));
        return result;
    }

    private HostResult traced(HostCall call) {
        try (var span = tracing.start(call.server(), call.ownName(), traits(call.server()))) {
            var result = new CallRun(call, fleet, gate, events, settings, clock, principal, span).run();
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
    private OfferedTool find(String name) throws InterruptedException {
        if (fleet.closed()) {
            throw new Unfit(Ending.FAILED, "Tool execution failed: the host is closed; open another one");
        }
        var found = lookUp(fleet.catalog(), name);
        AuthorizationRequiredException wall = null;
        if (found.isEmpty()) {
            wall = awaitServerOf(name);
            found = lookUp(fleet.catalog(), name);
        }
        if (found.isEmpty()) {
            throw new Unfit(Ending.NOT_FOUND, Endings.notFound(name) + troubles(name), wall);
        }
        var tool = found.get();
        if (!tool.enabled()) {
            throw new Unfit(
                    Ending.REFUSED,
                    "Tool '%s' of server '%s' is switched off in the configuration".formatted(name, tool.server()));
        }
        return tool;
    }

    private Optional<OfferedTool> lookUp(Catalog catalog, String name) {
        var offered = catalog.tool(name);
        // A name that belongs to a configured server is never another's, also while that server is away.
        if (offered.isPresent() || name.contains("__") || !meant(name).isEmpty()) {
            return offered;
        }
        var called =
                catalog.toolsCalled(name).stream().filter(OfferedTool::enabled).toList();
        if (called.size() > 1) {
            throw new Unfit(
                    Ending.NOT_FOUND,
                    "Tool '%s' is offered by several servers; say which one is meant: %s"
                            .formatted(
                                    name, called.stream().map(OfferedTool::name).collect(Collectors.joining(", "))));
        }
        return called.stream().findFirst();
    }

    /** Waits for the servers that may offer a tool; returns what stands in the way, if that is a login. */
    private @Nullable AuthorizationRequiredException awaitServerOf(String name) throws InterruptedException {
        AuthorizationRequiredException wall = null;
        for (var config : meant(name)) {
            var server = fleet.server(config.name());
            if (server.isPresent()) {
                try (var use = server.get().use("finding tool " + name, Deadline.after(settings.patience()))) {
                    use.connection()
                            .refresh(
                                    settings.recheck(),
                                    Deadline.after(
                                            settings.patience())); // Not every server tells of a tool that is new.
                    use.answered();
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
                    var reason = standing.reason().isEmpty() ? "" : ", " + standing.reason();
                    return "; server '%s' is %s%s".formatted(server.config().name(), standing.state(), reason);
                })
                .toList();
        return String.join("", texts);
    }

    private List<ServerConfig> meant(String name) {
        return fleet.configs().stream()
                .filter(ServerConfig::enabled)
                .filter(config -> Catalog.mayOffer(config.name(), config.tools(), name))
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
