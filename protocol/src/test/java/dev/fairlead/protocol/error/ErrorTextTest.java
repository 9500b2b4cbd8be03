package dev.fairlead.protocol.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.RpcError;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorTextTest {
    private static final Throwable CAUSE = new IllegalStateException("root");

    @Nested
    class Starting {

        @Test
        void namesTheScriptThatIsMissing() {
            assertThat(ServerStartException.scriptNotFound("x"))
                    .hasMessage("Server script not found: x")
                    .matches(failure -> !failure.maybeExecuted());
            assertThat(ServerStartException.scriptNotFound("a\u001bb").getMessage())
                    .endsWith("a\\u001bb");
        }

        @Test
        void namesTheKindsOfScriptThatWork() {
            assertThat(ServerStartException.invalidScriptType("a.exe", ".jar"))
                    .message()
                    .startsWith("Invalid server script type. Must be .py or .js")
                    .contains(".jar", "a.exe");
        }

        @Test
        void keepsTheReason() {
            assertThat(ServerStartException.failed("no such program", CAUSE))
                    .hasMessage("Failed to start server: no such program")
                    .hasCause(CAUSE);
        }

        @ParameterizedTest
        @CsvSource({"30000, 30 seconds", "1000, 1 second", "1500, 1.5 seconds", "250, 0.25 seconds"})
        void saysHowLongWasWaited(long millis, String seconds) {
            assertThat(new ConnectTimeoutException("files", Duration.ofMillis(millis), "has said nothing", CAUSE))
                    .message()
                    .startsWith("Connection timeout after " + seconds + ": ")
                    .contains("'files'", "has said nothing");
        }
    }

    @Nested
    class Calling {

        @Test
        void thatFindsNoAnswerTellsWhatWasSeenAndWhatIsSafe() {
            var sent = new CallTimeoutException(
                    "tools/call", "files", "idle for 30 s", Duration.ofMillis(30100), "half", true);
            assertThat(sent)
                    .message()
                    .contains(
                            "'files'",
                            "tools/call",
                            "idle for 30 s",
                            "30.1 s",
                            "last progress: half",
                            "may have acted");
            assertThat(sent.maybeExecuted()).isTrue();
            assertThat(sent.elapsed()).isEqualTo(Duration.ofMillis(30100));
            var unsent = new CallTimeoutException("tools/call", "files", "limit", Duration.ofSeconds(1), null, false);
            assertThat(unsent).message().contains("no progress was reported", "never sent", "safe to repeat");
            assertThat(unsent.maybeExecuted()).isFalse();
        }

        @Test
        void thatLosesItsConnectionSaysWhetherItMayHaveHappened() {
            assertThat(new ConnectionLostException("tools/call", "files", "reset", true, CAUSE))
                    .hasCause(CAUSE)
                    .message()
                    .contains("tools/call", "'files'", "reset", "unknown");
            assertThat(new ConnectionLostException("tools/call", "files", "reset", false, null))
                    .message()
                    .contains("not carried out");
        }

        @Test
        void thatIsGivenUpSaysByWhom() {
            assertThat(new CallCancelledException("tools/call", "files", true))
                    .message()
                    .contains("tools/call", "'files'", "cancelled by the caller");
            assertThat(new ClientClosedException("tools/call", "files", false))
                    .message()
                    .contains("tools/call", "'files'", "client closed");
        }

        @Test
        void thatIsRefusedBeforehandSaysThatNothingWasSent() {
            assertThat(new InvalidArgumentsException("tools/call", "files", List.of("a is missing", "b is no number")))
                    .matches(failure -> !failure.maybeExecuted())
                    .message()
                    .contains("tools/call", "'files'", "not sent", "a is missing; b is no number");
            assertThat(new UnsupportedFeatureException("prompts/list", "files", "it has no prompts"))
                    .matches(failure -> !failure.maybeExecuted())
                    .message()
                    .contains("prompts/list", "'files'", "not sent", "it has no prompts");
        }

        @Test
        void thatEndsBadlySaysSo() {
            assertThat(new InvalidResultException("tools/call", "files", List.of("x is no string")))
                    .matches(McpException::maybeExecuted)
                    .message()
                    .contains("tools/call", "'files'", "output schema", "x is no string");
            assertThat(new QuestionFailedException("tools/call", "files", "nobody to ask", CAUSE))
                    .hasCause(CAUSE)
                    .message()
                    .contains("tools/call", "'files'", "nobody to ask");
            assertThat(new TooManyRoundsException("tools/call", "files", "10 rounds"))
                    .message()
                    .contains("tools/call", "'files'", "10 rounds");
        }
    }

    @Nested
    class Servers {

        @Test
        void thatBreakTheProtocolAreQuoted() {
            assertThat(new ProtocolViolationException("no tools", CAUSE))
                    .hasMessage("MCP protocol error: no tools")
                    .hasCause(CAUSE);
        }

        @Test
        void thatSpeakAnotherVersionAreComparedWithUs() {
            assertThat(new VersionException("files", List.of("1999-01-01", "\u001b"), List.of("2026-07-28")))
                    .message()
                    .contains("'files'", "1999-01-01, \\u001b", "2026-07-28");
            assertThat(new VersionException("files", List.of(), List.of("2026-07-28")))
                    .message()
                    .contains("no revision");
        }

        @Test
        void thatExitShowTheirLastWords() {
            var killed = new ServerExitedException(
                    "tools/call", "files", 137, List.of("1", "2", "3", "4", "5", "out of memory"), true);
            assertThat(killed)
                    .message()
                    .contains(
                            "'files'", "code 137 (signal 9)", "tools/call", "unknown", "2 | 3 | 4 | 5 | out of memory")
                    .doesNotContain("1 | 2");
            assertThat(killed.signal()).hasValue(9);
            assertThat(killed.exitCode()).isEqualTo(137);
            assertThat(killed.lastErrorLines()).hasSize(6);
            var quiet = new ServerExitedException("initialize", "files", 1, List.of(), false);
            assertThat(quiet).message().contains("code 1 ", "initialize", "not carried out", "nothing to stderr");
            assertThat(quiet.signal()).isEmpty();
            assertThat(quiet.ending()).isEqualTo("server 'files' exited with code 1 during initialize");
            assertThat(PlainWords.ofOpening(quiet.ending()))
                    .isEqualTo("server 'files' exited with code 1 before it was ready");
            var ran = new ServerExitedException("listening", "files", 1, List.of(), false);
            assertThat(PlainWords.ofOpening(String.valueOf(ran.getMessage())))
                    .isEqualTo("server 'files' exited with code 1; it wrote nothing to stderr");
            assertThat(PlainWords.ofOpening(
                            new ConnectionLostException("listening", "files", "it hung up", false, null).getMessage()))
                    .isEqualTo("server 'files': connection lost, it hung up");
        }

        @Test
        @Tag("A-32")
        void thatAnswerWithAnErrorAreQuotedWithoutTheirControlCharacters() {
            var refusal = new ServerErrorException("tools/call", "files", RpcError.of(-32000, "no\u001b[31m\nred"));
            assertThat(refusal)
                    .hasMessage("tools/call: server 'files' answered with error -32000: no\\u001b[31m\\u000ared");
            assertThat(refusal.error()).isEqualTo(RpcError.of(-32000, "no\u001b[31m\nred"));
        }

        @ParameterizedTest
        @CsvSource({
            "-32700, false", "-32600, false", "-32601, false", "-32602, false", "-32603, true", "-32020, false",
            "-32021, false", "-32022, false", "-32000, true", "-32002, true", "-32042, true", "0, true",
        })
        @Tag("A-27")
        @Tag("A-28")
        @Tag("A-29")
        void mayHaveActedUnlessTheirErrorRulesItOut(int code, boolean maybeExecuted) {
            assertThat(new ServerErrorException("tools/call", "files", RpcError.of(code, "")).maybeExecuted())
                    .isEqualTo(maybeExecuted);
        }
    }

    @Test
    void whateverASentenceQuotesItIsOneBoundedLine() {
        var hostile = "a\u001b[2Jb\nc\u202Ed\u200B";
        assertThat(new ProtocolViolationException(hostile))
                .hasMessage("MCP protocol error: a\\u001b[2Jb\\u000ac\\u202ed\\u200b");
        assertThat(new ProtocolViolationException("x".repeat(5_000)).getMessage())
                .hasSizeGreaterThan(5_000);
        assertThat(new ProtocolViolationException("x".repeat(50_000)).getMessage())
                .hasSizeLessThan(8_010);
    }

    @Test
    void theDetailOfAViolationIsEscapedAndBounded() {
        assertThat(new Violation(Violation.Kind.NOISE, "a\u001bb").detail()).isEqualTo("a\\u001bb");
        assertThat(new Violation(Violation.Kind.NOISE, "x".repeat(9_000)).detail())
                .hasSize(501);
    }

    @Test
    void anIdIsShownEscapedAndBoundedButKeptWhole() {
        var id = RequestId.of("\u001b" + "x".repeat(9_000));
        assertThat(id).asString().startsWith("\"\\u001bxx").hasSizeLessThan(120);
        assertThat(id.toJson().stringValue()).hasSize(9_001);
    }

    @Test
    void aMissingCapabilityIsNamed() {
        var data = dev.fairlead.protocol.rpc.Json.parse("{\"requiredCapabilities\":{\"elicitation\":{}}}");
        var error = new dev.fairlead.protocol.rpc.RpcError(-32021, "Missing required client capability", data);
        assertThat(new ServerErrorException("tools/call ask", "demo", error))
                .hasMessageEndingWith("; it needs a client that offers elicitation, and this one does not");
    }
}
