package dev.fairlead.cli.info;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.info.ServerReport.Finding;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.error.McpException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** The work of {@code fairlead info}. */
public final class Inspection {
    private final List<String> words;
    private final Visit visit;

    Inspection(List<String> words, Visit visit) {
        this.words = words;
        this.visit = visit;
    }

    ExitCode run() {
        return visit.make(Attempt.begin(), targets -> targets.only(words, InfoCommand.NAME), this::inspect);
    }

    private ExitCode inspect(McpClient client, Attempt attempt, Printer printer) {
        var ping = ping(client);
        var lists = lists(client);
        var report = new ServerReport(
                client.server(), client.opening(), ping, lists, client.leftOutTools(), client.violations());
        printer.print(attempt, new Inspected(String.valueOf(attempt.label()), report));
        var failure = report.failure();
        return failure == null ? ExitCode.OK : failure.exitCode();
    }

    private Finding ping(McpClient client) {
        try {
            return new Finding("ping", null, client.ping(), null);
        } catch (McpException failure) {
            return new Finding("ping", null, null, tolerable(failure));
        }
    }

    private List<Finding> lists(McpClient client) {
        var offered = client.server().capabilities();
        var lists = new ArrayList<Finding>();
        if (offered.tools()) {
            lists.add(list("tools", () -> visit.learnt(client.listTools())));
        }
        if (offered.prompts()) {
            lists.add(list("prompts", client::listPrompts));
        }
        if (offered.resources()) {
            lists.add(list("resources", client::listResources));
            lists.add(list("resourceTemplates", client::listResourceTemplates));
        }
        return lists;
    }

    private Finding list(String what, Supplier<? extends Collection<?>> question) {
        long started = System.nanoTime();
        try {
            int count = question.get().size();
            return new Finding(what, count, Duration.ofNanos(System.nanoTime() - started), null);
        } catch (McpException failure) {
            return new Finding(what, null, null, tolerable(failure));
        }
    }

    /** A question without an answer is worth telling; one that nobody waits for any more is not. */
    private Failure tolerable(McpException problem) {
        var failure = visit.judge(problem);
        if (failure.exitCode() == ExitCode.INTERRUPTED) {
            throw problem;
        }
        return failure;
    }
}
