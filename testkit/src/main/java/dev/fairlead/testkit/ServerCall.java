package dev.fairlead.testkit;

import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One request of the client, as the handlers of a {@link FakeServer} see it. */
public final class ServerCall {
    private final Connection connection;
    private final Request request;
    private final ProtocolVersion version;
    private final ObjectNode clientCapabilities;
    private final Supplier<@Nullable LogLevel> logLevel;
    private final CountDownLatch cancelled;
    private volatile Asker asker = questions -> {
        throw new IllegalStateException("this request may not ask");
    };

    ServerCall(
            Connection connection,
            Request request,
            ProtocolVersion version,
            ObjectNode clientCapabilities,
            Supplier<@Nullable LogLevel> logLevel,
            CountDownLatch cancelled) {
        this.connection = connection;
        this.request = request;
        this.version = version;
        this.clientCapabilities = clientCapabilities;
        this.logLevel = logLevel;
        this.cancelled = cancelled;
    }

    ServerCall askingBy(Asker way) {
        this.asker = way;
        return this;
    }

    Request request() {
        return request;
    }

    /** Returns the parameters of the request, empty if it has none; do not modify. */
    public ObjectNode params() {
        return request.params() == null ? Json.object() : request.params();
    }

    /** Returns the arguments, empty if there are none; do not modify. */
    public ObjectNode arguments() {
        return params().get("arguments") instanceof ObjectNode given ? given : Json.object();
    }

    /** Returns an argument as text, or the replacement if it is not there. */
    public String text(String name, String otherwise) {
        var value = arguments().path(name);
        return value.isString() ? value.stringValue() : value.isMissingNode() ? otherwise : value.toString();
    }

    /** Returns an argument as a number, or the replacement if it is none. */
    public double number(String name, double otherwise) {
        return arguments().path(name).doubleValue(otherwise);
    }

    /** Returns what came in {@code _meta}; do not modify. */
    public ObjectNode meta() {
        return params().get("_meta") instanceof ObjectNode meta ? meta : Json.object();
    }

    /** Returns the revision that the request follows. */
    public ProtocolVersion version() {
        return version;
    }

    /** Returns what the client declared for this request; do not modify. */
    public ObjectNode clientCapabilities() {
        return clientCapabilities;
    }

    /** Tells the client how far the call has come, if it wants to know. */
    public void progress(double progress, @Nullable Double total, @Nullable String message) {
        var token = meta().get(MetaKey.PROGRESS_TOKEN);
        if (token != null) {
            var params = new Progress(progress, total, message).toJson();
            params.set(MetaKey.PROGRESS_TOKEN, token);
            connection.tell("notifications/progress", params);
        }
    }

    /** Sends a log message, if the client wants those of its level. */
    public void log(LogLevel level, String logger, JsonNode data) {
        var lowest = logLevel.get();
        if (lowest != null && level.compareTo(lowest) >= 0) {
            connection.tell("notifications/message", new LogEntry(level, logger, data).toJson());
        }
    }

    /** Tells every client of the server of a change, those of them that want to know. */
    public void tell(ServerEvent event) {
        connection.server().tell(event);
    }

    /** Asks the client and returns its answer as it came, such as {@code {"action":"accept","content":{…}}}. */
    public ObjectNode ask(InputRequest question) throws InterruptedException {
        return asker.ask(List.of(question)).getFirst();
    }

    /** Asks the client several things at once and returns the answers in the same order. */
    public List<ObjectNode> askAll(InputRequest... questions) throws InterruptedException {
        return asker.ask(List.of(questions));
    }

    /** Tells whether the client has cancelled this request. */
    public boolean cancelled() {
        return cancelled.getCount() == 0;
    }

    /** Waits, and throws {@link InterruptedException} as soon as the client cancels this request. */
    public void pause(Duration duration) throws InterruptedException {
        if (cancelled.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new InterruptedException("cancelled by the client");
        }
    }
}
