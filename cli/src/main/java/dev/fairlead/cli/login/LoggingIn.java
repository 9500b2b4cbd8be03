package dev.fairlead.cli.login;

import dev.fairlead.auth.AccountInfo;
import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.KeptTokens;
import dev.fairlead.cli.frame.LoginAccess;
import dev.fairlead.cli.frame.LoginOptions;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Targets;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.McpException;
import java.util.List;
import java.util.Optional;

/** The work of {@code fairlead login}. */
public final class LoggingIn {
    private final List<String> words;
    private final LoginOptions wished;
    private final Visit visit;
    private Optional<AccountInfo> before = Optional.empty();
    private Optional<KeptTokens> tokens = Optional.empty();

    /**
     * Prepares it.
     *
     * @param wished what the login has to be like
     */
    LoggingIn(List<String> words, LoginOptions wished, Visit visit) {
        this.words = words;
        this.wished = wished;
        this.visit = visit;
    }

    ExitCode run() {
        return visit.make(Attempt.begin().loggingIn(), this::target, this::login);
    }

    private Target target(Targets targets) {
        var target = targets.url(words, LoginCommand.NAME);
        var kept = kept(target);
        before = kept.account();
        if (before.isPresent() && !suffices(before.get())) {
            giveUp(kept);
            before = Optional.empty();
        }
        tokens = Optional.of(kept);
        return target;
    }

    private boolean suffices(AccountInfo account) {
        return wished.scopes.stream().allMatch(scope -> covers(account, scope))
                && (wished.clientId == null || wished.clientId.equals(account.clientId()))
                && (wished.issuer == null || wished.issuer.equals(account.issuer()));
    }

    /** The right to renew is asked for like a scope, but nobody says that it was granted other than by granting it. */
    private static boolean covers(AccountInfo account, String scope) {
        return account.scopes().contains(scope) || (scope.equals(LoginAccess.RENEWING) && account.renewable());
    }

    /** Nobody is asked for more, or for something else, while what there is lets them in. */
    private void giveUp(KeptTokens kept) {
        try {
            boolean ignored = kept.logout();
        } catch (CallCancelledException interrupted) {
            throw interrupted;
        } catch (McpException untold) {
            // It is forgotten all the same.
            visit.warn("the former login could not be given back: "
                    + visit.judge(untold).message());
        }
    }

    /** Returns what is kept for a server with a URL, if what was typed does not say who is asking. */
    static KeptTokens kept(Target target) {
        if (target.tokens() == null) {
            throw new UsageException("what was typed already says who is asking; drop the header Authorization, or the"
                    + " user name in the URL");
        }
        return target.tokens();
    }

    private ExitCode login(McpClient client, Attempt attempt, Printer printer) {
        var kept = tokens.orElseThrow();
        if (kept.account().isEmpty() && client.server().capabilities().tools()) {
            var ignored = client.listTools(); // Some servers let everybody in, but no further.
        }
        var account = kept.account();
        boolean already = before.isPresent() && !kept.remembered();
        if (!account.equals(before)) {
            kept.remember();
        }
        printer.print(attempt, new Account(String.valueOf(attempt.label()), account.orElse(null), already));
        return ExitCode.OK;
    }
}
