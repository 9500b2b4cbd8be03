package dev.fairlead.conformance.suite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What came of one scenario in one revision.
 *
 * @param run how the suite's own process ended; its status counts warnings, timeouts and the client's exit status
 * @param checks what it wrote about the client
 */
record Outcome(String version, String scenario, Program.Ending run, List<Check> checks, Duration took) {
    private static final Pattern CLIENT_STATUS = Pattern.compile("(?m)^Client exited with code (-?\\d+)");

    /** Copies the collections. */
    Outcome {
        checks = List.copyOf(checks);
    }

    /** Tells what speaks against it; empty if it passed. */
    List<String> problems() {
        var problems = new ArrayList<String>();
        if (run.timedOut()) {
            problems.add("the client, or the suite itself, took too long and was killed");
        } else if (run.status() != 0) {
            problems.add("the suite ended with exit status " + run.status());
        }
        if (run.output().contains("CLIENT TIMED OUT")) {
            problems.add("the client timed out");
        }
        var client = CLIENT_STATUS.matcher(run.output());
        if (run.status() != 0 && client.find()) {
            problems.add("the client ended with exit status " + client.group(1));
        }
        checks.stream().filter(Check::failed).map(Check::toString).forEach(problems::add);
        // The suite itself is content with a client that does nothing, as long as nothing fails.
        if (judgedChecks() == 0) {
            problems.add("nothing was checked (%s skipped)"
                    .formatted(checks.stream().filter(Check::skipped).count()));
        }
        return problems;
    }

    /** Tells whether nothing speaks against it. */
    boolean passed() {
        return problems().isEmpty();
    }

    /** Counts the checks that passed. */
    long passedChecks() {
        return checks.stream().filter(Check::passed).count();
    }

    /** Counts the checks that passed or failed. */
    long judgedChecks() {
        return passedChecks() + checks.stream().filter(Check::failed).count();
    }
}
