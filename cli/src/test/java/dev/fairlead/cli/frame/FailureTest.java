package dev.fairlead.cli.frame;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.fairlead.cli.frame.Failure.Phase;
import dev.fairlead.cli.text.ColourChoice;
import dev.fairlead.cli.text.Screen;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.ConnectTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.InsufficientScopeException;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.protocol.error.ServerStartException;
import dev.fairlead.protocol.error.TokenRejectedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.store.StoreException;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ConnectException;
import java.security.cert.CertPathBuilderException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

public final class FailureTest {
    private static final ServerExitedException CRASH = new ServerExitedException("x", "s", 1, List.of("oops"), true);
    private static final AuthorizationException STRANGER =
            new AuthorizationException("x", "s", Challenge.of(401, List.of("Bearer realm=\"r\"", "Basic")));

    static Stream<Arguments> failures() {
        return Stream.of(
                arguments(new UsageException("?"), Phase.READING, ExitCode.USAGE, "usage"),
                arguments(
                        new InvalidArgumentsException("x", "s", List.of()),
                        Phase.CALLING,
                        ExitCode.BAD_ARGUMENTS,
                        "invalid-arguments"),
                arguments(
                        ServerStartException.scriptNotFound("x"), Phase.READING, ExitCode.UNREACHABLE, "server-start"),
                arguments(CRASH, Phase.CONNECTING, ExitCode.UNREACHABLE, "server-exited"),
                arguments(CRASH, Phase.CALLING, ExitCode.UNREACHABLE, "server-exited"),
                arguments(CRASH, Phase.STOPPING, ExitCode.INTERRUPTED, "interrupted"),
                arguments(
                        new ServerExitedException("x", "s", 130, List.of(), true),
                        Phase.CALLING,
                        ExitCode.INTERRUPTED,
                        "interrupted"),
                arguments(
                        new VersionException("s", List.of(), List.of()),
                        Phase.CONNECTING,
                        ExitCode.UNREACHABLE,
                        "version"),
                arguments(
                        new ConnectTimeoutException("s", Duration.ofSeconds(1), "slept", null),
                        Phase.CONNECTING,
                        ExitCode.TIMED_OUT,
                        "connect-timeout"),
                arguments(
                        new CallTimeoutException("x", "s", "limit", Duration.ofSeconds(1), null, true),
                        Phase.CALLING,
                        ExitCode.TIMED_OUT,
                        "call-timeout"),
                arguments(
                        new CallCancelledException("x", "s", true), Phase.CALLING, ExitCode.INTERRUPTED, "interrupted"),
                arguments(
                        new ConnectionLostException("x", "s", "gone", true, null),
                        Phase.CALLING,
                        ExitCode.UNREACHABLE,
                        "connection-lost"),
                arguments(
                        new ProtocolViolationException("x"), Phase.CALLING, ExitCode.UNREACHABLE, "protocol-violation"),
                arguments(
                        new ServerErrorException("x", "s", RpcError.of(-32603, "no")),
                        Phase.CALLING,
                        ExitCode.TOOL_ERROR,
                        "server-error"),
                arguments(
                        new UnavailableException("x", "s", "asleep", null),
                        Phase.CALLING,
                        ExitCode.UNREACHABLE,
                        "unavailable"),
                arguments(
                        new HttpStatusException("x", "s", 404, "", false),
                        Phase.CONNECTING,
                        ExitCode.UNREACHABLE,
                        "http-status"),
                arguments(
                        new HttpStatusException("x", "s", 500, "", true),
                        Phase.CALLING,
                        ExitCode.UNREACHABLE,
                        "http-status"),
                arguments(STRANGER, Phase.CONNECTING, ExitCode.LOGIN_NEEDED, "authorization"),
                arguments(STRANGER, Phase.CALLING, ExitCode.LOGIN_NEEDED, "authorization"),
                arguments(login(401), Phase.CONNECTING, ExitCode.LOGIN_NEEDED, "authorization-required"),
                arguments(
                        new TokenRejectedException("x", "s", STRANGER.challenge(), "it is stale", null),
                        Phase.CALLING,
                        ExitCode.LOGIN_NEEDED,
                        "token-rejected"),
                arguments(
                        new InsufficientScopeException("x", "s", STRANGER.challenge(), Set.of("sail", "mast")),
                        Phase.CALLING,
                        ExitCode.LOGIN_NEEDED,
                        "insufficient-scope"),
                arguments(
                        new LoginFailedException("x", "s", STRANGER.challenge(), "nobody came", null),
                        Phase.CALLING,
                        ExitCode.LOGIN_NEEDED,
                        "login-failed"),
                arguments(new NobodyException("?"), Phase.READING, ExitCode.LOGIN_NEEDED, "not-logged-in"),
                arguments(new StoreException("?", null), Phase.READING, ExitCode.LOGIN_NEEDED, "token-store"),
                arguments(
                        new ConsentStoreException(new StoreException("?", null)),
                        Phase.READING,
                        ExitCode.BAD_CONFIGURATION,
                        "store"),
                arguments(new IllegalStateException("?"), Phase.CALLING, ExitCode.UNEXPECTED, "defect"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void everyFailureHasItsExitCodeAndType(Throwable problem, Phase phase, ExitCode code, String type) {
        var failure = Failure.of(problem, phase);

        assertThat(failure.exitCode()).isEqualTo(code);
        assertThat(failure.type()).isEqualTo(type);
        assertThat(failure.cause()).isSameAs(problem);
    }

    @Test
    void programsLearnTheDetails() {
        assertThat(Failure.of(CRASH, Phase.CALLING).details())
                .isEqualTo(Json.parse("{\"maybeExecuted\":true,\"serverExitCode\":1,\"stderr\":[\"oops\"]}"));
        assertThat(Failure.of(
                                new ServerErrorException("x", "s", new RpcError(-32602, "no", Json.parse("[1]"))),
                                Phase.CALLING)
                        .details())
                .isEqualTo(Json.parse("{\"maybeExecuted\":false,\"code\":-32602,\"data\":[1]}"));
    }

    @Test
    void programsLearnWhatTheServerDemands() {
        assertThat(Failure.of(STRANGER, Phase.CONNECTING).details())
                .isEqualTo(Json.parse("{\"maybeExecuted\":false,\"status\":401,\"schemes\":[\"Bearer\",\"Basic\"]}"));
        assertThat(Failure.of(new HttpStatusException("x", "s", 418, "", false), Phase.CALLING)
                        .details())
                .isEqualTo(Json.parse("{\"maybeExecuted\":false,\"status\":418}"));
    }

    @Test
    void whoeverHasToLogInIsToldHowAndNotTheAddressWithItsSecrets() {
        var failure = Failure.of(login(401), Phase.CONNECTING);

        assertThat(failure.message())
                .isEqualTo("a person has to log in at https://as.example first; run fairlead login"
                        + " 'https://mcp.example/?…'");
        assertThat(failure.toJson())
                .isEqualTo(Json.object()
                        .put("type", "authorization-required")
                        .put("message", failure.message())
                        .setAll((ObjectNode)
                                Json.parse("{\"maybeExecuted\":false,\"status\":401,\"schemes\":[\"Bearer\"],"
                                        + "\"issuer\":\"https://as.example\",\"scopes\":[\"mast\",\"x;reboot\"]}")));
        assertThat(failure.toJson().toString() + failure.trace()).doesNotContain("s3cr3t");
    }

    @Test
    void noCommandIsMadeOfWhatServersNameThatAShellCouldObey() {
        assertThat(Failure.of(login(403), Phase.CALLING).message())
                .isEqualTo("a person has to agree to more at https://as.example first; run fairlead login"
                        + " 'https://mcp.example/?…'");
    }

    private static AuthorizationRequiredException login(int status) {
        var pending = new PendingAuthorization(
                "https://mcp.example/?key=s3cr3t",
                "",
                "https://as.example",
                false,
                false,
                "client",
                "http://127.0.0.1:1/callback",
                null,
                List.of("x;reboot", "mast"),
                "s3cr3t-state",
                "s3cr3t-verifier",
                false,
                Instant.EPOCH);
        return new AuthorizationRequiredException(
                "x", "s", Challenge.of(status, List.of("Bearer")), "https://as.example/?state=s3cr3t", pending);
    }

    @Test
    void onlyWhoeverMayLackATokenIsToldHowToPassOne() {
        var forbidden = new AuthorizationException("x", "s", Challenge.of(403, List.of()));

        assertThat(Failure.of(STRANGER, Phase.CONNECTING).message())
                .contains("demands authorization")
                .endsWith("; pass a token with --header 'Authorization: Bearer TOKEN'");
        assertThat(Failure.of(forbidden, Phase.CONNECTING).message()).doesNotContain("--header");
        var named = Challenge.of(401, List.of("Bearer resource_metadata=\"https://s/prm\""));
        assertThat(Failure.of(new LoginFailedException("x", "s", named, "denied", null), Phase.CONNECTING)
                        .message())
                .contains("denied")
                .doesNotContain("--header");
        assertThat(Failure.of(
                                new LoginFailedException("x", "s", STRANGER.challenge(), "nobody knows us", null),
                                Phase.CONNECTING)
                        .message())
                .isEqualTo(
                        "the server demands authorization (HTTP 401), and logging in failed: nobody knows us; or pass"
                                + " a token with --header 'Authorization: Bearer TOKEN'");
    }

    @Test
    void whoeverMeetsAnUnknownIssuerIsToldHowToTrustIt() {
        var unknown = new SSLHandshakeException("no path");
        unknown.initCause(new CertPathBuilderException("no path"));
        var strange = new UnavailableException("x", "s", "its certificate is not trusted", unknown);
        var refused = new UnavailableException("x", "s", "refused", new ConnectException("refused"));

        assertThat(Failure.of(strange, Phase.CONNECTING).message()).endsWith("type --cacert FILE");
        assertThat(Failure.of(refused, Phase.CONNECTING).message()).doesNotContain("--cacert");
    }

    @Test
    void everyOtherWayThatWasTriedIsToldOnce() {
        var probe = new VersionException("no discovery", (Throwable) null);
        var sse = new HttpStatusException("sse", "s", 405, "", false);
        sse.addSuppressed(probe);
        var first = new HttpStatusException("http", "s", 404, "", false);
        first.addSuppressed(probe);
        first.addSuppressed(sse);
        first.addSuppressed(new IllegalStateException("not a way"));
        var late = new ConnectTimeoutException("s", Duration.ofSeconds(1), "slept", probe);

        var failure = Failure.of(first, Phase.CONNECTING);

        assertThat(failure.alsoTried()).containsExactly("no discovery", "sse on server 's': HTTP 405");
        assertThat(failure.toJson().path("alsoTried").size()).isEqualTo(2);
        assertThat(Failure.of(late, Phase.CONNECTING).alsoTried()).containsExactly("no discovery");
        assertThat(Failure.of(probe, Phase.CONNECTING).toJson().has("alsoTried"))
                .isFalse();
    }

    @Test
    void exitCodesAreDifferentNumbers() {
        assertThat(Arrays.stream(ExitCode.values()).map(ExitCode::code))
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 130);
    }

    @Test
    void theStackTraceDrivesNoTerminal() {
        var failure = Failure.of(new IllegalStateException("a\u001b[2Jb\u200Bc"), Phase.CALLING);
        var attempt = Attempt.begin();
        for (boolean json : new boolean[] {false, true}) {
            var err = new ByteArrayOutputStream();
            var stream = new PrintStream(err, true, UTF_8);
            var out = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
            var printer = json
                    ? new JsonPrinter(out, stream, true, () -> {})
                    : new TextPrinter(
                            new Page(
                                    out,
                                    stream,
                                    new Screen(Map.of(), one -> false, () -> 0, "UTF-8"),
                                    ColourChoice.AUTO),
                            true,
                            () -> {});
            printer.failure(attempt, failure);
            assertThat(err.toString(UTF_8))
                    .contains("IllegalStateException: a\\u001b[2Jb\\u200bc", "\tat dev.fairlead")
                    .doesNotContain("\u001b", "\u200B");
        }
    }
}
