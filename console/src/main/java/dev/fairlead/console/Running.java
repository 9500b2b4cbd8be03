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
import dev.fairlead.console.keep.FolderLock;
import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.keep.NotKeptException;
import dev.fairlead.console.keep.Saver;
import dev.fairlead.console.keep.Settings;
import dev.fairlead.console.login.LoginSteps;
import dev.fairlead.console.login.Logins;
import dev.fairlead.console.metrics.Metrics;
import dev.fairlead.console.question.Approvals;
import dev.fairlead.console.question.Questions;
import dev.fairlead.console.server.Servers;
import dev.fairlead.console.server.Subscriptions;
import dev.fairlead.console.text.Version;
import dev.fairlead.console.traffic.CallThreads;
import dev.fairlead.console.traffic.TrafficLog;
import dev.fairlead.console.web.Access;
import dev.fairlead.console.web.ConsoleFront;
import dev.fairlead.console.web.PageFiles;
import dev.fairlead.console.web.SandboxFront;
import dev.fairlead.host.Host;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A console at work: all its parts, put together. */
final class Running implements AutoCloseable {
    private static final String APPS = "io.modelcontextprotocol/ui";

    private final Place place;
    private final Access access;
    private final Opened opened;

    private Running(Place place, Access access, Opened opened) {
        this.place = place;
        this.access = access;
        this.opened = opened;
    }

    /** Takes the folder and the ports first, so that nothing is started for a console that cannot be. */
    static Running start(ConsoleSettings settings) throws IOException {
        var opened = new Opened();
        boolean started = false;
        try {
            var keep = Keep.in(Keep.below(settings.home()));
            var lock = FolderLock.of(keep);
            opened.add("the folder", lock::close);
            var place = Place.of(keep, settings.port(), settings.messages());
            opened.add("the ports", place::close);
            lock.at(place.url());
            var broadcast = new Broadcast(UUID.randomUUID().toString().substring(0, 8));
            var parts = parts(settings, keep, broadcast, place.sandboxUrl(), opened);
            int port = place.console().port();
            var access = new Access(keep, InstantSource.system(), port, settings.messages());
            var files = new PageFiles(settings.page());
            place.sandbox().serve(new SandboxFront(place.sandbox().port(), port, files));
            place.console().serve(new ConsoleFront(port, place.sandboxUrl(), access, files, Api.of(parts), broadcast));
            // First of all nobody asks for anything any more.
            opened.add("the ports", place::close);
            opened.add("the events", broadcast::close);
            started = true;
            return new Running(place, access, opened);
        } catch (NotKeptException failure) {
            throw new IOException(
                    "the console could not be started: %s. See that the disk has room and that the folder may be written"
                            .formatted(failure.getMessage()),
                    failure);
        } finally {
            if (!started) {
                opened.close();
            }
        }
    }

    private static Parts parts(
            ConsoleSettings settings, Keep keep, Broadcast broadcast, String sandboxUrl, Opened opened) {
        var saver = new Saver(keep);
        opened.add("what is to be kept", saver::close);
        var threads = new CallThreads();
        var redactor = Redactor.usual();
        var approvals = new Approvals(broadcast);
        var known = new AtomicReference<@Nullable Host>();
        Supplier<Host> host = () -> Objects.requireNonNull(known.get(), "the host is opened soon");
        var calls = new Calls(host, broadcast, approvals, threads, saver, keep.read(History.name()));
        var metrics = new Metrics(broadcast, InstantSource.system());
        calls.onEnd(metrics::count);
        calls.onMeasured(metrics::measured);
        var tasks = new Tasks(host, calls.history(), broadcast);
        calls.onTraffic(tasks);
        calls.onEnd(tasks::ended);
        var traffic = new TrafficLog(redactor, broadcast, threads, calls);
        opened.add("the traffic", traffic::close);
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
                    .identity("fairlead-console", Version.OURS)
                    .extension(APPS, apps)
                    .tasks()
                    .checkResults(false);
        });
        var places =
                new Servers.Places(settings.search(), settings.userHome(), settings.environment(), settings.builtIn());
        var servers = new Servers(builder, places, keep, broadcast, traffic, one -> {
            opened.add("the host", one::close);
            known.set(one);
        });
        opened.add("the servers", servers::close);
        questions.whenUnread(servers::note);
        servers.whenGone(questions::forget);
        var kept = new Settings(keep, broadcast);
        // Servers may ask questions because of calls, and calls are made by conversations: each ends before the next.
        opened.add("the questions", questions::close);
        opened.add("the calls", calls::close);
        var chats = new Chats(servers.host(), settings.models(), kept, calls, approvals, broadcast, keep, saver);
        opened.add("the conversations", chats::close);
        var logins = new Logins(servers.host(), broadcast, steps, redactor);
        opened.add("the logins", logins::close);
        var subscriptions = new Subscriptions(servers.host(), broadcast);
        opened.add("the subscriptions", subscriptions::close);
        var apps = new Apps(servers.host(), keep);
        servers.editing().whenGone(apps::forget);
        servers.editing().whenGone(name -> calls.remembered().changed());
        servers.problems().tell(settings.messages());
        servers.connectKept();
        return new Parts(
                Version.OURS,
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
                subscriptions,
                metrics,
                logins,
                apps,
                settings.program());
    }

    String url() {
        return url(access.token());
    }

    String urlForOnce(Runnable whenUsed) {
        return url(access.pass(whenUsed));
    }

    private String url(String token) {
        return place.url() + "?token=" + token;
    }

    int port() {
        return place.console().port();
    }

    @Override
    public void close() {
        opened.close();
    }
}
