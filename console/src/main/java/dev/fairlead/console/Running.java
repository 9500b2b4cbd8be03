package dev.fairlead.console;

import dev.fairlead.console.api.Api;
import dev.fairlead.console.api.Parts;
import dev.fairlead.console.app.Apps;
import dev.fairlead.console.call.CallCauses;
import dev.fairlead.console.call.Calls;
import dev.fairlead.console.call.History;
import dev.fairlead.console.call.SavedCalls;
import dev.fairlead.console.call.Tasks;
import dev.fairlead.console.chat.Chats;
import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.keep.Saver;
import dev.fairlead.console.keep.Settings;
import dev.fairlead.console.login.LoginSteps;
import dev.fairlead.console.login.Logins;
import dev.fairlead.console.metrics.Metrics;
import dev.fairlead.console.question.Approvals;
import dev.fairlead.console.question.Questions;
import dev.fairlead.console.server.Servers;
import dev.fairlead.console.server.Subscriptions;
import dev.fairlead.console.traffic.CallThreads;
import dev.fairlead.console.traffic.TrafficLog;
import dev.fairlead.console.web.Access;
import dev.fairlead.console.web.ConsoleFront;
import dev.fairlead.console.web.Listener;
import dev.fairlead.console.web.PageFiles;
import dev.fairlead.console.web.SandboxFront;
import dev.fairlead.host.Host;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.net.BindException;
import java.time.InstantSource;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A console at work: all its parts, put together. */
final class Running implements AutoCloseable {
    private static final String VERSION = "0.1.0";
    private static final int TRIES = 5;
    private static final String APPS = "io.modelcontextprotocol/ui";

    private final Listener console;
    private final Listener sandbox;
    private final Access access;
    private final Parts parts;
    private final Saver saver;

    private Running(Listener console, Listener sandbox, Access access, Parts parts, Saver saver) {
        this.console = console;
        this.sandbox = sandbox;
        this.access = access;
        this.parts = parts;
        this.saver = saver;
    }

    static Running start(ConsoleSettings settings) throws IOException {
        for (int left = TRIES; ; left--) {
            try {
                return attempt(settings);
            } catch (BindException taken) {
                if (left == 0) {
                    throw taken;
                }
                // Somebody took the port between looking and listening: look again.
            }
        }
    }

    private static Running attempt(ConsoleSettings settings) throws IOException {
        var keep = Keep.in(settings.home().resolve("console"));
        var place = Place.of(keep, settings.port(), settings.messages());
        var broadcast = new Broadcast(UUID.randomUUID().toString().substring(0, 8));
        var saver = new Saver(keep);
        var sandboxUrl = "http://127.0.0.1:" + place.sandboxPort();
        var parts = parts(settings, keep, saver, broadcast, sandboxUrl);
        var access = new Access(keep, InstantSource.system());
        var files = new PageFiles(settings.page());
        @Nullable Listener sandbox = null;
        boolean started = false;
        try {
            sandbox = Listener.at(place.sandboxPort(), new SandboxFront(place.sandboxPort(), place.port(), files));
            var console = Listener.at(
                    place.port(), new ConsoleFront(place.port(), sandboxUrl, access, files, Api.of(parts), broadcast));
            started = true;
            return new Running(console, sandbox, access, parts, saver);
        } finally {
            if (!started) {
                if (sandbox != null) {
                    sandbox.close();
                }
                end(parts, saver);
            }
        }
    }

    private static Parts parts(
            ConsoleSettings settings, Keep keep, Saver saver, Broadcast broadcast, String sandboxUrl) {
        var threads = new CallThreads();
        var redactor = Redactor.usual();
        var approvals = new Approvals(broadcast);
        var opened = new AtomicReference<@Nullable Host>();
        Supplier<Host> host = () -> Objects.requireNonNull(opened.get(), "the host is opened soon");
        var calls = new Calls(host, broadcast, approvals, threads, saver, keep.read(History.name()));
        var metrics = new Metrics(broadcast, InstantSource.system());
        calls.onEnd(metrics::count);
        calls.onMeasured(metrics::measured);
        var tasks = new Tasks(host, calls.history(), broadcast);
        calls.onTraffic(tasks);
        var traffic = new TrafficLog(redactor, broadcast, threads, calls);
        var questions = new Questions(broadcast, settings.models(), new CallCauses(() -> calls));
        var steps = new LoginSteps(redactor);
        var builder = Host.builder()
                .logins(oauth -> oauth.clientName("Fairlead console").watcher(steps));
        settings.host().accept(builder);
        builder.redactor(redactor).watch(traffic).clients(profile -> {
            var apps = Json.object();
            apps.putArray("mimeTypes").add("text/html;profile=mcp-app");
            // The page shows what breaks a promise, and all the rest of it.
            profile.handlers(questions.handlers())
                    .identity("fairlead-console", VERSION)
                    .extension(APPS, apps)
                    .checkResults(false);
        });
        var places =
                new Servers.Places(settings.search(), settings.userHome(), settings.environment(), settings.builtIn());
        var servers = new Servers(builder, places, keep, broadcast, traffic, opened::set);
        var kept = new Settings(keep, broadcast);
        var chats = new Chats(servers.host(), settings.models(), kept, calls, approvals, broadcast, keep, saver);
        return new Parts(
                VERSION,
                sandboxUrl,
                broadcast,
                keep,
                kept,
                settings.models(),
                servers,
                calls,
                new SavedCalls(keep, broadcast),
                tasks,
                traffic,
                questions,
                approvals,
                chats,
                new Subscriptions(servers.host(), broadcast),
                metrics,
                new Logins(servers.host(), broadcast, steps, redactor),
                new Apps(servers.host(), keep));
    }

    String url() {
        return url(access.token());
    }

    String urlForOnce() {
        return url(access.pass());
    }

    private String url(String token) {
        return "http://127.0.0.1:%d/?token=%s".formatted(console.port(), token);
    }

    int port() {
        return console.port();
    }

    @Override
    public void close() {
        parts.broadcast().close();
        console.close();
        sandbox.close();
        end(parts, saver);
    }

    private static void end(Parts parts, Saver saver) {
        parts.subscriptions().close();
        parts.chats().close();
        parts.servers().close();
        parts.traffic().close();
        saver.close();
    }
}
