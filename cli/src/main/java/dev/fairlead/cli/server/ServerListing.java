package dev.fairlead.cli.server;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.CredentialFile;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.LoginAccess;
import dev.fairlead.cli.frame.UnusableException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.question.Dialogue;
import dev.fairlead.cli.text.Count;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.host.Host;
import dev.fairlead.host.ServerStatus;
import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.wire.Deadline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The work of {@code fairlead servers}. */
public final class ServerListing {
    private final ConfigOptions config;
    private final Duration patience;
    private final Visit visit;

    ServerListing(ConfigOptions config, Duration patience, Visit visit) {
        this.config = config;
        this.patience = patience;
        this.visit = visit;
    }

    ExitCode run() {
        var attempt = Attempt.begin();
        return visit.stay(attempt, () -> list(attempt));
    }

    private ExitCode list(Attempt attempt) {
        visit.refuseServer(ServersCommand.NAME);
        var surroundings = visit.surroundings();
        var files = config.files();
        var search = ConfiguredServers.search(surroundings, files);
        var tokens = new CredentialFile(surroundings).open();
        try (var store = ConfiguredServers.store(surroundings);
                var host = Host.builder()
                        .configured(search)
                        .store(store)
                        .tokens(tokens)
                        .secrets(ConfiguredServers.keptSecrets(surroundings))
                        // Some servers have tools only for clients that can be asked.
                        .clients(client -> client.handlers(Dialogue.declining()))
                        .logins(oauth -> oauth.clientName(LoginAccess.CLIENT_NAME))
                        .open()) {
            var servers = settled(host);
            // Before anything is ended: that may take a while.
            return print(attempt, host, servers, search, files);
        }
    }

    /**
     * Waits until every server has been either usable or not about to be, or for as long as one may wait. What is tried
     * again meanwhile is as it was: the reason is worth more than the news of another attempt.
     */
    private List<ServerStatus> settled(Host host) {
        var decided = new HashMap<String, ServerStatus>();
        var deadline = Deadline.after(patience);
        try (var feed = host.events().subscribe()) {
            note(host, decided);
            while (decided.size() < host.servers().size() && !deadline.passed()) {
                var ignored = feed.next(deadline.remaining());
                note(host, decided);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("starting", "all", false);
        }
        return host.servers().stream()
                .map(server -> decided.getOrDefault(server.name(), server))
                .toList();
    }

    private static void note(Host host, Map<String, ServerStatus> decided) {
        host.servers().stream()
                .filter(server -> isDecided(host, server))
                .forEach(server -> decided.put(server.name(), server));
    }

    /** One that starts by itself is idle for a moment only. */
    private static boolean isDecided(Host host, ServerStatus server) {
        return switch (server.state()) {
            case "connecting" -> false;
            case "idle" ->
                host.configuration()
                        .server(server.name())
                        .filter(one -> one.start() == ServerConfig.StartMode.EAGER)
                        .isEmpty();
            default -> true;
        };
    }

    private ExitCode print(
            Attempt attempt, Host host, List<ServerStatus> servers, ConfigSearch search, List<Path> files) {
        var remedies = new Remedies(files, patience);
        var rows = servers.stream()
                .map(server -> new ServersReport.Row(server, remedies.of(server)))
                .toList();
        var problems = host.configuration().problems();
        boolean broken = problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
        var places = search.places().stream().map(ConfigSearch.Place::file).toList();
        var failure = failure(rows, broken);
        if (visit.verbose()) {
            tellErrorLines(host);
        }
        visit.printer().print(attempt, new ServersReport(rows, problems, places, failure));
        return failure == null ? ExitCode.OK : failure.exitCode();
    }

    private @Nullable Failure failure(List<ServersReport.Row> rows, boolean broken) {
        var used = rows.stream().filter(row -> !row.disabled()).toList();
        long unusable = used.stream().filter(row -> !row.usable()).count();
        if (unusable == 0 && !broken) {
            return null;
        }
        var words = unusable == 0
                ? "the configuration has mistakes"
                : "%s of %s cannot be used%s"
                        .formatted(
                                unusable,
                                Count.of(used.size(), "server"),
                                broken ? ", and the configuration has mistakes" : "");
        return visit.judge(
                new UnusableException(unusable == 0 ? ExitCode.BAD_CONFIGURATION : ExitCode.UNREACHABLE, words));
    }

    private void tellErrorLines(Host host) {
        var err = visit.surroundings().err();
        host.events().history().forEach(numbered -> {
            if (numbered.event() instanceof HostEvent.Stderr line) {
                err.println(Sanitizer.line("[%s stderr] %s".formatted(line.server(), line.line())));
            }
        });
        err.flush();
    }
}
