package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.error.InvalidResultException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.protocol.error.TooManyRoundsException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.HostileServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad framing, bad answers, bad timing, bad offers: what a client must survive from a server that is a process. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("thorough")
class HostileServerTest {
    private static final CallOptions SHORT = CallOptions.within(Duration.ofMillis(700));

    private static McpClient connect(String mode, String... options) {
        return connect(ClientProfile.usual(), mode, options);
    }

    private static McpClient connect(ClientProfile profile, String mode, String... options) {
        return McpClient.connect(
                StdioTransport.of(ServerCommand.of(HostileServer.command(mode, options)))
                        .named("S"),
                profile);
    }

    private static McpClient connect(Era era, String mode, String... options) {
        var all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--era", era.name().toLowerCase(Locale.ROOT)));
        return connect(mode, all.toArray(String[]::new));
    }

    private static String echo(McpClient client, String text) {
        return client.callTool("echo", Map.of("text", text)).text();
    }

    @Nested
    class Framing {
        @ParameterizedTest
        @CsvSource({"split-utf8, grüße 🐳 日本語", "bom-nul, ok", "crlf, ok", "batch, ok"})
        @Verifies({"A-1", "A-8", "C-3"})
        void oddButReadableLinesAreReadExactly(String mode, String text) {
            try (var client = connect(mode)) {
                assertThat(client.callTool("echo", null).text()).startsWith(text);
                assertThat(client.callTool("echo", null).text()).startsWith(text);
            }
        }

        @Test
        void aThousandLinesOfNoiseAreCountedAndHurtNobody() {
            try (var client = connect("noise", "--n", "1000")) {
                assertThat(echo(client, "one")).isEqualTo("one");
                assertThat(client.violations().get(Violation.Kind.NOISE)).isGreaterThanOrEqualTo(1000);
            }
        }

        @Test
        void theLastMessageNeedsNoLineEnd() {
            try (var client = connect("coalesce")) {
                assertThat(client.callTool("echo", null).text()).isEqualTo("last words");
                assertThatThrownBy(() -> echo(client, "gone")).isInstanceOf(ServerExitedException.class);
            }
        }

        @ParameterizedTest
        @CsvSource({
            "invalid-utf8, --seed, 1",
            "deep-nest, --objects, 0",
            "deep-nest, --objects, 1",
            "value-bomb, --objects, 0",
            "value-bomb, --objects, 1",
            "number-bomb, --seed, 1"
        })
        void anAnswerThatMayNotBeReadFailsItsCallAtOnceAndNoOther(String mode, String option, String value) {
            try (var client = connect(mode, "--times", "1", option, value)) {
                client.listTools();
                assertThatThrownBy(() -> echo(client, "one"))
                        .isInstanceOf(ProtocolViolationException.class)
                        .hasMessageStartingWith(
                                "MCP protocol error: tools/call echo on server 'S': malformed response");
                assertThat(echo(client, "two")).isEqualTo("two");
            }
        }

        @Test
        void aPrettyPrintedAnswerIsNoiseAndItsCallEndsAtItsLimit() {
            try (var client = connect("pretty-json", "--times", "1")) {
                client.listTools();
                var longEnough = CallOptions.within(Duration.ofSeconds(5)); // for all of it to come
                assertThatThrownBy(() -> client.callTool("echo", null, longEnough))
                        .isInstanceOf(CallTimeoutException.class)
                        .hasMessageMatching(".*none within 5 s, and \\d+ lines that it wrote were no messages .*");
                assertThat(echo(client, "two")).isEqualTo("two");
                assertThat(client.violations()).containsKey(Violation.Kind.NOISE);
            }
        }

        @Test
        void anAnswerAboveTheLimitFailsItsCallAndTheNextOneWorks() {
            try (var client = connect("huge-line", "--mb", "20", "--times", "1")) {
                client.listTools();
                assertThatThrownBy(() -> echo(client, "one"))
                        .isInstanceOf(ProtocolViolationException.class)
                        .hasMessageContaining("message larger than 16 MiB (limit maxMessageBytes)");
                assertThat(echo(client, "two")).isEqualTo("two");
            }
        }

