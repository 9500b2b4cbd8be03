package dev.fairlead.conformance.suite;

import java.util.List;
import java.util.Locale;

/** What people read about the scenarios of one revision. */
final class Report {
    private Report() {}

    /** Writes a line about one scenario, and further ones if it failed. */
    static String line(Outcome outcome) {
        var text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-10s  %-44s  %s  %5s  %5.1f s",
                outcome.version(),
                outcome.scenario(),
                outcome.passed() ? "pass" : "FAIL",
                outcome.passedChecks() + "/" + outcome.judgedChecks(),
                outcome.took().toMillis() / 1000.0));
        outcome.problems().forEach(problem -> text.append("\n    ").append(problem));
        return text.toString();
    }

    /** Writes the sum of a revision. */
    static String sum(String version, List<Outcome> outcomes) {
        return "conformance %s: %s/%s scenarios, %s/%s checks"
                .formatted(
                        version,
                        outcomes.stream().filter(Outcome::passed).count(),
                        outcomes.size(),
                        outcomes.stream().mapToLong(Outcome::passedChecks).sum(),
                        outcomes.stream().mapToLong(Outcome::judgedChecks).sum());
    }
}
