package dev.fairlead.conformance.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Every client scenario of the official suite, in every revision that it knows, with those of all extensions. */
class OfficialSuiteTest {
    /** How many there are in the pinned version; another version is looked at by a person first. */
    private static final Map<String, Integer> SCENARIOS =
            Map.of("2025-03-26", 2, "2025-06-18", 5, "2025-11-25", 29, "2026-07-28", 43);

    private final List<Outcome> outcomes = new ArrayList<>();

    @TestFactory
    Stream<DynamicNode> scenarios() throws IOException, InterruptedException {
        whyNot().ifPresent(OfficialSuiteTest::skip);
        var suite = Suite.installed();
        var revisions = new ArrayList<DynamicNode>();
        for (var version : Suite.VERSIONS) {
            revisions.add(revision(suite, suite.list(version)));
        }
        return revisions.stream();
    }

    /** One at a time: some of them measure time. There is no list of failures that are expected. */
    private DynamicNode revision(Suite suite, Listing listing) {
        var tests = new ArrayList<DynamicNode>();
        for (var scenario : listing.scenarios()) {
            tests.add(dynamicTest(listing.version() + " " + scenario, () -> {
                var outcome = suite.run(listing.version(), scenario);
                outcomes.add(outcome);
                System.out.println(Report.line(outcome));
                assertThat(outcome.problems()).as(Report.line(outcome)).isEmpty();
            }));
        }
        tests.add(dynamicTest(listing.version() + " has all its scenarios", () -> {
            System.out.println(Report.sum(
                    listing.version(),
                    outcomes.stream()
                            .filter(outcome -> outcome.version().equals(listing.version()))
                            .toList()));
            assertThat(listing.scenarios()).hasSize(SCENARIOS.get(listing.version()));
        }));
        return dynamicContainer(listing.version(), tests);
    }

    private static Optional<String> whyNot() {
        if (!"on".equals(System.getProperty("fairlead.conformance.suite"))) {
            return Optional.of("the official conformance suite was not run; mvn verify -Pwhole runs it");
        }
        return Installation.missing().map(missing -> {
            var message = "SKIPPED: the official conformance suite was not run, because " + missing;
            if ("true".equalsIgnoreCase(System.getenv("CI"))) {
                throw new IllegalStateException(message + ", which is not acceptable where CI=true");
            }
            return message;
        });
    }

    private static void skip(String why) {
        System.out.println(why);
        Assumptions.abort(why);
    }
}
