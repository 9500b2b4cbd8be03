package dev.fairlead.console.login;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.question.PageAddress;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.Host;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Logging in to servers from the page: the page shows the address, the person opens it, and comes back here. */
public final class Logins implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Logins.class.getName());

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Host host;
    private final Broadcast broadcast;
    private final LoginSteps steps;
    private final Redactor redactor;
    private final Map<String, Flow> flows = new ConcurrentHashMap<>(); // by name
    private final Map<String, Thread> threads = new ConcurrentHashMap<>(); // of the last login of each, by name

    /** How far somebody is. */
    private record Flow(
            String address,
            String state,
            @Nullable String url,
            @Nullable String urlHost,
            @Nullable String message) {
        static Flow of(String address, String state, @Nullable String message) {
            return new Flow(address, state, null, null, message);
        }
    }

    /** Begins with nobody logging in. */
    public Logins(Host host, Broadcast broadcast, LoginSteps steps, Redactor redactor) {
        this.host = host;
        this.broadcast = broadcast;
        this.steps = steps;
        this.redactor = redactor;
        steps.onStep(address -> flows.forEach((name, flow) -> {
            if (flow.address.equals(address)) {
                tell(name, flow);
            }
        }));
    }

    /** Begins a login, and returns at once. */
    public ObjectNode begin(String server) {
        var required = host.loginNeeded(server)
                .orElseThrow(() -> new Refusal(409, "no-login-needed", "'%s' demands no login.".formatted(server)));
        var address = required.pending().server();
        var begun = new AtomicBoolean();
        var now = flows.compute(server, (name, before) -> {
            if (before != null && (before.state.equals("running") || before.state.equals("waiting"))) {
                return before;
            }
            begun.set(true);
            return Flow.of(address, "running", null);
        });
        if (begun.get()) {
            steps.note(address, "The server demands a login", String.valueOf(required.getMessage()), true);
            var thread = Thread.ofVirtual()
                    .name("fairlead-console-login")
                    .unstarted(() -> login(server, address, required.url()));
            threads.put(server, thread);
            thread.start();
        }
        return toJson(server, now);
    }

    private void login(String server, String address, String page) {
        try {
            // What is opened leads there from an address of our own; who asks for the password is what counts.
            var where = where(page);
            host.login(server, url -> {
                boolean fit = where != null && PageAddress.host(url) != null;
                var detail =
                        fit ? "at %s, in the tab that you open".formatted(where) : "at no address that can be opened";
                steps.note(address, "Wait for you to log in", detail, fit);
                put(server, new Flow(address, "waiting", fit ? url : null, where, null));
                return fit;
            });
            steps.note(address, "Logged in", "the server is connected again", true);
            put(server, Flow.of(address, "done", "Logged in."));
        } catch (McpException failure) {
            LOG.log(Level.WARNING, "Logging in to '%s' failed".formatted(server), failure);
            failed(server, address, String.valueOf(failure.getMessage()));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            failed(server, address, "The console ended.");
        } catch (RuntimeException | Error defect) {
            LOG.log(Level.ERROR, "Logging in to '%s' failed because of a defect".formatted(server), defect);
            failed(server, address, "Something went wrong here; the log of the console says what.");
        }
    }

    /** Returns whose page it is, and at which port if that is not the usual one; null if it is none to open. */
    private static @Nullable String where(String page) {
        var name = PageAddress.host(page);
        int port = name == null ? -1 : URI.create(page).getPort();
        return port < 0 ? name : name + ":" + port;
    }

    private void failed(String server, String address, String words) {
        steps.note(address, "It failed", words, false);
        put(server, Flow.of(address, "failed", redactor.text(words)));
    }

    /** Gives back what lets us in, and connects anew. */
    public void logout(String server) throws InterruptedException {
        try {
            boolean ignored = host.logout(server);
        } catch (McpException untold) {
            // It is forgotten all the same.
            LOG.log(Level.WARNING, "The login at '%s' could not be given back".formatted(server), untold);
        }
        flows.remove(server);
        host.restart(server);
    }

    private void put(String server, Flow flow) {
        flows.put(server, flow);
        tell(server, flow);
    }

    private void tell(String server, Flow flow) {
        broadcast.tell("login", toJson(server, flow));
    }

    private ObjectNode toJson(String server, Flow flow) {
        var json = Json.object()
                .put("server", ServerIds.of(server))
                .put("state", flow.state)
                .put("url", flow.url)
                .put("urlHost", flow.urlHost);
        steps.addTo(flow.address, json.putArray("steps"));
        return json.put("message", flow.message);
    }

    /** Ends every login that goes on, and waits until that is so: what it was granted is kept, or not asked for. */
    @Override
    public void close() {
        threads.values().forEach(Thread::interrupt);
        var deadline = Deadline.after(PATIENCE);
        try {
            for (var thread : threads.values()) {
                if (!thread.join(deadline.remaining())) {
                    LOG.log(Level.WARNING, "A login does not end");
                }
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