        @Test
        void aLineWithoutEndEndsTheConnection() {
            var command = ServerCommand.of(HostileServer.command("endless-line"));
            var transport = StdioTransport.of(command).named("S").withMaxMessageBytes(1 << 20);
            try (var client = McpClient.connect(transport)) {
                assertThatThrownBy(() -> echo(client, "one")).isInstanceOf(McpException.class);
                await().untilAsserted(() -> assertThat(client.state()).isInstanceOf(ConnectionState.Failed.class));
            }
        }
    }

    @Nested
    class Correlation {
        @EachEra
        @Verifies("A-5")
        void twoHundredAnswersInReverseReachTheirCallers(Era era) throws Exception {
            try (var client = connect(era, "reorder", "--n", "200");
                    var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                client.listTools();
                var calls = IntStream.range(0, 200)
                        .mapToObj(i -> threads.submit(() -> echo(client, "call " + i)))
                        .toList();
                for (int i = 0; i < calls.size(); i++) {
                    assertThat(calls.get(i).get()).isEqualTo("call " + i);
                }
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"string", "float", "exp"})
        void anIdWrittenInAnotherWayIsRecognised(String as) {
            try (var client = connect("id-type", "--as", as)) {
                assertThat(client.callTool("echo", null).text()).isEqualTo("ok");
                assertThat(client.violations().containsKey(Violation.Kind.WRONG_ID))
                        .isEqualTo(as.equals("string"));
            }
        }

        @EachEra
        @Verifies("I-10")
        void theFirstOfTwoAnswersCounts(Era era) {
            try (var client = connect(era, "dup-response")) {
                assertThat(client.callTool("echo", null).text()).isEqualTo("first");
                assertThat(client.callTool("echo", null).text()).isEqualTo("first");
                assertThat(client.violations()).containsKey(Violation.Kind.STRAY_RESPONSE);
            }
        }

        @EachEra
        void answersToQuestionsNotYetAskedAreDropped(Era era) {
            try (var client = connect(era, "unsolicited")) {
                for (int i = 0; i < 20; i++) {
                    assertThat(echo(client, "mine")).isEqualTo("mine");
                }
            }
        }

        @ParameterizedTest
        @CsvSource({
            "0, malformed response",
            "1, malformed response",
            "2, malformed response",
            "3, malformed response",
            "4, malformed response",
            "5, malformed response",
            "6, a result that is no object",
            "8, result of a tool has no 'content' that is an array",
            "9, a result that is no object",
            "10, malformed response"
        })
        void anAnswerThatIsNoneFailsItsCallAtOnce(String variant, String problem) {
            try (var client = connect("malformed-rpc", "--v", variant, "--times", "1")) {
                client.listTools();
                assertThatThrownBy(() -> client.callTool("echo", null))
                        .isInstanceOfSatisfying(
                                ProtocolViolationException.class,
                                broken -> assertThat(broken.maybeExecuted()).isTrue())
                        .hasMessageContainingAll("tools/call echo on server 'S'", problem);
                assertThat(echo(client, "two")).isEqualTo("two");
            }
        }

        @Test
        void anAnswerWithoutAUsableIdEndsItsCallAtTheLimit() {
            try (var client = connect("malformed-rpc", "--v", "7", "--times", "1")) {
                client.listTools();
                assertThatThrownBy(() -> client.callTool("echo", null, SHORT)).isInstanceOf(CallTimeoutException.class);
                assertThat(echo(client, "two")).isEqualTo("two");
            }
        }
    }

    @Nested
    class Time {
        @EachEra
        @Verifies({"I-4", "I-5"})
        void progressThatMakesNoSenseIsDropped(Era era) {
            var heard = new ArrayList<Double>();
            var hearing = new CallListener() {
                @Override
                public void progress(Progress progress) {
                    heard.add(progress.progress());
                }
            };
            try (var client = connect(era, "progress-chaos")) {
                var options = CallOptions.usual().withListener(hearing);
                assertThat(client.callTool("echo", Map.of("text", "x"), options).text())
                        .isEqualTo("x");
                assertThat(heard).isSorted().startsWith(5.0).endsWith(6.0);
            }
        }

        @Test
        void aFloodOfProgressDoesNotKeepTheTotalLimitFromHolding() {
            try (var client = connect("progress-flood", "--n", "100000000")) {
                client.listTools();
                assertThatThrownBy(() -> client.callTool("echo", null, CallOptions.within(Duration.ofSeconds(1))))
                        .isInstanceOf(CallTimeoutException.class)
                        .hasMessageContaining("last progress");
            }
        }

