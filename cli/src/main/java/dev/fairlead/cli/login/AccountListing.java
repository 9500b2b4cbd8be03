package dev.fairlead.cli.login;

import dev.fairlead.auth.OAuth;
import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.CredentialFile;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.NobodyException;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Visit;
import java.time.InstantSource;
import java.util.List;

/** The work of {@code fairlead whoami}. */
public final class AccountListing {
    private final List<String> words;
    private final Visit visit;
    private final InstantSource clock;

    AccountListing(List<String> words, Visit visit, InstantSource clock) {
        this.words = words;
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
        var file = new CredentialFile(visit.surroundings());
        return print(file.exists() ? logins(file) : List.of(), "", "URL", attempt);
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
        return visit.judge(new NobodyException("nobody is logged in%s%s; run 'fairlead login %s'"
                .formatted(where, logins.isEmpty() ? "" : " any more", typed)));
    }
}
