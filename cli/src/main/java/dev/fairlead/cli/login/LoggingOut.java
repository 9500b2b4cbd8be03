package dev.fairlead.cli.login;

import dev.fairlead.auth.AccountInfo;
import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.KeptTokens;
import dev.fairlead.cli.frame.NobodyException;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.McpException;
import java.util.List;

/** The work of {@code fairlead logout}. */
public final class LoggingOut {
    private final List<String> words;
    private final ConnectionOptions options;
    private final Visit visit;

    LoggingOut(List<String> words, ConnectionOptions options, Visit visit) {
        this.words = words;
        this.options = options;
        this.visit = visit;
    }

    ExitCode run() {
        var attempt = Attempt.begin();
        return visit.attempt(
                attempt,
                targets -> {
                    options.refuseConversations(LogoutCommand.NAME);
                    return targets.url(words, LogoutCommand.NAME);
                },
                target -> logout(target, attempt));
    }

    private ExitCode logout(Target target, Attempt attempt) {
        var tokens = LoggingIn.kept(target);
        var account = tokens.account()
                .orElseThrow(() -> new NobodyException("nobody is logged in to %s".formatted(target.typed())));
        visit.printer().print(attempt, givenBack(tokens, account));
        return ExitCode.OK;
    }

    private GivenBack givenBack(KeptTokens tokens, AccountInfo account) {
        try {
            return new GivenBack(account, tokens.logout(), null);
        } catch (CallCancelledException interrupted) {
            throw interrupted;
        } catch (McpException untold) {
            return new GivenBack(account, false, visit.judge(untold));
        }
    }
}
