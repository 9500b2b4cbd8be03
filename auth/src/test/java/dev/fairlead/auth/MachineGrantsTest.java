package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.fairlead.auth.Machine.Way;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.InsufficientScopeException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthEvent.Kind;
import dev.fairlead.testkit.auth.Dpop;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs that get in by themselves, with nobody there to log in. */
final class MachineGrantsTest {
    static final Predicate<RecordedRequest> ASKING_FOR_A_TOKEN =
            request -> request.path().equals("/token");
    static final Fault REFUSING = (exchange, usual) -> exchange.answer(
            400,
            Map.of("Content-Type", "application/json"),
            "{\"error\":\"invalid_grant\",\"error_description\":\"not today\"}");

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"F-48", "F-49", "F-51"})
    void aProgramGetsInWithoutAnybody(Way way) {
        try (var machine = new Machine(way, Era.MODERN)) {
            var oauth = machine.settings().build();
            try (var client = machine.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            try (var client = machine.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(machine.requests()).isEqualTo(1);
            assertNobodyMinds(machine);
            var grantor = machine.stage.grantor();
            assertThat(grantor.events())
                    .extracting(event -> event.kind())
                    .doesNotContain(Kind.AUTHORIZE, Kind.LOGIN, Kind.REGISTER, Kind.OTHER);
            assertThat(machine.stage.mcp().withoutToken()).isEqualTo(1);
            var form =
                    URLUtils.parseParameters(machine.tokenRequests().getFirst().body());
            assertThat(form.get("resource")).containsExactly(machine.stage.mcp().resource());
            assertThat(oauth.account(machine.stage.mcp().url()))
                    .hasValueSatisfying(held -> assertThat(held.issuer()).isEqualTo(grantor.issuer()));
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies("F-48")
    void aProgramOfTheOlderErasGetsInToo(Way way) {
        try (var machine = new Machine(way, Era.LEGACY);
                var client = machine.connect(machine.settings().build())) {
            assertThat(Stage.echo(client)).isEqualTo("nothing");
            machine.stage.mcp().expireAll();
            assertThat(Stage.echo(client)).isEqualTo("nothing");
            assertNobodyMinds(machine);
        }
    }

    @ParameterizedTest
    @CsvSource({"EC_KEY, ES256", "RSA_KEY, RS256"})
    @Verifies("F-48")
    void aKeySignsWhoIsAskingAndIsNamed(Way way, String algorithm) throws Exception {
        try (var machine = new Machine(way, Era.MODERN);
                var client = machine.connect(machine.settings().build())) {
            machine.stage.mcp().expireAll();
            assertThat(Stage.echo(client)).isEqualTo("nothing");
            var shown = new ArrayList<String>();
            for (var request : machine.tokenRequests()) {
                var form = URLUtils.parseParameters(request.body());
                assertThat(form.get("client_assertion_type"))
                        .containsExactly("urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
                assertThat(form).doesNotContainKey("client_secret");
                var signed = SignedJWT.parse(form.get("client_assertion").getFirst());
                assertThat(signed.getHeader().getAlgorithm().getName()).isEqualTo(algorithm);
                assertThat(signed.getHeader().getKeyID()).isEqualTo(Machine.KEY_ID);
                assertThat(signed.getJWTClaimsSet().getIssuer()).isEqualTo(Machine.ID);
                assertThat(signed.getJWTClaimsSet().getSubject()).isEqualTo(Machine.ID);
                assertThat(signed.getJWTClaimsSet().getAudience())
                        .containsExactly(machine.stage.grantor().issuer());
                shown.add(signed.getJWTClaimsSet().getJWTID());
            }
            assertThat(shown).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @Test
    @Verifies("F-51")
    void aWorkloadNamesNoClient() {
        try (var machine = new Machine(Way.WORKLOAD, Era.MODERN);
                var client = machine.connect(machine.settings().build())) {
            assertThat(Stage.echo(client)).isEqualTo("nothing");
            var request = machine.tokenRequests().getFirst();
            assertThat(URLUtils.parseParameters(request.body()))
                    .containsOnlyKeys("grant_type", "assertion", "resource");
            assertThat(request.has("Authorization")).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"F-48", "F-49", "F-51"})
    void aTokenThatEndsIsReplacedByAskingAgain(Way way) {
        try (var machine = new Machine(way, Era.MODERN);
                var client = machine.connect(machine.settings().build())) {
            for (int i = 1; i <= 3; i++) {
                machine.stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(machine.requests()).isEqualTo(1 + i);
            }
            assertThat(machine.stage.grantor().tokenRequests("refresh_token")).isZero();
            assertNobodyMinds(machine);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"F-48", "F-49", "F-50", "F-51"})
    void aTokenIsReplacedBeforeItEnds(Way way) {
        assertReplacedBeforeItEnds(way, false);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies("F-50")
    void aTokenThatIsBoundToAKeyIsReplacedByOneThatIsToo(Way way) {
        assertReplacedBeforeItEnds(way, true);
    }

    private static void assertReplacedBeforeItEnds(Way way, boolean bound) {
        try (var machine = new Machine(way, Era.MODERN)) {
            var later = new AtomicReference<>(Duration.ZERO);
            machine.stage.grantor().dpop(bound ? Dpop.REQUIRED : Dpop.OFF);
            var oauth = machine.settings()
                    .clock(() -> Instant.now().plus(later.get()))
                    .build();
            try (var client = machine.connect(oauth)) {
                later.set(Duration.ofHours(1).minusSeconds(10));
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(machine.requests()).isEqualTo(2);
                assertThat(machine.stage.mcp().withBadToken()).isZero();
                assertThat(oauth.account(machine.stage.mcp().url())
                                .orElseThrow()
                                .boundToKey())
                        .isEqualTo(bound);
                assertNobodyMinds(machine);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"F-48", "F-49", "F-51"})
    void aHundredCallsThatMeetAnEndedTokenCauseOneRequest(Way way) throws Exception {
        try (var machine = new Machine(way, Era.MODERN);
                var client = machine.connect(machine.settings().build());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            client.listTools();
            machine.stage.mcp().expireAll();
            var calls = new ArrayList<Future<String>>();
            for (int i = 0; i < 100; i++) {
                calls.add(threads.submit(() -> Stage.echo(client)));
            }
            for (var call : calls) {
                assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo("nothing");
            }
            assertThat(machine.requests()).isEqualTo(2);
            assertNobodyMinds(machine);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"F-39", "F-37"})
    void whoNeedsMoreAsksForMoreOnce(Way way) {
        try (var machine = new Machine(way, Era.MODERN)) {
            machine.stage.mcp().challengeScope("mcp:read").requires("tools/call", "mcp:write");
            var oauth = machine.settings().build();
            try (var client = machine.connect(oauth)) {
                client.listTools();
                assertThat(oauth.account(machine.stage.mcp().url())
                                .orElseThrow()
                                .scopes())
                        .containsExactly("mcp:read");
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(oauth.account(machine.stage.mcp().url())
                                .orElseThrow()
                                .scopes())
                        .containsExactlyInAnyOrder("mcp:read", "mcp:write");
                assertThat(machine.requests()).isEqualTo(2);
                assertNobodyMinds(machine);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies("F-39")
    void whatIsConfiguredIsTheMostThatIsAskedForWithoutAPerson(Way way) {
        try (var machine = new Machine(way, Era.MODERN)) {
            machine.stage.mcp().challengeScope("mcp:read mcp:write").requires("tools/call", "mcp:admin");
            var oauth = machine.settings().scopes("mcp:read").build();
            try (var client = machine.connect(oauth)) {
                client.listTools();
                assertThatThrownBy(() -> Stage.echo(client))
                        .isInstanceOfSatisfying(
                                InsufficientScopeException.class,
                                refused -> assertThat(refused.asked()).containsExactly("mcp:read"))
                        .hasMessageContainingAll(
                                "tools/call", "without a person", "configured scopes, here 'mcp:read'");
                assertThat(machine.requests()).isEqualTo(1);
                assertThat(URLUtils.parseParameters(
                                        machine.tokenRequests().getLast().body())
                                .get("scope"))
                        .containsExactly("mcp:read");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"F-38", "F-39"})
    void whoDoesNotGetMoreIsToldSoAndAsksNoMore(Way way) {
        try (var machine = new Machine(way, Era.MODERN)) {
            machine.stage.grantor().grantsOnly("mcp:read");
            machine.stage.mcp().challengeScope("mcp:read").requires("tools/call", "mcp:write");
            try (var client = machine.connect(machine.settings().build())) {
                client.listTools();
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(() -> Stage.echo(client))
                            .isInstanceOfSatisfying(
                                    InsufficientScopeException.class,
                                    refused -> assertThat(refused.asked()).containsOnly("mcp:read", "mcp:write"))
                            .hasMessageContainingAll("tools/call", "mcp:write");
                    assertThat(machine.requests()).isEqualTo(2);
                }
                client.listTools();
                assertNobodyMinds(machine);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"F-48", "F-49", "F-51"})
    void aRefusalIsFinalAndSaysWhoRefusedAndWhy(Way way) {
        var heard = new CopyOnWriteArrayList<String>();
        try (var machine = new Machine(way, Era.MODERN);
                var client = machine.connect(machine.settings()
                        .renewals((server, what) -> heard.add(what))
                        .build())) {
            client.listTools();
            heard.clear();
            var grantor = machine.stage.grantor();
            grantor.faults().on(ASKING_FOR_A_TOKEN, REFUSING);
            machine.stage.mcp().expireAll();
            int before = machine.tokenRequests().size();

            assertThatThrownBy(() -> Stage.echo(client))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll("tools/call", grantor.issuer(), "invalid_grant", "not today")
                    .hasMessageNotContainingAny(Machine.SECRET, "eyJ");

            assertThat(heard).containsExactly("no token, the authorization server refuses one");
            assertThat(machine.tokenRequests()).hasSize(before + 1);
            grantor.faults().clear();
            assertThat(Stage.echo(client)).isEqualTo("nothing");
            assertThat(machine.calledForHelp).hasValue(0);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"SECRET_IN_HEADER", "SECRET_IN_BODY", "ENTERPRISE"})
    @Verifies("F-48")
    void aWrongSecretIsShownOnce(Way way) {
        try (var machine = new Machine(way, Era.MODERN)) {
            var oauth = machine.stage
                    .settings()
                    .grant(new Grant.OwnRight())
                    .client(RegisteredClient.of(Machine.ID).withSecret("wrong-secret"))
                    .build();
            assertThatThrownBy(() -> machine.connect(oauth))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll(machine.stage.grantor().issuer(), "invalid_client", "wrong secret")
                    .hasMessageNotContaining("wrong-secret");
            assertThat(machine.tokenRequests()).hasSize(1);
            assertThat(machine.calledForHelp).hasValue(0);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies("F-50")
    void tokensAreBoundToAKeyWhereThatIsDemanded(Way way) {
        try (var machine = new Machine(way, Era.MODERN)) {
            machine.stage.grantor().dpop(Dpop.REQUIRED).dpopNonce(true);
            machine.stage.mcp().dpopNonce(true);
            var oauth = machine.settings().build();
            try (var client = machine.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                machine.stage.mcp().rotateNonce();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                machine.stage.grantor().rotateNonce();
                machine.stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(oauth.account(machine.stage.mcp().url())
                                .orElseThrow()
                                .boundToKey())
                        .isTrue();
                assertNobodyMinds(machine);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"F-48", "F-51"})
    void whoeverDoesNotOfferTheGrantIsNotAsked(Way way) {
        try (var machine = new Machine(way, Era.MODERN)) {
            machine.stage
                    .grantor()
                    .metadata(document ->
                            document.putArray("grant_types_supported").add("authorization_code"));
            assertThatThrownBy(() -> machine.connect(machine.settings().build()))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll(machine.stage.grantor().issuer(), "gives no tokens for");
            assertThat(machine.tokenRequests()).isEmpty();
            assertThat(machine.calledForHelp).hasValue(0);
        }
    }

    @Test
    @Verifies("F-48")
    void aProgramThatNobodyToldOfDoesNotRegisterItself() {
        try (var machine = new Machine(Way.SECRET_IN_HEADER, Era.MODERN)) {
            var oauth = machine.stage.settings().grant(new Grant.OwnRight()).build();
            assertThatThrownBy(() -> machine.connect(oauth))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll(machine.stage.grantor().issuer(), "pass its id");
            assertThat(machine.stage.grantor().count(Kind.REGISTER)).isZero();
            assertThat(machine.tokenRequests()).isEmpty();
        }
    }

    private static void assertNobodyMinds(Machine machine) {
        assertThat(machine.calledForHelp).hasValue(0);
        assertThat(machine.stage.grantor().lint()).isEmpty();
        assertThat(machine.stage.mcp().lint()).isEmpty();
        assertThat(machine.provider.lint()).isEmpty();
        assertThat(machine.stage.scene.canary().hits()).isZero();
    }
}
