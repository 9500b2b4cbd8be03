package dev.fairlead.cli;

import dev.fairlead.auth.AccountInfo;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.client.Opening;
import dev.fairlead.client.ToolResult;
import dev.fairlead.host.config.ConfigFingerprint;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints for people. */
final class TextPrinter implements Printer {
    private static final int WIDEST_COLUMN = 48;

    private final PrintStream out;
    private final PrintStream err;
    private final boolean debug;

    TextPrinter(PrintStream out, PrintStream err, boolean debug) {
        this.out = out;
        this.err = err;
        this.debug = debug;
    }

    @Override
    public void tools(Attempt attempt, List<Tool> tools) {
        if (tools.isEmpty()) {
            complain("server '%s' has no tools".formatted(attempt.label()));
            return;
        }
        var signatures =
                tools.stream().map(tool -> Sanitizer.line(Signature.of(tool))).toList();
        int width = signatures.stream()
                .mapToInt(String::length)
                .filter(length -> length <= WIDEST_COLUMN)
                .max()
                .orElse(0);
        for (int i = 0; i < tools.size(); i++) {
            var signature = signatures.get(i);
            var padding = " ".repeat(Math.max(0, width - signature.length()));
            out.println((signature + padding + "  " + summary(tools.get(i))).stripTrailing());
        }
        out.flush();
    }

    @Override
    public void answer(Attempt attempt, ToolResult result) {
        var shown = shown(result);
        if (result.isError()) {
            var text = shown.isEmpty() ? "it does not say what is wrong" : String.join("\n", shown);
            complain("tool '%s' reported an error: %s".formatted(attempt.tool(), text.stripTrailing()));
            return;
        }
        for (var part : shown) {
            out.print(part.endsWith("\n") ? part : part + "\n");
        }
        out.flush();
    }

    @Override
    public void info(Attempt attempt, ServerReport report) {
        ReportText.of(attempt, report).forEach(out::println);
        out.flush();
        if (report.failure() != null) {
            failure(attempt, report.failure());
        }
    }

    @Override
    public void pinging(Attempt attempt, Opening opening) {
        out.println("PING %s: %s over %s, connected in %s"
                .formatted(
                        Sanitizer.line(String.valueOf(attempt.label())),
                        ReportText.identity(attempt.server()),
                        opening.transport(),
                        Milliseconds.text(opening.took())));
        out.flush();
    }

    @Override
    public void ping(Ping ping) {
        var failure = ping.failure();
        out.println(
                failure == null
                        ? "answer %d: %s".formatted(ping.number(), Milliseconds.text(ping.took()))
                        : "no answer %d: %s".formatted(ping.number(), Sanitizer.line(failure.message())));
        out.flush();
    }

    @Override
    public void pings(Attempt attempt, Pings pings) {
        var times = pings.answered() == 0
                ? ""
                : "; min/avg/max %s / %s / %s"
                        .formatted(
                                Milliseconds.text(pings.shortest()),
                                Milliseconds.text(pings.average()),
                                Milliseconds.text(pings.longest()));
        out.println("%d sent, %d answered%s".formatted(pings.all().size(), pings.answered(), times));
        out.flush();
        if (pings.failure() != null) {
            failure(attempt, pings.failure());
        }
    }

    @Override
    public void loggedIn(Attempt attempt, @Nullable AccountInfo account, boolean already) {
        var lines = account == null
                ? List.of("server '%s' lets everybody in; nobody needs to log in".formatted(attempt.label()))
                : LoginText.of(account);
        lines.forEach(line -> out.println(Sanitizer.line(line)));
        out.flush();
        if (account != null && already) {
            complain(LoginText.already(account));
        }
    }

    @Override
    public void loggedOut(Attempt attempt, GivenBack outcome) {
        out.println(Sanitizer.line(LoginText.of(outcome)));
        out.flush();
    }

    @Override
    public void accounts(Attempt attempt, List<KnownLogin> logins, @Nullable Failure failure) {
        LoginText.table(logins).forEach(out::println);
        out.flush();
        if (failure != null) {
            failure(attempt, failure);
        }
    }

    @Override
    public void servers(Attempt attempt, ServersReport report) {
        ServersText.of(report.rows()).forEach(out::println);
        out.flush();
        report.problems().forEach(problem -> complain(problem.text()));
        if (report.failure() != null) {
            failure(attempt, report.failure());
        } else if (report.rows().isEmpty()) {
            complain(ServersText.nothing(report.places()));
        }
    }

    @Override
    public void proposal(ConfigFingerprint proposal) {
        proposal.describe().forEach(line -> out.println(Sanitizer.line(line)));
        out.println("hash: " + proposal.hash());
        out.flush();
    }

    @Override
    public void approval(Attempt attempt, Approval approval, @Nullable Failure failure) {
        if (failure == null) {
            complain(approval.sentence());
        } else {
            failure(attempt, failure);
        }
    }

    @Override
    public void failure(Attempt attempt, Failure failure) {
        complain(failure.message());
        failure.alsoTried().forEach(other -> err.println("  also tried: " + Sanitizer.line(other)));
        err.flush();
        if (debug) {
            err.print(Sanitizer.text(failure.trace()));
            err.flush();
        }
    }

    private void complain(String sentence) {
        err.println(RootCommand.NAME + ": " + Sanitizer.text(sentence));
        err.flush();
    }

    private static List<String> shown(ToolResult result) {
        var shown = new ArrayList<String>();
        result.content().forEach(block -> shown.add(Sanitizer.text(ContentText.of(block))));
        if (result.text().isEmpty()) {
            result.structuredContent().ifPresent(value -> shown.add(Sanitizer.text(Json.write(value))));
        }
        return shown;
    }

    private static String summary(Tool tool) {
        var words = tool.description() == null ? "" : tool.description();
        return words.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .map(Sanitizer::line)
                .orElse("");
    }
}
