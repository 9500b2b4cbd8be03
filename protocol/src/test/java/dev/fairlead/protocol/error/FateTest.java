package dev.fairlead.protocol.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What failures say became of the request, on which depends whether it is made again. */
class FateTest {
    private static final String CALL = "tools/call";

    @Test
    void nothingWasDoneWhereNothingWasSentOrItWasTurnedAway() {
        assertThat(List.of(
                        new ConnectTimeoutException("s", Duration.ofSeconds(1), "is silent", null),
                        new StartRefusedException("s", "nobody agreed"),
                        new ToolChangedException(CALL, "s"),
                        new UnavailableException(CALL, "s", "refused", null),
                        new UnsupportedFeatureException(CALL, "s", "it has no tools"),
                        new InvalidArgumentsException(CALL, "s", List.of("a is missing")),
                        new VersionException("s", List.of("1"), List.of("2")),
                        ConfigurationException.unset("s", "env.A", "A", "set it"),
                        ConfigurationException.unusable("s", "url", "is none", null),
                        ConfigurationException.missing("s", "headers.A", "has no value", null),
                        new AuthorizationException(CALL, "s", Challenge.of(401, List.of()))))
                .noneMatch(McpException::maybeExecuted);
    }

    @Test
    void somethingMayHaveBeenDoneWhereTheServerWasAtIt() {
        assertThat(List.of(
                        new ProtocolViolationException("two answers"),
                        new QuestionFailedException(CALL, "s", "nobody is there", null),
                        new TooManyRoundsException(CALL, "s", "10 rounds"),
                        new InvalidResultException(CALL, "s", List.of("a is missing"))))
                .allMatch(McpException::maybeExecuted);
    }

    @Test
    void elsewhereWhoeverSawItTells() {
        List<Function<Boolean, McpException>> seen = List.of(
                maybe -> new CallCancelledException(CALL, "s", maybe),
                maybe -> new CallTimeoutException(CALL, "s", "limit", Duration.ofSeconds(1), null, maybe),
                maybe -> new ClientClosedException(CALL, "s", maybe),
                maybe -> ClientClosedException.disconnected(CALL, "s", maybe),
                maybe -> new ConnectionLostException(CALL, "s", "reset", maybe, null),
                maybe -> new HttpStatusException(CALL, "s", 500, "", maybe),
                maybe -> new ServerExitedException(CALL, "s", 1, List.of(), maybe));
        for (var failure : seen) {
            assertThat(failure.apply(true).maybeExecuted()).isTrue();
            assertThat(failure.apply(false).maybeExecuted()).isFalse();
        }
    }

    @Test
    void isSaidInWords() {
        assertThat(new HttpStatusException(CALL, "s", 502, "bad gateway", true))
                .hasMessage("tools/call on server 's': HTTP 502, bad gateway; whether it was carried out is unknown")
                .returns(502, HttpStatusException::status)
                .returns("bad gateway", HttpStatusException::detail);
        assertThat(new HttpStatusException(CALL, "s", 404, "", false))
                .hasMessage("tools/call on server 's': HTTP 404; it was not carried out");
        assertThat(ClientClosedException.disconnected(CALL, "s", true))
                .hasMessageEndingWith("whether it was carried out is unknown")
                .returns(true, ClientClosedException::disconnected);
        assertThat(ClientClosedException.disconnected(CALL, "s", false)).hasMessageEndingWith("it was not carried out");
        assertThat(new ClientClosedException(CALL, "s", true).disconnected()).isFalse();
        assertThat(new ConnectionLostException(CALL, "s", "reset", true, null).detail())
                .isEqualTo("reset");
    }

    @Test
    void isLeftOutWhereItSaysNothing() {
        var perhaps = new HttpStatusException(CALL, "s", 502, "", true).getMessage();
        var not = new HttpStatusException(CALL, "s", 404, "", false).getMessage();
        assertThat(PlainWords.ofRequest(perhaps)).endsWith("HTTP 502; the tool may have run");
        assertThat(PlainWords.ofRequest(not)).endsWith("HTTP 404; the tool did not run");
        assertThat(PlainWords.ofRequest(perhaps.replace(CALL, "tools/list"))).endsWith("HTTP 502");
        assertThat(PlainWords.ofRequest(not.replace(CALL, "tools/list"))).endsWith("HTTP 404");
        assertThat(PlainWords.ofLogin(not)).startsWith("logging in to '").endsWith("HTTP 404");
    }

    @Test
    void aConfigurationIsAtFaultUntilItIsChangedUnlessItsValueMayComeLater() {
        var unset = ConfigurationException.unset("s", "env.A", "A", "set it");
        assertThat(unset)
                .hasMessageContainingAll("'s'", "env.A", "'A'", "set it")
                .returns("s", ConfigurationException::server)
                .returns("env.A", ConfigurationException::field)
                .returns(false, ConfigurationException::passing);
        assertThat(unset.variable()).contains("A");
        assertThat(ConfigurationException.unusable("s", "url", "is none", null))
                .hasMessageContaining("url is none")
                .returns(false, ConfigurationException::passing);
        assertThat(ConfigurationException.missing("s", "headers.A", "has no value", null))
                .hasMessageContaining("headers.A has no value")
                .returns(true, ConfigurationException::passing);
    }

    @Test
    void aSignalIsToldFromAnExitCode() {
        assertThat(new ServerExitedException(CALL, "s", 128, List.of(), false))
                .hasMessageContaining("code 128 during")
                .returns(true, failure -> failure.signal().isEmpty());
        assertThat(new ServerExitedException(CALL, "s", 137, List.of(), false))
                .hasMessageContaining("code 137 (signal 9)")
                .returns(9, failure -> failure.signal().orElseThrow());
    }
}
