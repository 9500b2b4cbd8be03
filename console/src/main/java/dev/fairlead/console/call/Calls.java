package dev.fairlead.console.call;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.handler.CallListener;
import dev.fairlead.console.call.Call.State;
import dev.fairlead.console.call.Call.Wish;
import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.Paced;
import dev.fairlead.console.keep.Saver;
import dev.fairlead.console.question.Approvals;
import dev.fairlead.console.question.Remembered;
import dev.fairlead.console.server.Near;
import dev.fairlead.console.traffic.CallThreads;
import dev.fairlead.console.traffic.TrafficListener;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.Host;
import dev.fairlead.host.HostCallOptions;
import dev.fairlead.host.HostResult;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes calls, and knows what became of them. */
public final class Calls implements TrafficListener, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Calls.class.getName());

    /** No page needs to be told oftener how far something is. */
    static final Duration BETWEEN_TOLD = Duration.ofMillis(250);

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Supplier<Host> host;
    private final Broadcast broadcast;
    private final Paced paced;
    private final ReentrantLock telling = new ReentrantLock();
    private final Approvals approvals;
    private final Remembered remembered;
    private final CallThreads threads;
    private final ArgumentCheck check = new ArgumentCheck();
    private final History history;
    private final Endings endings;
    private final Map<String, Thread> running = new ConcurrentHashMap<>();
    private final List<Consumer<Call>> measured = new CopyOnWriteArrayList<>();
    private final List<Consumer<Call>> ended = new CopyOnWriteArrayList<>();
    private final List<TrafficListener> hearers = new CopyOnWriteArrayList<>();

    /** Makes one; the host may be opened later. */
    public Calls(
            Supplier<Host> host,
            Broadcast broadcast,
            Approvals approvals,
            CallThreads threads,
            Saver saver,
            Optional<JsonNode> kept) {
        this.host = host;
        this.broadcast = broadcast;
        this.paced = new Paced(BETWEEN_TOLD);
        this.remembered = new Remembered(host, broadcast);
        this.approvals = approvals;
        this.threads = threads;
        this.history = new History(saver, kept);
        this.endings = new Endings(check);
    }

    /** Returns who judges arguments. */
    public ArgumentCheck check() {
        return check;
    }

    /** Returns the calls there were. */
    public History history() {
        return history;
    }

    /** Returns what was decided for good. */
    public Remembered remembered() {
        return remembered;
    }

    /** Tells somebody of every call that is over. */
    public void onEnd(Consumer<Call> listener) {
        ended.add(listener);
    }

    /** Tells somebody of every call of which it became known how long it was on the wire. */
    public void onMeasured(Consumer<Call> listener) {
        measured.add(listener);
    }

    /** Lets somebody hear what becomes of what calls send. */
    public void onTraffic(TrafficListener listener) {
        hearers.add(listener);
    }

    /** Returns a tool that can be called; refuses if there is none. */
    public OfferedTool tool(String server, String tool) {
        var catalog = host.get().catalog();
        var found = catalog.tool(server, tool);
        if (found.isPresent() && found.get().enabled()) {
            return found.get();
        }
        var status = host.get().server(server);
        if (status.isPresent() && !status.get().ready()) {
            throw new Refusal(
                            409,
                            "not-connected",
                            "'%s' is not connected (%s), so that '%s' cannot be called."
                                    .formatted(server, status.get().state(), Near.shown(tool)))
                    .hint("Reconnect it.");
        }
        if (found.isPresent()) {
            throw new Refusal(409, "switched-off", "Tool '%s' of '%s' is switched off.".formatted(tool, server))
                    .in("tool");
        }
        var near = Near.of(
                tool,
                catalog.tools().stream()
                        .filter(one -> one.server().equals(server))
                        .map(one -> one.definition().name())
                        .toList());
        throw Refusal.missing(
                        "no-such-tool",
                        "No tool '%s' on '%s'.%s"
                                .formatted(
                                        Near.shown(tool),
                                        server,
                                        near.isEmpty() ? "" : " Near: " + String.join(", ", near) + "."))
                .in("tool");
    }

    /** Begins a call, which was checked, and returns at once. */
    public Call start(Wish wish) {
        var tool = tool(wish.server(), wish.tool());
        check.require(tool.definition().inputSchema(), wish.arguments());
        var call = open(wish, tool.definition());
        var thread = Thread.ofVirtual().name("fairlead-console-call").unstarted(() -> make(call, tool));
        running.put(call.id(), thread);
        thread.start();
        return call;
    }

    /** Takes note of a call that somebody else makes. */
    public Call open(Wish wish, @Nullable Tool tool) {
        var app = tool == null ? null : AppLink.of(tool).orElse(null);
        var call = new Call("c-" + UUID.randomUUID(), wish.withApp(app), history.shelf());
        history.add(call);
        tell(call);
        return call;
    }

    private void make(Call call, OfferedTool tool) {
        try {
            var options = options(call.wish()).asking(new AskedPerson(call, this, approvals, remembered));
            goesOn(call);
            var result = during(
                    call,
                    () -> host.get().call(tool.name(), call.arguments(), options.withListener(new CallListener() {
                        @Override
                        public void progress(Progress progress) {
                            Calls.this.progress(call, progress);
                        }
                    })));
            end(call, result, tool.definition());
        } catch (RuntimeException | Error defect) {
            LOG.log(Level.ERROR, "Calling %s failed because of a defect".formatted(tool.name()), defect);
            end(call, State.FAILED, "internal", "Something went wrong here; the log of the console says what.");
        } finally {
            running.remove(call.id());
        }
    }

    private static HostCallOptions options(Wish wish) {
        long millis = wish.timeoutMillis();
        return (millis > 0 ? HostCallOptions.within(Duration.ofMillis(millis)) : HostCallOptions.usual())
                .withCall(limited(millis))
                .stoppingClock();
    }

    /**
     * Returns how every call of the console is made: the server may tell the log of the page what it does meanwhile.
     *
     * @param millis how long it may take; 0 for what is usual
     */
    public static CallOptions limited(long millis) {
        return (millis > 0 ? CallOptions.within(Duration.ofMillis(millis)) : CallOptions.usual())
                .withLogLevel(LogLevel.INFO);
    }

    /** Makes a call on this thread, so that what it sends is known to be because of it. */
    public HostResult during(Call call, Supplier<HostResult> work) {
        return threads.during(call.id(), work);
    }

    /** Somebody has to decide first. */
    public void awaits(Call call) {
        if (call.state(State.APPROVAL)) {
            tell(call);
        }
    }

    /** It was decided, and it goes on. */
    public void goesOn(Call call) {
        if (call.state(State.RUNNING)) {
            tell(call);
        }
    }

    /** Notes the arguments that somebody chose instead. */
    public void edited(Call call, ObjectNode arguments) {
        call.edited(arguments);
        tell(call);
    }

    /** Notes how far a call is. */
    public void progress(Call call, Progress progress) {
        call.progress(progress);
        paced.tell(call.id(), () -> tellProgress(call));
    }

    private void tellProgress(Call call) {
        telling.lock();
        try {
            var now = call.progress();
            // What is over was told with all that is known of it.
            if (now != null && !call.over()) {
                var json = Json.object().put("call", call.id());
                Call.progress(json, now);
                broadcast.tell("progress", json);
            }
        } finally {
            telling.unlock();
        }
    }

    /** Notes that a server asks something because of a call. */
    public void asked(Call call, String question) {
        call.asked(question);
        tell(call);
    }

    /** Notes what became of a call. */
    public void end(Call call, HostResult result, @Nullable Tool tool) {
        if (call.givenUp() && result.ending() == HostResult.Ending.FAILED) {
            end(call, State.CANCELLED, "cancelled", "Its task was cancelled.");
        } else {
            over(call, endings.of(call, result, tool, history.shelf()));
        }
    }

    /** Notes that nothing became of a call. */
    public void end(Call call, State state, String code, String message) {
        over(call, Endings.without(state, code, message));
    }

    private void over(Call call, Call.Ending ending) {
        if (!call.end(ending)) {
            return; // It ended before, and stays as it did.
        }
        tell(call);
        history.ended();
        ended.forEach(listener -> listener.accept(call));
    }

    /** Cancels a call that goes on; the server is told. */
    public void cancel(String id) {
        var call = history.find(id);
        if (call.isEmpty() && !history.knows(id)) {
            throw Refusal.missing("no-such-call", "There is no such call.");
        }
        var thread = running.get(id);
        if (thread == null) {
            throw new Refusal(409, "not-running", "This call does not run, or its conversation has to be stopped.");
        }
        thread.interrupt();
    }

    /** Returns the calls that go on at a server, newest last. */
    public List<Call> under(String server) {
        return history.recent().stream()
                .filter(call -> call.wish().server().equals(server) && !call.over())
                .toList();
    }

    /** Tells pages how a call stands. */
    public void tell(Call call) {
        // One after the other: what is told last must also be what was looked at last.
        telling.lock();
        try {
            broadcast.tell("call", call.toJson());
        } finally {
            telling.unlock();
        }
    }

    @Override
    public void began(String id, String row, String method, long atNanos) {
        history.find(id).ifPresent(call -> call.sent(row, method.equals("tools/call"), atNanos));
    }

    @Override
    public void ended(String id, String server, String row, String method, Duration took, @Nullable JsonNode result) {
        history.find(id).ifPresent(call -> {
            if (method.equals("tools/call")) {
                call.answered(row, took.toNanos());
                tell(call);
                measured.forEach(listener -> listener.accept(call));
                history.save();
            }
        });
        hearers.forEach(hearer -> hearer.ended(id, server, row, method, took, result));
    }

    /** Cancels every call by hand, and waits until it is noted what became of it. */
    @Override
    public void close() {
        var threads = List.copyOf(running.values());
        threads.forEach(Thread::interrupt);
        var deadline = Deadline.after(PATIENCE);
        try {
            for (var thread : threads) {
                if (!thread.join(deadline.remaining())) {
                    LOG.log(Level.WARNING, "A call does not end, and what became of it may be lost");
                }
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
