package dev.fairlead.host.metrics;

import dev.fairlead.host.event.ErrorType;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.event.Numbered;
import dev.fairlead.host.event.StateNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a host, for a registry of Micrometer. Needs Micrometer, and is loaded by nothing else in the host.
 * Thread-safe.
 */
@SuppressWarnings("exports") // Whoever uses this class has Micrometer; whoever does not, needs it not.
public final class HostMeters implements AutoCloseable {
    private static final int MAX_TOOLS = 200;
    private static final int MAX_ERROR_TYPES = 50;
    private static final int MAX_SERVERS = 500;
    private static final String NONE = "none";
    private static final Set<String> IN_ORDER = Set.of(StateNames.STOPPED, StateNames.STOPPING, StateNames.IDLE);
    // The boundaries that the convention asks for.
    private static final Duration[] BOUNDARIES = LongStream.of(
                    10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final Function<String, ServerTraits> traits;
    private final FewNames tools = new FewNames(MAX_TOOLS);
    private final FewNames errorTypes = new FewNames(MAX_ERROR_TYPES);
    private final FewNames servers = new FewNames(MAX_SERVERS);
    private final Map<String, Set<Long>> active = new ConcurrentHashMap<>();
    private final Lanes lanes = new Lanes();
    private final Map<String, Meter> gauges = new ConcurrentHashMap<>();
    private final EventLog.Listening listening;

    private HostMeters(EventLog log, MeterRegistry registry, Function<String, ServerTraits> traits) {
        this.registry = registry;
        this.traits = traits;
        this.listening = log.listenNumbered(this::count);
    }

    /**
     * Begins to count what happens in a host.
     *
     * @param traits knows more about a server by its name; asked whenever a call or a session ends
     */
    public static HostMeters bind(EventLog log, MeterRegistry registry, Function<String, ServerTraits> traits) {
        return new HostMeters(log, registry, traits);
    }

    /** Stops counting, and takes what only shows the present moment out of the registry. */
    @Override
    public void close() {
        listening.close();
        gauges.values().forEach(registry::remove);
        gauges.clear();
    }

    private void count(Numbered numbered) {
        switch (numbered.event()) {
            case HostEvent.CallStarted started -> calls(started.server()).add(started.call());
            case HostEvent.CallEnded ended -> ended(ended);
            case HostEvent.CallRetried retried ->
                counter(Convention.RETRIES, server(retried.server())).increment();
            case HostEvent.StateChanged changed -> changed(changed, numbered.person());
            case HostEvent.Violated violated ->
                counter(
                                Convention.VIOLATIONS,
                                server(violated.server())
                                        .and(
                                                "kind",
                                                violated.violation()
                                                        .kind()
                                                        .name()
                                                        .toLowerCase(Locale.ROOT)))
                        .increment();
            case HostEvent.Reconfigured changed
            when changed.how().startsWith("removed") -> lanes.forget(changed.server());
            case HostEvent.Reconfigured changed when changed.how().equals("added") -> lanes.replaced(changed.server());
            default -> {
                return; // The rest has no figure.
            }
        }
    }

    private void ended(HostEvent.CallEnded ended) {
        calls(ended.server()).remove(ended.call());
        Timer.builder(Convention.OPERATION_DURATION)
                .description("How long calls of tools take, as the caller sees it.")
                .tags(tags(ended.server(), ended.success() ? NONE : errorType(ended))
                        .and(Convention.METHOD, Convention.TOOLS_CALL)
                        .and(Convention.OPERATION, Convention.EXECUTE_TOOL)
                        .and(Convention.TOOL, tools.of(ended.tool())))
                .serviceLevelObjectives(BOUNDARIES)
                .register(registry)
                .record(ended.duration());
    }

    private String errorType(HostEvent.CallEnded ended) {
        return errorTypes.of(Objects.requireNonNullElseGet(ended.errorType(), () -> ErrorType.of(ended.result())));
    }

    private void changed(HostEvent.StateChanged event, @Nullable String person) {
        var state = event.state().toLowerCase(Locale.ROOT);
        var change = lanes.moved(event, state, person);
        if (change.restarted()) {
            counter(Convention.RESTARTS, server(event.server())).increment();
        }
        change.session()
                .ifPresent(length -> Timer.builder(Convention.SESSION_DURATION)
                        .description("How long servers stay ready.")
                        .tags(tags(event.server(), IN_ORDER.contains(state) ? NONE : "connection_lost"))
                        .register(registry)
                        .record(length.isNegative() ? Duration.ZERO : length));
        gauge(
                Convention.STATE,
                server(event.server()).and("state", state),
                lanes,
                all -> all.count(event.server(), state));
    }

    private Set<Long> calls(String server) {
        return active.computeIfAbsent(server, name -> {
            Set<Long> calls = ConcurrentHashMap.newKeySet();
            gauge(Convention.ACTIVE_CALLS, server(name), calls, Set::size);
            return calls;
        });
    }

    private <T> void gauge(String name, Tags tags, T of, ToDoubleFunction<T> figure) {
        gauges.computeIfAbsent(
                name + tags,
                unused -> Gauge.builder(name, of, figure)
                        .tags(tags)
                        .strongReference(true)
                        .register(registry));
    }

    private Counter counter(String name, Tags tags) {
        return Counter.builder(name).tags(tags).register(registry);
    }

    private Tags server(String name) {
        return Tags.of(Convention.SERVER, servers.of(name));
    }

    /** Returns the tags of a duration. All have all, as some registries refuse names with changing tags. */
    private Tags tags(String name, String errorType) {
        var known = traits.apply(name);
        return server(name)
                .and(Convention.NETWORK_TRANSPORT, orNone(known.networkTransport()))
                .and(Convention.PROTOCOL_VERSION, orNone(known.protocolVersion()))
                .and(Convention.ERROR_TYPE, errorType);
    }

    private static String orNone(@Nullable String value) {
        return value == null ? NONE : value;
    }
}
