package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.real.PublishedServers;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Traffic is recorded without secrets, and served again as it was. */
@Timeout(300)
@Tag("thorough")
final class RecordReplayTest {
    private static final String HEADER =
            "{\"format\":\"fairlead-recording\",\"version\":1,\"at\":\"2026-01-01T00:00:00Z\"}\n";

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("traffic.ndjson");
    }

    private static Shell.Run run(List<String> words) {
        return new Shell().run(words.toArray(String[]::new));
    }

    private static List<String> with(List<String> words, List<String> command, String... options) {
        return Stream.of(words, List.of(options), List.of("--"), command)
                .flatMap(List::stream)
                .toList();
    }

    private List<String> fairlead(String... words) {
        var command = CommandProcess.java(List.of(), Main.class);
        command.addAll(List.of(words));
        return command;
    }

    @Nested
    final class Verbs {
        private final List<List<String>> verbs = List.of(
                List.of("tools"),
                List.of("tools", "--json"),
                List.of("call", "echo", "message=ahoy"),
                List.of("call", "get-sum", "a=2", "b=3"),
                List.of("prompts"),
                List.of("resources"),
                List.of("templates"));

        @Test
        void sayTheSameToAReplayOfServerEverything() {
            PublishedServers.reasonToSkip().ifPresent(why -> Assumptions.abort(why));
            var server = PublishedServers.command("everything");
            var said = new ArrayList<String>();
            for (var verb : verbs) {
                var run = run(with(verb, server, "--record", file().toString()));
                assertThat(run.code()).as(verb + run.err()).isZero();
                said.add(plain(run.out()));
            }

            var again = new ArrayList<String>();
            for (var verb : verbs) {
                var run = run(with(verb, fairlead("replay", file().toString())));
                assertThat(run.code()).as(verb + run.err()).isZero();
                again.add(plain(run.out()));
            }

            assertThat(again).isEqualTo(said);
        }

        @Test
        void sayTheSameToAReplayOfEitherEraOverStdioAndHttp() throws Exception {
            for (var era : List.of("legacy", "modern")) {
                var file = folder.resolve(era + ".ndjson").toString();
                var server = DemoServer.command("--era", era);
                var list = run(with(List.of("tools"), server, "--record", file));
                var sum = run(with(List.of("call", "add", "a=2", "b=3"), server, "--record", file));
                assertThat(list.code() + sum.code()).as(list.err() + sum.err()).isZero();

                var replay = fairlead("replay", file);
                assertThat(run(with(List.of("tools"), replay)).out()).isEqualTo(list.out());
                assertThat(run(with(List.of("call", "add", "a=2", "b=3"), replay))
                                .out())
                        .isEqualTo(sum.out());

                try (var front = new Replay(fairlead("replay", file, "--http"))) {
                    assertThat(run(List.of("tools", front.url())).out()).as(era).isEqualTo(list.out());
                    assertThat(run(List.of("call", front.url(), "add", "a=2", "b=3"))
                                    .out())
                            .isEqualTo(sum.out());
                    var unknown = run(List.of("call", front.url(), "add", "a=2", "b=4"));
                    assertThat(unknown.code()).isEqualTo(5);
                    assertThat(unknown.err()).contains("has no tools/call with these parameters");
                }
            }
        }

        private static String plain(String out) {
            return out.replaceAll("\"durationMs\":\\d+", "").replaceAll("\"target\":\"[^\"]*\"", "");
        }
    }

    /** A replay by HTTP, in a process of its own. */
    private static final class Replay implements AutoCloseable {
        private final Process process;
        private final String url;

        Replay(List<String> command) throws Exception {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            url = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            assertThat(url).startsWith("http://127.0.0.1:");
        }

        String url() {
            return url;
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit().join();
        }
    }

    @Nested
    final class Recordings {
        @Test
        void holdNoSecrets() throws Exception {
            var secret = "s3cr3t-value-of-mine";
            run(with(
                    List.of("call", "echo", "text=password=" + secret),
                    DemoServer.command(),
                    "--record",
                    file().toString()));

            assertThat(Files.readString(file()))
                    .contains("tools/call", "[hidden]")
                    .doesNotContain(secret);
        }

        @Test
        void neverTakeThePlaceOfOtherFiles() throws Exception {
            Files.writeString(file(), "precious\n");

            var run = run(List.of("tools", "demo", "--record", file().toString()));

            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("the file exists and is no recording");
            assertThat(Files.readString(file())).isEqualTo("precious\n");
        }

        @Test
        void thatAreHostileAreRefusedByLine() throws Exception {
            Files.writeString(file(), HEADER + "{\"at\":\"2026-01-01T00:00:00Z\",\"li\n");
            refused("line 2: ");
            Files.writeString(file(), HEADER + "\n" + "[".repeat(100_000) + "\n");
            refused("line 3: ");
            Files.writeString(file(), HEADER + "\"" + "x".repeat(33 << 20) + "\"\n");
            refused("line 2: is longer than");
            Files.writeString(file(), "{}\n");
            refused("line 1: does not begin as a recording does");
            Files.write(file(), new byte[] {0, 1, 2, (byte) 0xFF, '\n'});
            refused("line 1: ");
            Files.writeString(file(), HEADER.replace(":1,", ":99,"));
            refused("line 1: version 99");
            Files.writeString(file(), "");
            refused("does not begin as a recording does");
            Files.writeString(file(), HEADER);
            refused("no server was recorded");
            Files.delete(file());
            refused("cannot be read");
        }

        private void refused(String why) {
            var run = run(List.of("replay", file().toString()));
            assertThat(run.code()).as(run.err()).isEqualTo(2);
            assertThat(run.err()).contains(why).hasSizeLessThan(2000);
            assertThat(run.out()).isEmpty();
        }

        @Test
        void ofSeveralServersNeedAChoice() {
            run(List.of("tools", "demo", "--record", file().toString()));
            run(with(List.of("tools"), DemoServer.command("--era", "legacy"), "--record", file().toString()));

            assertThat(run(List.of("replay", file().toString())).err()).contains("type --server and one of demo, ");
            assertThat(run(List.of("replay", file().toString(), "--server", "x"))
                            .err())
                    .contains("was not recorded");
            assertThat(run(with(List.of("tools"), fairlead("replay", file().toString(), "--server", "demo")))
                            .out())
                    .contains("add(a: number, b: number)");
        }

        @Test
        void canTakeAsLongAsThen() {
            var words = List.of("call", "sleep", "seconds=1", "steps=2");
            run(with(words, DemoServer.command(), "--record", file().toString()));

            var fast = took(with(words, fairlead("replay", file().toString(), "--speed", "fast"), "--json"));
            var real = took(with(words, fairlead("replay", file().toString(), "--speed", "real"), "--json"));

            assertThat(real).isGreaterThanOrEqualTo(Duration.ofMillis(900));
            assertThat(fast).isLessThan(real.plusSeconds(30));
        }

        private static Duration took(List<String> words) {
            var started = Instant.now();
            var run = run(words);
            assertThat(Json.parse(run.out()).path("success").booleanValue())
                    .as(run.out())
                    .isTrue();
            return Duration.between(started, Instant.now());
        }

        @Test
        void onHttpAreOneDocumentHoweverTheyEnd() throws Exception {
            run(List.of("tools", "demo", "--record", file().toString()));
            var shell = new Shell();
            var replay = shell.begin("replay", file().toString(), "--http", "--json");
            shell.awaitOutput("durationMs");

            shell.interrupt();

            var ended = replay.get(60, TimeUnit.SECONDS);
            assertThat(ended.code()).isEqualTo(130);
            assertThat(ended.out().lines()).singleElement().asString().contains("http://127.0.0.1:");
        }

        @Test
        void refuseWhatMakesNoSense() {
            assertThat(run(List.of("replay")).err()).contains("name one recording");
            assertThat(run(List.of("replay", "x", "--speed", "slow")).err()).contains("--speed is real or fast");
            assertThat(run(List.of("replay", "x", "--json")).out()).contains("--json needs --http");
            assertThat(run(List.of("replay", "x", "--port", "0")).err()).contains("--port needs --http");
            assertThat(run(List.of("replay", "x", "-v")).code()).isEqualTo(2);
        }
    }
}
