package dev.fairlead.cli;

import dev.fairlead.auth.AccountInfo;
import dev.fairlead.client.McpClient;
import java.util.List;
import java.util.Optional;

/** The work of {@code fairlead login}. */
final class LoggingIn {
    private final List<String> words;
    private final List<String> scopes;
    private final Visit visit;
    private Optional<AccountInfo> before = Optional.empty();
    private Optional<KeptTokens> tokens = Optional.empty();

    /**
     * Prepares it.
     *
     * @param scopes what the login has to cover
     */
    LoggingIn(List<String> words, List<String> scopes, Visit visit) {
        this.words = words;
        this.scopes = scopes;
        this.visit = visit;
    }

    ExitCode run() {
        return visit.make(Attempt.begin(LoginCommand.NAME), this::target, this::login);
    }

    private Target target(Targets targets) {
        var target = targets.only(words, LoginCommand.NAME);
        var kept = kept(target, LoginCommand.NAME);
        before = kept.account();
        if (before.filter(account -> !account.scopes().containsAll(scopes)).isPresent()) {
            // Nobody is asked for more while what there is suffices.
            boolean ignored = kept.logout();
            before = Optional.empty();
        }
        tokens = Optional.of(kept);
        return target;
    }

    /** Returns what is kept for a server, if it is one to log in to. */
    static KeptTokens kept(Target target, String verb) {
        if (target.tokens() == null) {
            throw new UsageException(
                    Url.isHttp(target.typed())
                            ? "what was typed already says who is asking; drop the header Authorization, or the user"
                                    + " name in the URL"
                            : "only servers with a URL know logins; type 'fairlead %s URL'".formatted(verb));
        }
        return target.tokens();
    }

    private ExitCode login(McpClient client, Attempt attempt, Printer printer) {
        var kept = tokens.orElseThrow();
        if (kept.account().isEmpty() && client.server().capabilities().tools()) {
            var ignored = client.listTools(); // Some servers let everybody in, but no further.
        }
        var account = kept.account();
        if (!account.equals(before)) {
            kept.remember();
        }
        printer.loggedIn(attempt, account.orElse(null));
        return ExitCode.OK;
    }
}
