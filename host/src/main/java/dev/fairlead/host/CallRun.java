package dev.fairlead.host;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.ToolResult;
import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.host.catalog.Catalog;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.config.ToolRules;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.metrics.CallSpan;
import dev.fairlead.host.supervision.Connection;
import dev.fairlead.host.supervision.ManagedServer;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.host.trust.ToolGate;
import dev.fairlead.host.trust.Verdict;
import dev.fairlead.host.trust.Waiting;
import dev.fairlead.host.trust.Waits;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ToolChangedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One call on its way, from its approval to its end. For one thread. */
final class CallRun {
    private static final int MOST_CHANGES = 3;
    private static final Duration SOON = Duration.ofMillis(100);

    private final HostCall call;
    private final Fleet fleet;
    private final ToolGate gate;
    private final EventLog events;
    private final HostSettings settings;
    private final InstantSource clock;
    private final @Nullable String principal;
    private final CallSpan span;
    private final RetryPolicy retry;
    private Limits limits; // as they are configured for the server that was reached last
    private Deadline until; // the caller's, later by what somebody thought where the clock stops for that
    private Deadline deadline; // first the caller's; from the approval on also that of the tool
    private @Nullable Tool approved;
    private @Nullable ManagedServer reached; // last
    private @Nullable ManagedServer defining; // the tool, when it was looked at last
    private @Nullable ManagedServer approvedOf;
    private ObjectNode arguments; // as they were given, until somebody edits them
    private @Nullable Connection looked; // where the definition was seen last, just now
    private int attempts;
    private boolean inside; // whether the server was there for the last attempt
    private boolean lost; // whether an attempt ended without anybody knowing if it was carried out

    CallRun(HostCall call, HostCore core, Fleet fleet, EventLog events, @Nullable String principal, CallSpan span) {
        this.call = call;
        this.fleet = fleet;
        this.gate = core.gate();
        this.events = events;
        this.settings = core.settings();
        this.clock = core.clock();
        this.principal = principal;
        this.span = span;
        var wish = call.options().retry();
        this.retry = wish == null ? settings.retry() : wish;
        this.defining = fleet.server(call.server()).orElse(null);
        this.limits = limits();
        this.until = call.until();
        this.deadline = until;
        this.arguments = call.arguments();
    }

    /** Sees the call through. */
    HostResult run() {
        try {
            return attempt();
        } catch (McpException failure) {
            // Whatever it was that was waited for, the caller's time is over.
            var ending =
                    failure instanceof UnavailableException && until.passed() ? Ending.TIMEOUT : Endings.of(failure);
            var because = String.valueOf(failure.getMessage());
            boolean wanted = failure instanceof ClientClosedException closed && closed.disconnected();
            var words = wanted ? because : Endings.words(ending, because, call.elapsed());
            return ended(ending, null, words, failure);
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
            looked = use.connection();
            defining = reached;
            limits = limits();
            return use.connection().listing().tools().stream()
                    .filter(tool -> tool.name().equals(call.ownName()))
                    .findFirst()
                    .orElseThrow(() -> new ToolChangedException(call.words(), call.server()));
        }
    }

    /** Has the tools listed anew where that is due, within the time in which the call would have to show a sign of life. */
    private void refresh(ManagedServer.Use use) throws InterruptedException {
        try {
            use.refresh(settings.recheck(), firstSign());
        } catch (AuthorizationException wall) {
            throw wall;
        } catch (CallCancelledException stopped) {
            throw new CallCancelledException(call.words(), call.server(), false); // Only listing was under way.
        } catch (CallTimeoutException late) {
            throw unlisted(late);
        } catch (McpException failure) {
            throw new UnavailableException(
                    call.words(), call.server(), "its tools could not be listed: " + failure.getMessage(), failure);
        }
    }

    /**
     * Returns until when there would have to be a sign of the call, if it began now. Until the approval only the caller's
     * time counts, who may have set none, and what has to be found out for the call may never come all the same.
     */
    private Deadline firstSign() {
        return Deadline.after(least(limits.start(), limits.total())).orEarlier(deadline);
    }

    private CallTimeoutException unlisted(CallTimeoutException late) {
        var unsent = new CallTimeoutException(
                call.words(), call.server(), "its tools were not listed in time", call.elapsed(), null, false);
        unsent.addSuppressed(late);
        return unsent;
    }

