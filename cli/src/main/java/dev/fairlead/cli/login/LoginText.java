package dev.fairlead.cli.login;

import dev.fairlead.auth.AccountInfo;
import dev.fairlead.cli.frame.Columns;
import dev.fairlead.cli.frame.Url;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.ShellWord;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes who is logged in, for people; never a token. */
public final class LoginText {
    private LoginText() {}

    /** Returns the lines about one login. */
    static List<String> of(AccountInfo account) {
        var lines = new ArrayList<String>();
        lines.add("logged in to  " + Url.shown(account.server()));
        lines.add("by            " + account.issuer());
        if (!account.clientId().isEmpty()) {
            lines.add("as client     " + account.clientId());
        }
        lines.add("scopes        " + scopes(account));
        lines.add("until         " + end(account));
        return lines;
    }

    /** Returns the sentence about a login that was there before somebody wanted it. */
    static String already(AccountInfo account) {
        var server = Url.shown(account.server());
        return "already logged in to %s by %s; to log in anew, run %s first"
                .formatted(server, account.issuer(), ShellWord.command("fairlead logout " + ShellWord.of(server)));
    }

    /** Returns the line about a login that is over. */
    static String of(GivenBack outcome) {
        var account = outcome.account();
        var start = "logged out of %s; ".formatted(Url.shown(account.server()));
        if (outcome.takenBack()) {
            return "%s%s took the tokens back".formatted(start, account.issuer());
        }
        var problem = outcome.problem();
        return problem == null
                ? "%sthe tokens are forgotten here, but %s takes none back: who has a copy may use it until it ends (%s)"
                        .formatted(start, account.issuer(), end(account))
                : "%sthe tokens are forgotten here, but %s could not be told: %s"
                        .formatted(start, account.issuer(), problem.message());
    }

    /** Returns the lines of a table of logins. */
    static List<String> table(List<KnownLogin> logins) {
        if (logins.isEmpty()) {
            return List.of();
        }
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("SERVER", "BY", "SCOPES", "UNTIL"));
        logins.forEach(login -> rows.add(row(login)));
        return Columns.lines(rows);
    }

    private static List<String> row(KnownLogin login) {
        var account = login.account();
        return account == null
                ? List.of(Sanitizer.line(login.server()), "(type its whole URL to see more)", "", "")
                : List.of(
                        Sanitizer.line(login.server()),
                        Sanitizer.line(account.issuer()),
                        Sanitizer.line(scopes(account)),
                        login.usable() ? end(account) : end(account) + ", which is over");
    }

    private static String scopes(AccountInfo account) {
        return account.scopes().isEmpty()
                ? "-"
                : account.scopes().stream().sorted().collect(Collectors.joining(" "));
    }

    private static String end(AccountInfo account) {
        var end = account.expires();
        var words = end == null
                ? "an end that was not said"
                : end.truncatedTo(ChronoUnit.SECONDS).toString();
        return account.renewable() ? words + ", renewed by itself" : words;
    }
}
