package dev.fairlead.console.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is noted of a server is counted, and bounded. */
final class ServerNotesTest {
    private final ServerNotes notes = new ServerNotes();

    private int restarts(String... states) {
        List.of(states).forEach(state -> notes.state("one", state));
        return notes.restarts("one");
    }

    @Test
    void aServerThatNeverComesUpIsRestartedEachTimeItIsTriedAgain() {
        assertThat(restarts("connecting", "waiting", "connecting", "waiting", "connecting"))
                .isEqualTo(2);
        assertThat(notes.attempt("one")).isEqualTo(3);
    }

    @Test
    void aServerThatIsLostIsRestarted() {
        assertThat(restarts("connecting", "ready", "waiting", "connecting", "ready"))
                .isEqualTo(1);
        assertThat(notes.attempt("one")).isZero();
    }

    @Test
    void whatSomebodyStopsAndStartsIsNotRestarted() {
        assertThat(restarts("connecting", "ready", "stopping", "stopped", "connecting", "ready"))
                .isZero();
    }

    @Test
    void whatIsSomethingElseNowWasNeverRestarted() {
        assertThat(restarts("connecting", "waiting", "connecting", "waiting")).isEqualTo(1);

        notes.renew("one");

        assertThat(restarts("connecting", "ready")).isZero();
        assertThat(restarts("waiting", "connecting")).isEqualTo(1);
    }

    @Test
    void aDecisionNamesOnceWhatItIsAbout() {
        assertThat(ServerNotes.decided("start", "start: sh -c true")).isEqualTo("start: sh -c true");
        assertThat(ServerNotes.decided("call add", "call: allowed, once")).isEqualTo("call add: allowed, once");
        assertThat(ServerNotes.decided("start", "denial: not started, no")).isEqualTo("start: denial: not started, no");
        assertThat(ServerNotes.decided("calling", "call")).isEqualTo("calling: call");
    }

    @Test
    void onlyTheLastLinesAreKeptAndLongOnesAreCut() {
        for (int i = 0; i < 5_000; i++) {
            notes.line("one", i, "log", "x".repeat(10_000) + i);
        }

        var lines = notes.toJson("one").path("lines");
        assertThat(lines.size()).isEqualTo(1_000);
        assertThat(lines.path(999).path("at").asLong()).isEqualTo(4_999);
        assertThat(lines.path(999).path("text").asString("")).hasSizeLessThan(4_100);
    }
}
