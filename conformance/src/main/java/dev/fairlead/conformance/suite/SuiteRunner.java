package dev.fairlead.conformance.suite;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The command for people: runs the scenarios of one revision, or of all, and prints how they went. */
public final class SuiteRunner {
    private SuiteRunner() {}

    /** Runs the scenarios; the arguments are a revision and a pattern for their names, both optional. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var versions = arguments.length > 0 && !arguments[0].equals("all") ? List.of(arguments[0]) : Suite.VERSIONS;
        var wanted = Pattern.compile(arguments.length > 1 ? arguments[1] : "");
        var missing = Installation.missing();
        if (missing.isPresent() || arguments.length > 2 || !Suite.VERSIONS.containsAll(versions)) {
            System.err.println(missing.map("conformance: nothing was run, because %s"::formatted)
                    .orElse("usage: conformance/run [all|%s] [scenario-regex]"
                            .formatted(String.join("|", Suite.VERSIONS))));
            System.exit(2);
        }
        var suite = Suite.installed();
        var outcomes = new ArrayList<Outcome>();
        for (var version : versions) {
            outcomes.addAll(run(suite, suite.list(version), wanted));
        }
        boolean nothing = outcomes.isEmpty() && arguments.length > 1;
        if (nothing) {
            System.err.println("conformance: no scenario is called like " + wanted);
        }
        System.exit(!nothing && outcomes.stream().allMatch(Outcome::passed) ? 0 : 1);
    }

    private static List<Outcome> run(Suite suite, Listing listing, Pattern wanted)
            throws IOException, InterruptedException {
        var outcomes = new ArrayList<Outcome>();
        for (var scenario : listing.scenarios()) {
            if (wanted.matcher(scenario).find()) {
                var outcome = suite.run(listing.version(), scenario);
                System.out.println(Report.line(outcome));
                outcomes.add(outcome);
            }
        }
        System.out.println("results: " + suite.results().resolve(listing.version()));
        System.out.println(Report.sum(listing.version(), outcomes));
        return outcomes;
    }
}
