package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.error.McpException;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.process.SmallProgram;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client of little memory beside servers that send far too much: it lives, and keeps nothing of it. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("thorough")
class SmallHeapTest {
    private static final List<String> ON_HTTP = List.of(
            "huge-line --mb 64",
            "endless-line",
            "deep-nest",
            "deep-nest --objects 1",
            "value-bomb",
            "value-bomb --objects 1",
            "value-bomb --beside 1",
            "value-bomb --objects 1 --n 120000", // almost as many as may be read with so little memory
            "number-bomb",
            "progress-flood",
            "huge-list",
            "schema-bomb",
            "schema-redos",
            "mrtr-bomb",
            "image-bomb --mb 10",
            "server-request-flood",
            "list-changed-storm --n 50000",
            "http-status --body long",
            "http-gzip-bomb",
            "http-header-flood",
            "http-1xx-flood",
            "http-endless",
            "sse-huge-event");

    private static final List<String> AS_PROCESSES = List.of(
            "huge-line --mb 64",
            "endless-line",
            "noise --n 200000",
            "stderr-flood --mb 256",
            "progress-flood",
            "huge-list",
            "deep-nest",
            "value-bomb",
            "value-bomb --objects 1",
            "value-bomb --beside 1",
            "value-bomb --objects 1 --n 120000", // almost as many as may be read with so little memory
            "number-bomb");

    @Test
    void whateverIsTooMuchIsSurvivedAndForgotten() throws Exception {
        try (var client = SmallProgram.start(SmallClient.class)) {
            long most = client.visits("stdio ok") + SmallProgram.MAY_GROW_BY;
            for (var mode : AS_PROCESSES) {
                assertThat(client.visits("stdio " + mode)).as(mode).isLessThan(most);
            }
            for (var era : List.of("legacy", "modern")) {
                for (var mode : ON_HTTP) {
                    var words = (mode + " --era " + era).split(" ");
                    var options = List.of(words).subList(1, words.length).toArray(String[]::new);
                    try (var stage = HostileHttp.mode(words[0], options)) {
                        assertThat(client.visits("http %s (%s, %s)".formatted(stage.url(), mode, era)))
                                .as("%s, %s", mode, era)
                                .isLessThan(most);
                    }
                }
            }
        }
    }

    /** Goes to one server after the other, as it is told to. */
    static final class SmallClient implements SmallProgram.Visitor {
        private static final CallOptions SHORT = CallOptions.within(Duration.ofSeconds(3));

        @Override
        public String visit(String where) {
            try (var client = McpClient.connect(SmallProgram.transport(where, "S"))) {
                return attempted(() -> client.listTools(SHORT))
                        + attempted(() -> client.callTool("echo", Map.of("text", "x"), SHORT));
            } catch (McpException refused) {
                return "refused: " + refused.getMessage();
            }
        }

        /** Returns nothing if it went well, or failed as things fail; else what is wrong. */
        private static String attempted(Runnable action) {
            try {
                action.run();
            } catch (McpException failed) {
                for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
                    if (cause instanceof Error) {
                        return "broken: " + cause;
                    }
                }
            }
            return "";
        }
    }
}
