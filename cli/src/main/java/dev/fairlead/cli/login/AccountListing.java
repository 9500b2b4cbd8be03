package dev.fairlead.cli.login;

import dev.fairlead.auth.OAuth;
import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.CredentialFile;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.NobodyException;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.protocol.error.StartRefusedException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The work of {@code fairlead whoami}. */
public final class AccountListing {
    private final List<String> words;
    private final ConfigOptions config;
    private final Visit visit;
    private final InstantSource clock;

    AccountListing(List<String> words, ConfigOptions config, Visit visit, InstantSource clock) {
        this.words = words;
        this.config = config;
        this.visit = visit;
        this.clock = clock;
    }

    ExitCode run() {
        var attempt = Attempt.begin();
        return words.isEmpty() && visit.surroundings().serverCommand() == null
                ? visit.attempt(attempt, () -> all(attempt))
                : visit.attempt(
                        attempt, targets -> targets.url(words, WhoamiCommand.NAME), target -> one(target, attempt));
    }

    private ExitCode one(Target target, Attempt attempt) {
        var tokens = LoggingIn.kept(target);
        var logins = tokens.account().stream()
                .map(account -> KnownLogin.of(account, clock.instant()))
                .toList();
        return print(logins, " to " + target.typed(), target.typed(), attempt);
    }

    private ExitCode all(Attempt attempt) {
        if (!config.files().isEmpty()) {
            return print(configured(), "", "SERVER" + ConfigOptions.again(config.files()), attempt);
        }
        var file = new CredentialFile(visit.surroundings());
        return print(file.exists() ? logins(file) : List.of(), "", "URL", attempt);
    }

    /** Looks at the servers of the files that were typed alone; those that cannot be found out are told. */
    private List<KnownLogin> configured() {
        var names = ConfiguredServers.read(visit.surroundings(), config.files()).configuration().servers().stream()
                .filter(server -> server.enabled() && server.endpoint() instanceof Endpoint.Address)
                .map(ServerConfig::name)
                .toList();
        var logins = new ArrayList<KnownLogin>();
        try (var targets = visit.targets()) {
            for (var name : names) {
                try {
                    var tokens = targets.url(List.of(name), WhoamiCommand.NAME).tokens();
                    if (tokens != null) {
                        tokens.account().ifPresent(account -> logins.add(KnownLogin.of(account, clock.instant())));
                    }
                } catch (UsageException | StartRefusedException | ConfigurationException unknown) {
                    visit.warn("server '%s': %s".formatted(name, unknown.getMessage()));
                }
            }
        }
        return logins;
    }

    private List<KnownLogin> logins(CredentialFile file) {
        var oauth = OAuth.builder().store(file.open()).build();
        return oauth.servers().stream()
                .map(server -> oauth.account(server)
                        .map(account -> KnownLogin.of(account, clock.instant()))
                        .orElseGet(() -> KnownLogin.to(server)))
                .toList();
    }

    private ExitCode print(List<KnownLogin> logins, String where, String typed, Attempt attempt) {
        var failure = logins.stream().anyMatch(KnownLogin::usable) ? null : nobody(logins, where, typed);
        visit.printer().print(attempt, new Accounts(logins, failure));
        return failure == null ? ExitCode.OK : failure.exitCode();
    }

    private Failure nobody(List<KnownLogin> logins, String where, String typed) {
        return visit.judge(new NobodyException("nobody is logged in%s%s; run %s"
                .formatted(where, logins.isEmpty() ? "" : " any more", ShellWord.command("fairlead login " + typed))));
    }
}
