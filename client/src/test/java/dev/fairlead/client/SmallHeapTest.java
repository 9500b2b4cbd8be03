package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.error.McpException;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.HostileServer;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client of little memory beside servers that send far too much: it lives, and keeps nothing of it. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SmallHeapTest {
    private static final long MAY_GROW_BY = 64L << 20;
    private static final Duration VISIT = Duration.ofMinutes(3); // what hangs, hangs for good

    private static final List<String> ON_HTTP = List.of(
            "huge-line --mb 64",
            "endless-line",
            "deep-nest",
            "deep-nest --objects 1",
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
            "number-bomb");

    @Test
    void whateverIsTooMuchIsSurvivedAndForgotten() throws Exception {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        // An error of this kind on any thread ends it, whoever would have caught it.
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallClient.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
            var out = ChildLines.of(process);
            long empty = visited("stdio ok", in, out);
            for (var mode : AS_PROCESSES) {
                assertThat(visited("stdio " + mode, in, out) - empty).as(mode).isLessThan(MAY_GROW_BY);
            }
            for (var era : List.of("legacy", "modern")) {
                for (var mode : ON_HTTP) {
                    var words = (mode + " --era " + era).split(" ");
                    var options = List.of(words).subList(1, words.length).toArray(String[]::new);
                    try (var stage = HostileHttp.mode(words[0], options)) {
                        assertThat(visited("http " + stage.url(), in, out) - empty)
                                .as("%s, %s", mode, era)
                                .isLessThan(MAY_GROW_BY);
                    }
                }
            }
        } finally {
            process.destroyForcibly();
        }
    }

    /** Sends the client somewhere; returns how much it holds afterwards. */
    private static long visited(String where, BufferedWriter in, ChildLines out) throws Exception {
        in.write(where + "\n");
        in.flush();
        var answer = out.next(VISIT).orElse("nothing");
        assertThat(answer).as(where).matches("lives \\d+");
        return Long.parseLong(answer.substring("lives ".length()));
    }

    /** Goes to one server after the other, as it is told to, and says each time what it holds then. */
    static final class SmallClient {
        private static final CallOptions SHORT = CallOptions.within(Duration.ofSeconds(3));

        private SmallClient() {}

        public static void main(String[] none) throws IOException {
            var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(visit(List.of(line.split(" "))) + " " + held());
            }
        }

        private static String visit(List<String> words) {
            try (var client = McpClient.connect(transport(words))) {
                var list = attempted(() -> client.listTools(SHORT));
                var call = attempted(() -> client.callTool("echo", Map.of("text", "x"), SHORT));
                return list.isEmpty() && call.isEmpty() ? "lives" : list + call;
            } catch (McpException refused) {
                return "refused: " + refused.getMessage();
            }
        }

        private static Transport transport(List<String> words) {
            if (words.getFirst().equals("http")) {
                return HttpTransport.to(words.get(1)).named("S");
            }
            var options = words.subList(2, words.size()).toArray(String[]::new);
            return StdioTransport.of(ServerCommand.of(HostileServer.command(words.get(1), options)))
                    .named("S");
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

        private static long held() {
            System.gc();
            var memory = Runtime.getRuntime();
            return memory.totalMemory() - memory.freeMemory();
        }
    }
}
