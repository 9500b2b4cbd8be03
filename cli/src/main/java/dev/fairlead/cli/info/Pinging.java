package dev.fairlead.cli.info;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Milliseconds;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Targets;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.error.McpException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The work of {@code fairlead ping}. */
public final class Pinging {
    private final List<String> words;
    private final int count;
    private final Duration interval;
    private final Visit visit;

    Pinging(List<String> words, int count, Duration interval, Visit visit) {
        this.words = words;
        this.count = count;
        this.interval = interval;
        this.visit = visit;
    }

    ExitCode run() {
        return visit.make(Attempt.begin(), this::target, this::ping);
    }

    private Target target(Targets targets) {
        if (count < 1) {
            throw new UsageException("--count is at least 1, not " + count);
        }
        return targets.only(words, PingCommand.NAME);
    }

    private ExitCode ping(McpClient client, Attempt attempt, Printer printer) {
        printer.now(page -> page.line("PING %s: %s over %s, connected in %s"
                .formatted(
                        attempt.label(),
                        ReportText.identity(attempt.server()),
                        client.opening().transport(),
                        Milliseconds.text(client.opening().took()))));
        var pings = new ArrayList<Ping>();
        Failure last = null;
        boolean answered = false;
        while (pings.size() < count) {
            if (!pings.isEmpty()) {
                visit.surroundings().interruption().pause(interval);
            }
            var ping = once(client, pings.size() + 1);
            last = ping.failure();
            if (last != null && last.exitCode() == ExitCode.INTERRUPTED) {
                answered = false;
                break;
            }
            answered |= last == null;
            pings.add(ping);
            printer.now(page -> page.line(ping.line()));
        }
        printer.print(attempt, new Pings(pings, answered ? null : last));
        return answered || last == null ? ExitCode.OK : last.exitCode();
    }

    private Ping once(McpClient client, int number) {
        try {
            return new Ping(number, client.ping(), null);
        } catch (McpException failure) {
            return new Ping(number, null, visit.judge(failure));
        }
    }
}
