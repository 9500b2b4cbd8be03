package dev.fairlead.host;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.ToolResult;
import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.metrics.CallSpan;
import dev.fairlead.host.supervision.ManagedServer;
import dev.fairlead.host.trust.ToolGate;
import dev.fairlead.host.trust.Verdict;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ToolChangedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** One call on its way, from its approval to its end. For one thread. */
final class CallRun {
    private static final int MOST_CHANGES = 3;

    private final HostCall call;
    private final Fleet fleet;
    private final ToolGate gate;
    private final EventLog events;
    private final HostSettings settings;
    private final InstantSource clock;
    private final @Nullable String principal;
    private final CallSpan span;
    private final RetryPolicy retry;
    private final Limits limits;
    private final Deadline deadline;
    private @Nullable Tool approved;
    private int attempts;
    private boolean inside; // whether the server was there for the last attempt
    private boolean lost; // whether an attempt ended without anybody knowing if it was carried out

    CallRun(
            HostCall call,
            Fleet fleet,
            ToolGate gate,
            EventLog events,
            HostSettings settings,
            InstantSource clock,
            @Nullable String principal,
            CallSpan span) {
        this.span = span;
        this.call = call;
        this.fleet = fleet;
        this.gate = gate;
        this.events = events;
        this.settings = settings;
        this.clock = clock;
        this.principal = principal;
        var wish = call.options().retry();
        this.retry = wish == null ? settings.retry() : wish;
        this.limits = limits();
        this.deadline = Deadline.after(limits.total());
    }

    /** Sees the call through. */
    HostResult run() {
        try {
            return attempt();
        } catch (McpException failure) {
            return ended(Endings.of(failure), null, Endings.words(failure, call.elapsed()), failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ended(Ending.CANCELLED, null, "Tool execution cancelled: the caller gave up", null);
        }
    }

    private HostResult attempt() throws InterruptedException {
        int changes = 0;
        while (true) {
            attempts++;
            try {
                var definition = definition();
                var refusal = approve(definition);
                if (refusal != null) {
                    return refusal;
                }
                var answer = send(definition);
                if (!answer.isError()) {
                    return ended(Ending.SUCCESS, answer, null, null);
                }
                if (spent() || !Replay.afterToolError(answer.text(), retry)) {
                    return ended(Ending.TOOL_ERROR, answer, Endings.toolError(answer.text()), null);
                }
                pause("the tool reports: " + answer.text());
            } catch (ToolChangedException changed) {
                if (++changes > MOST_CHANGES) {
                    throw changed;
                }
                attempts--; // It was never sent, and is looked at anew.
            } catch (McpException failure) {
                lost |= failure.maybeExecuted();
                // Whoever could not get in has waited as long as it was worth.
                if (!inside
                        || spent()
                        || !Replay.after(
                                failure,
                                approved == null ? call.tool().definition() : approved,
                                retry,
                                call.options().repeatable())) {
                    throw failure;
                }
                pause(String.valueOf(failure.getMessage()));
            }
        }
    }

    /** Returns the tool as its server defines it now. */
    private Tool definition() throws InterruptedException {
        try (var use = use()) {
            refresh(use);
            return use.connection().listing().tools().stream()
                    .filter(tool -> tool.name().equals(call.ownName()))
                    .findFirst()
                    .orElseThrow(() -> new ToolChangedException(call.words(), call.server()));
        }
    }

    private void refresh(ManagedServer.Use use) throws InterruptedException {
        try {
            use.connection().refresh(settings.recheck(), deadline);
        } catch (McpException failure) {
            use.failed(failure);
            throw new UnavailableException(
                    call.words(), call.server(), "its tools could not be listed: " + failure.getMessage(), failure);
        }
    }

    private @Nullable HostResult approve(Tool definition) {
        if (definition.equals(approved)) {
            return null;
        }
        return switch (gate.admit(principal, call.server(), definition, call.arguments())) {
            case Verdict.Admitted admitted -> {
                approved = definition;
                yield null;
            }
            case Verdict.Refused(var why, var whatToDo) -> {
                boolean stopped = Thread.currentThread().isInterrupted();
                yield ended(stopped ? Ending.CANCELLED : Ending.REFUSED, null, why + " " + whatToDo, null);
            }
        };
    }

    private ToolResult send(Tool definition) throws InterruptedException {
        try (var use = use()) {
            try {
                var answer = use.connection().client().callTool(call.ownName(), call.arguments(), options(definition));
                use.answered();
                return answer;
            } catch (ToolChangedException changed) {
                use.connection().outdate();
                throw changed;
            } catch (McpException failure) {
                use.failed(failure);
                throw failure;
            }
        }
    }

    private ManagedServer.Use use() throws InterruptedException {
        inside = false;
        var use = server().use(call.words(), patience());
        inside = true;
        return use;
    }

    private ManagedServer server() {
        return fleet.server(call.server()).orElseThrow(() -> new ToolChangedException(call.words(), call.server()));
    }

    private Deadline patience() {
        return Deadline.after(settings.patience()).orEarlier(deadline);
    }

    private boolean spent() {
        return attempts >= retry.attempts() || deadline.passed();
    }

    private void pause(String because) throws InterruptedException {
        var pause = retry.pause(attempts);
        events.publish(
                new HostEvent.CallRetried(clock.instant(), call.server(), call.number(), attempts + 1, pause, because));
        span.retried(attempts + 1, because);
        Deadline.after(pause).orEarlier(deadline).await();
    }

    private CallOptions options(Tool definition) {
        var rest = deadline.remaining().plusMillis(1); // Limits are positive, also the last one.
        return call.options()
                .call()
                .withLimits(new Limits(
                        least(limits.start(), rest), least(limits.idle(), rest), least(limits.total(), rest)))
                .withListener(new Hearing(call.options().call().listener()))
                .expecting(definition);
    }

    private Limits limits() {
        var given = call.options().call().limits();
        var total = call.options().timeout() != null
                ? call.options().timeout()
                : call.tool().timeout();
        if (given != null) {
            return total == null ? given : given.withTotal(total);
        }
        if (total != null) {
            return Limits.within(total);
        }
        return fleet.server(call.server())
                .map(server -> server.config().requestTimeout())
                .map(Limits.USUAL::withIdle)
                .orElse(Limits.USUAL);
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private HostResult ended(
            Ending ending, @Nullable ToolResult answer, @Nullable String error, @Nullable McpException failure) {
        // What the last attempt tells says nothing of those before it.
        boolean unknown = ending != Ending.SUCCESS && lost;
        return new HostResult(
                ending, call.server(), call.ownName(), answer, error, failure, unknown, call.elapsed(), attempts);
    }

    /** Makes events of what is heard of the call. */
    private final class Hearing implements CallListener {
        private final CallListener outer;

        Hearing(CallListener outer) {
            this.outer = outer;
        }

        @Override
        public void progress(Progress progress) {
            events.publish(new HostEvent.CallProgressed(clock.instant(), call.server(), call.number(), progress));
            outer.progress(progress);
        }

        @Override
        public void log(LogEntry entry) {
            events.publish(new HostEvent.Logged(clock.instant(), call.server(), entry));
            outer.log(entry);
        }
    }
}
