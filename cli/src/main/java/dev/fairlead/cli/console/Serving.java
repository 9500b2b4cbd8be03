package dev.fairlead.cli.console;

import dev.fairlead.agent.provider.Keys;
import dev.fairlead.agent.provider.Providers;
import dev.fairlead.auth.Browser;
import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.AuditFile;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.CredentialFile;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.LoginAccess;
import dev.fairlead.cli.frame.ModelKeys;
import dev.fairlead.cli.frame.OwnProgram;
import dev.fairlead.cli.frame.UnusableException;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.console.Console;
import dev.fairlead.console.model.Models;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Store;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.wire.http.HttpEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The work of {@code fairlead console}: stands behind the page until it is interrupted. */
final class Serving {
    private static final String DEMO = "demo";
    private static final int LAST_PORT = 65_535;
    private static final Duration A_WHILE = Duration.ofHours(1);

    private final Visit visit;
    private final List<Path> files;
    private final @Nullable Integer port;
    private final boolean opening;

    Serving(Visit visit, List<Path> files, @Nullable Integer port, boolean opening) {
        this.visit = visit;
        this.files = files;
        this.port = port;
        this.opening = opening;
    }

    ExitCode run() {
        return visit.stay(Attempt.begin(), this::serve);
    }

    private ExitCode serve() {
        visit.refuseServer(ConsoleCommand.NAME);
        if (port != null && (port < 1 || port > LAST_PORT)) {
            throw new UsageException("--port is between 1 and %s, not %s".formatted(LAST_PORT, port));
        }
        try (var store = ConfiguredServers.store(visit.surroundings());
                var console = start(store)) {
            tell(console);
            stay(console);
        }
        return ExitCode.OK;
    }

    private Console start(Store store) {
        var surroundings = visit.surroundings();
        var credentials = new CredentialFile(surroundings);
        var keys = new ModelKeys(surroundings, visit::warn);
        var providers = new Providers(HttpEngine.shared(), new Keys(surroundings.environment(), keys));
        var builder = Console.builder()
                .home(Objects.requireNonNull(credentials.file().getParent(), "it is in a folder"))
                .userHome(ConfiguredServers.home())
                .search(ConfiguredServers.search(surroundings, files))
                .environment(surroundings.environment())
                .messages(visit::warn)
                .models(Models.of(providers, keys.use()))
                .builtIn(DEMO, DemoServer.command())
                .program(OwnProgram.of(surroundings))
                .host(host -> host.store(store)
                        .audit(AuditFile.of(surroundings))
                        .tokens(credentials.open())
                        .secrets(ConfiguredServers.keptSecrets(surroundings))
                        .logins(oauth -> oauth.clientName(LoginAccess.CLIENT_NAME)));
        if (port != null) {
            builder.port(port);
        }
        try {
            return builder.start();
        } catch (IOException refused) {
            var unusable = new UnusableException(
                    ExitCode.UNREACHABLE, "the console cannot be started: " + refused.getMessage());
            unusable.initCause(refused);
            throw unusable;
        }
    }

    private void tell(Console console) {
        var url = console.url();
        visit.printer().stream(
                page -> page.line(url), Json.object().put("success", true).put("url", url));
    }

    private void stay(Console console) {
        try (var opened = opening ? open(console) : new Browser.Opened(true, () -> {})) {
            if (!opened.asked()) {
                visit.warn("no browser could be opened; open the address above in one");
            }
            if (visit.surroundings().desktop().attended()) {
                visit.warn("the console runs until you press Ctrl-C; whoever has its address can use it");
            }
            visit.surroundings().interruption().pause(Console.ONCE_WITHIN);
            opened.end().run(); // The browser would come too late now.
            stayUntilInterrupted();
        }
    }

    /** Opens a browser with an address that serves once; what leads it here is taken away when it came. */
    private Browser.Opened open(Console console) {
        var used = new CompletableFuture<Boolean>();
        var opened =
                visit.surroundings().desktop().browser().openPrivately(console.urlForOnce(() -> used.complete(true)));
        var ignored = used.thenRun(opened::close);
        return opened;
    }

    /** Nothing is to be done here: the page asks, and the console has threads of its own. */
    private void stayUntilInterrupted() {
        var interruption = visit.surroundings().interruption();
        do {
            interruption.pause(A_WHILE);
        } while (!Thread.interrupted()); // Not left interrupted: what is open is closed in order.
    }
}