        @EachEra
        void theLastOfAFloodOfProgressIsHeardHoweverSlowTheListener(Era era) {
            int all = 20_000;
            var heard = new ArrayList<Double>();
            try (var client = connect(era, "progress-flood", "--n", Integer.toString(all))) {
                var slow = new CallListener() {
                    @Override
                    public void progress(Progress progress) {
                        if (heard.isEmpty()) {
                            // Until all has come: this one was taken, and a thousand wait.
                            await().atMost(Duration.ofMinutes(1)).until(() -> dropped(client) >= all - 1001);
                        }
                        heard.add(progress.progress());
                    }
                };
                client.callTool("echo", Map.of("text", "x"), CallOptions.usual().withListener(slow));
            }
            assertThat(heard).hasSizeLessThan(2000).last().isEqualTo((double) all);
        }

        private static long dropped(McpClient client) {
            return client.violations().getOrDefault(Violation.Kind.FLOOD, 0L);
        }

        @EachEra
        @Verifies("I-10")
        void aLateAnswerIsGivenToNobody(Era era) {
            try (var client = connect(era, "late", "--ms", "1500", "--times", "1")) {
                client.listTools();
                assertThatThrownBy(() -> client.callTool("echo", Map.of("text", "late"), SHORT))
                        .isInstanceOf(CallTimeoutException.class);
                assertThat(echo(client, "next")).isEqualTo("next");
                await().untilAsserted(() -> assertThat(client.violations()).containsKey(Violation.Kind.LATE));
                assertThat(echo(client, "after")).isEqualTo("after");
            }
        }

        @Test
        void aSlowReaderGetsALargeArgumentWhole() {
            try (var client = connect("slow-drain", "--bytes", "65536", "--ms", "1")) {
                var text = "x".repeat(1 << 20);
                assertThat(echo(client, text)).isEqualTo(text);
            }
        }

        @Test
        @Verifies("C-6")
        void aFloodOnStderrIsDrained() {
            try (var client = connect("stderr-flood", "--mb", "64")) {
                assertThat(echo(client, "still here")).isEqualTo("still here");
            }
        }

        @Test
        void aSlowStartIsNoFailure() {
            try (var client = connect("slow-start", "--ms", "1500")) {
                assertThat(echo(client, "awake")).isEqualTo("awake");
            }
        }
    }

    @Nested
    class Ending {
        @EachEra
        void halfAMessageIsNeverDelivered(Era era) {
            try (var client = connect(era, "crash-half")) {
                assertThatThrownBy(() -> client.callTool("echo", null))
                        .isInstanceOfSatisfying(
                                ServerExitedException.class,
                                exit -> assertThat(exit.signal()).hasValue(9));
            }
        }

        @Test
        void aServerThatCrashesAtOnceIsReportedWithItsLastWords() {
            assertThatThrownBy(() -> connect("crash-start", "--code", "7"))
                    .isInstanceOfSatisfying(ServerExitedException.class, exit -> {
                        assertThat(exit.exitCode()).isEqualTo(7);
                        assertThat(exit.lastErrorLines()).contains("fatal: the engine is on fire");
                    });
        }
    }

    @Nested
    class Opening {
        @ParameterizedTest
        @ValueSource(ints = {0, 1, 2, 3, 4})
        @Verifies({"B-2", "B-5"})
        void aRevisionNobodySpeaksEndsTheConnection(int variant) {
            assertThatThrownBy(() -> connect("version-evil", "--v", Integer.toString(variant)))
                    .isInstanceOf(VersionException.class)
                    .hasMessageContaining("2025-11-25");
        }

        @Test
        void aServerThatLeavesWhenProbedIsStartedAgain() {
            try (var client = connect("discover-exit")) {
                assertThat(client.server().era()).isEqualTo(Era.LEGACY);
                assertThat(echo(client, "hello")).isEqualTo("hello");
            }
        }

        @Test
        void aModernServerThatIsSlowToAnswerTheProbeIsStillModern() {
            try (var client = connect("answers-late-probe", "--ms", "6000")) {
                assertThat(client.server().era()).isEqualTo(Era.MODERN);
                assertThat(echo(client, "hello")).isEqualTo("hello");
            }
        }
    }

