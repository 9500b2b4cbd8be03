package dev.fairlead.bench.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.bench.contenders.Figure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ParticipantTest {
    private static final Duration LONG = Duration.ofSeconds(50);

    @TempDir
    Path folder;

    @Test
    void tellsItsFigures() throws Exception {
        try (var participant = start("read -r line; echo '{\"p50\":1.5,\"rate\":3}'; read -r line")) {
            assertThat(participant.ask("calls 1 1", LONG)).isEqualTo(Map.of(Figure.P50, 1.5, Figure.RATE, 3.0));
        }
    }

    @Test
    void hangsWhenItSaysNothing() throws Exception {
        try (var participant = start("while read -r line; do :; done")) {
            assertThatThrownBy(() -> participant.ask("calls 1 1", Duration.ofMillis(200)))
                    .isInstanceOf(Trouble.class)
                    .hasMessageStartingWith("hangs: ");
        }
    }

    @Test
    void tellsHowFarItCameBeforeItHung() throws Exception {
        try (var participant = start("read -r line; echo '{\"at\":7}'; read -r line")) {
            assertThatThrownBy(() -> participant.ask("many 9", Duration.ofSeconds(3)))
                    .isInstanceOf(Trouble.class)
                    .hasMessageStartingWith("hangs after 7 connections: ");
        }
    }

    @Test
    void failsForTheReasonItGives() throws Exception {
        try (var participant = start("read -r line; echo '{\"error\":\"too large\"}'; read -r line")) {
            assertThatThrownBy(() -> participant.ask("calls 1 1", LONG)).hasMessage("fails: too large");
        }
    }

    @Test
    void failsWhenItEnds() throws Exception {
        try (var participant = start("read -r line")) {
            assertThatThrownBy(() -> participant.ask("calls 1 1", LONG)).hasMessage("fails: its process has ended");
        }
    }

    @Test
    void failsWhenItSaysSomethingElse() throws Exception {
        try (var participant = start("read -r line; echo hello; read -r line")) {
            assertThatThrownBy(() -> participant.ask("calls 1 1", LONG)).hasMessage("fails: it said hello");
        }
    }

    private Participant start(String script) throws Exception {
        return Participant.start(List.of("/bin/sh", "-c", script), Map.of("BENCH_TEXT", "4"), folder.resolve("log"));
    }
}