    private @Nullable HostResult approve(Tool definition) {
        if (defining != null && !Catalog.enabled(defining.config().tools(), call.ownName())) {
            // Since the call was begun: the server that lists it is another one than offered it, or has other rules.
            return ended(
                    Ending.REFUSED,
                    null,
                    Endings.switchedOff(call.tool(), call.tool().name()),
                    null);
        }
        if (definition.equals(approved) && defining == approvedOf) {
            return forbidden(definition);
        }
        long asked = System.nanoTime();
        boolean stops = call.options().clockStops();
        var left = until.remaining();
        var rest = deadline.remaining();
        Verdict verdict;
        try {
            var waiting = Waiting.until(stops ? Deadline.never() : until);
            verdict = admit(definition, waiting.withLookup(firstSign().remaining()));
        } finally {
            if (stops) {
                until = Deadline.after(left);
                deadline = Deadline.after(rest);
            }
        }
        if (System.nanoTime() - asked > SOON.toNanos()) {
            looked = null; // Somebody thought about it, and the tool may have changed meanwhile.
        }
        return switch (verdict) {
            case Verdict.Admitted(var because, var edited) -> {
                arguments = edited == null ? arguments : edited;
                // Nobody's thinking is on the clock of the tool.
                deadline = approved == null ? Deadline.after(limits.total()).orEarlier(until) : deadline;
                approved = definition;
                approvedOf = defining;
                yield null;
            }
            case Verdict.Refused refused -> refused(refused);
        };
    }

    /** Looks at what was decided since the call was approved: somebody may have denied it meanwhile. */
    private @Nullable HostResult forbidden(Tool definition) {
        return gate.forbidden(
                        principal,
                        call.server(),
                        ToolDefinition.of(definition),
                        arguments,
                        Waiting.until(until).withLookup(firstSign().remaining()))
                .map(this::refused)
                .orElse(null);
    }

    /** Decides about the call, for as long as there is somebody for whom, and a server, that it could be made. */
    private Verdict admit(Tool definition, Waiting waiting) {
        var server = Objects.requireNonNull(defining, "it was looked at before it is asked about");
        var places = List.of(fleet.waits().add(waiting), server.awaiting(waiting));
        Verdict verdict;
        try {
            verdict = gate.admit(
                    principal,
                    call.server(),
                    ToolDefinition.of(definition),
                    arguments,
                    waiting,
                    call.options().approver());
        } finally {
            places.forEach(Waits.Place::close);
        }
        if (waiting.inVain()) {
            // What has become of the server is seen when it is looked at anew; there may be another one.
            throw new ToolChangedException(call.words(), call.server());
        }
        return verdict;
    }

    private HostResult refused(Verdict.Refused verdict) {
        var because = (verdict.why() + " " + verdict.whatToDo()).strip();
        var difference = verdict.difference();
        if (Thread.currentThread().isInterrupted()) {
            return ended(Ending.CANCELLED, null, because, null);
        }
        return until.passed()
                ? ended(Ending.TIMEOUT, null, Endings.words(Ending.TIMEOUT, because, call.elapsed()), null)
                : ended(Ending.REFUSED, null, difference.isEmpty() ? because : because + "\n" + difference, null);
    }

    private ToolResult send(Tool definition) throws InterruptedException {
        try (var use = use()) {
            if (reached != approvedOf) {
                // Another one of the same name took its place, about which nobody was asked.
                throw new ToolChangedException(call.words(), call.server());
            }
            if (use.connection() != looked) {
                refresh(use); // What was approved was seen elsewhere, or a while ago.
            }
            looked = null;
            if (deadline.passed()) {
                throw new CallTimeoutException(
                        call.words(),
                        call.server(),
                        "its time was over before it was sent",
                        call.elapsed(),
                        null,
                        false);
            }
            try {
                var answer = use.connection().client().callTool(call.ownName(), arguments, options(definition));
                use.answered();
                return answer;
            } catch (ToolChangedException changed) {
                use.connection().outdate();
                throw changed;
            } catch (McpException failure) {
                use.failed(failure);
                throw use.explained("the call", failure);
            }
        }
    }

    private ManagedServer.Use use() throws InterruptedException {
        inside = false;
        var server = server();
        var use = server.use(call.words(), patience());
        reached = server;
        inside = true;
        return use;
    }

    private ManagedServer server() {
        if (fleet.closed()) {
            throw new UnavailableException(call.words(), call.server(), fleet.closedWords(), null);
        }
        return fleet.server(call.server())
                .orElseThrow(() -> new UnavailableException(call.words(), call.server(), "it was removed", null));
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
        var wish = call.options().timeout();
        var config = defining == null ? null : defining.config();
        var total = wish != null && wish.isPositive() ? wish : timeout(config);
        if (given != null) {
            return total == null ? given : given.withTotal(total);
        }
        if (total != null) {
            return Limits.within(total);
        }
        var idle = config == null ? null : config.requestTimeout();
        return idle == null ? Limits.USUAL : Limits.USUAL.withIdle(idle);
    }

    /** Returns how long the tool may take by the rules that hold now, or that held when it was found. */
    private @Nullable Duration timeout(@Nullable ServerConfig config) {
        return config == null
                ? call.tool().timeout()
                : config.tools()
                        .single()
                        .getOrDefault(call.ownName(), ToolRules.Rule.USUAL)
                        .timeout();
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