    @Nested
    class Answers {
        @Test
        @Verifies("A-15")
        void anUnknownResultTypeIsNoResult() {
            try (var client = connect("result-type-unknown")) {
                assertThatThrownBy(() -> client.callTool("echo", null))
                        .isInstanceOf(ProtocolViolationException.class)
                        .hasMessageContaining("surprise");
            }
        }

        @Test
        @Verifies("H-5")
        void questionsWithoutEndAreGivenUp() {
            var profile = ClientProfile.builder()
                    .handlers(InputHandlers.none().onForm((form, asking) -> InputResponse.accept()))
                    .build();
            try (var client = connect(profile, "mrtr-loop")) {
                assertThatThrownBy(() -> client.callTool("echo", null))
                        .isInstanceOf(TooManyRoundsException.class)
                        .hasMessageContaining("10 rounds");
            }
            try (var client = connect(profile, "mrtr-bomb")) {
                assertThatThrownBy(() -> client.callTool("echo", null))
                        .isInstanceOf(ProtocolViolationException.class)
                        .hasMessageContaining("5000 questions");
            }
        }

        @Test
        void aTaskWithoutEndIsCancelledAtTheLimit() {
            try (var client = connect("task-forever")) {
                assertThatThrownBy(() -> client.callTool("echo", null, CallOptions.within(Duration.ofSeconds(2))))
                        .isInstanceOf(CallTimeoutException.class);
            }
        }

        @Test
        void aTaskOfUnknownStatusIsAnError() {
            try (var client = connect("task-forever", "--status", "dreaming")) {
                assertThatThrownBy(() -> client.callTool("echo", null)).isInstanceOf(ProtocolViolationException.class);
            }
        }
    }

    @Nested
    class Offers {
        @Test
        void tooManyToolsAreRefusedWithTheirNumber() {
            try (var client = connect("huge-list", "--n", "50000")) {
                assertThatThrownBy(client::listTools)
                        .isInstanceOf(ProtocolViolationException.class)
                        .hasMessageContaining("more than 10000 elements");
            }
        }

        @Test
        @Verifies({"A-37", "A-38"})
        void aToolWhoseSchemaLeadsElsewhereIsRefusedAndTheOthersWork() {
            try (var client = connect("schema-ref")) {
                assertThat(client.listTools()).extracting(Tool::name).contains("net", "file", "meta");
                assertThat(echo(client, "hello")).isEqualTo("hello");
                for (var tool : List.of("net", "file", "meta")) {
                    assertThatThrownBy(() -> client.callTool(tool, Map.of("x", 1)))
                            .isInstanceOf(InvalidArgumentsException.class);
                }
            }
        }

        @Test
        @Verifies("A-39")
        void schemasThatWouldTakeForEverDoNot() {
            try (var client = connect("schema-redos")) {
                assertThatThrownBy(() -> client.callTool("echo", Map.of("x", "a".repeat(40) + "!")))
                        .isInstanceOf(InvalidArgumentsException.class);
                assertThatThrownBy(() -> client.callTool("echo", Map.of("x", "a")))
                        .isInstanceOf(InvalidResultException.class);
            }
            try (var client = connect("schema-bomb")) {
                assertThatThrownBy(() -> echo(client, "x")).isInstanceOf(InvalidArgumentsException.class);
                assertThat(client.listTools()).hasSize(1);
            }
        }

        @Test
        void whatIsNoToolIsLeftOutAndReported() {
            try (var client = connect("schema-invalid")) {
                assertThat(client.listTools())
                        .extracting(Tool::name)
                        .contains("echo")
                        .doesNotContain("bad-shape");
                assertThat(client.violations()).containsKey(Violation.Kind.BAD_SHAPE);
                assertThat(echo(client, "hello")).isEqualTo("hello");
            }
        }

        @EachEra
        @Verifies("G-9")
        void aResultThatContradictsItsSchemaIsAnError(Era era) {
            try (var client = connect(era, "structured-mismatch")) {
                assertThatThrownBy(() -> client.callTool("echo", null)).isInstanceOf(InvalidResultException.class);
            }
        }
    }
}
