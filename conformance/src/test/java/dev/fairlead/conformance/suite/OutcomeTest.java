package dev.fairlead.conformance.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The strict rule. */
class OutcomeTest {
    private static final Program.Ending GOOD = new Program.Ending(false, 0, "OVERALL: PASSED");

    private static Outcome outcome(Program.Ending run, String... statuses) {
        var checks = Stream.of(statuses)
                .map(status -> new Check("id-" + status, "Name", status, "because"))
                .toList();
        return new Outcome("2026-07-28", "tools_call", run, checks, Duration.ofMillis(1500));
    }

    @Test
    void somethingMustHaveSucceededAndNothingFailed() {
        var outcome = outcome(GOOD, "SUCCESS", "INFO", "SKIPPED", "SUCCESS");

        assertThat(outcome.problems()).isEmpty();
        assertThat(outcome.passedChecks()).isEqualTo(2);
        assertThat(outcome.judgedChecks()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"FAILURE", "WARNING", "NEWS"})
    void anythingElseThanSuccessFails(String status) {
        var outcome = outcome(GOOD, "SUCCESS", status);

        assertThat(outcome.problems()).singleElement().asString().contains(status, "because");
        assertThat(outcome.judgedChecks()).isEqualTo(2);
    }

    @Test
    void nothingCheckedIsAFailure() {
        assertThat(outcome(GOOD, "SKIPPED", "INFO").problems()).containsExactly("nothing was checked (1 skipped)");
        assertThat(outcome(GOOD).passed()).isFalse();
    }

    @Test
    void theExitStatusOfTheSuiteCounts() {
        var run = new Program.Ending(false, 1, "...\nClient exited with code 3\n...");

        assertThat(outcome(run, "SUCCESS").problems())
                .containsExactly("the suite ended with exit status 1", "the client ended with exit status 3");
    }

    @Test
    void aTimeoutFails() {
        assertThat(outcome(new Program.Ending(true, -1, ""), "SUCCESS").passed())
                .isFalse();
        assertThat(outcome(new Program.Ending(false, 0, "CLIENT TIMED OUT"), "SUCCESS")
                        .passed())
                .isFalse();
    }

    @Test
    void checksAreReadAsTheSuiteWritesThem() {
        var json = Json.parse("{\"id\":\"a\",\"name\":\"N\",\"status\":\"WARNING\",\"description\":\"d\"}");

        assertThat(Check.from(json)).isEqualTo(new Check("a", "N", "WARNING", "d"));
    }

    @Test
    void scenariosOfExtensionsBelongToNoRevision() {
        var listing = Listing.read("2025-11-25", """
            Client scenarios (test against a client):
              - initialize [2025-06-18,2025-11-25]
              - auth/basic-cimd [2025-11-25,2026-07-28]
              - sep-2640-client-no-prefetch [extension]
              - sse-retry [2025-11-25]
            """);

        assertThat(listing.scenarios()).containsExactly("initialize", "auth/basic-cimd", "sse-retry");
    }

    @Test
    void scenariosOfExtensionsAreAdded() {
        var listing = Listing.read("2026-07-28", "  - tools_call [2026-07-28]").withExtensions("""
            Client scenarios (test against a client):
              - initialize [2025-06-18,2025-11-25]
              - auth/dpop [extension]
              - sep-2640-client-no-prefetch [extension]
            """);

        assertThat(listing.scenarios()).containsExactly("tools_call", "auth/dpop", "sep-2640-client-no-prefetch");
    }

    @Test
    void theLastLineSumsUp() {
        var outcomes = List.of(outcome(GOOD, "SUCCESS", "SUCCESS"), outcome(GOOD, "SUCCESS", "FAILURE"));

        assertThat(Report.sum("2026-07-28", outcomes)).isEqualTo("conformance 2026-07-28: 1/2 scenarios, 3/4 checks");
        assertThat(Report.line(outcomes.getLast())).contains("FAIL", "1/2", "1.5 s", "\n    FAILURE id-FAILURE");
    }
}
