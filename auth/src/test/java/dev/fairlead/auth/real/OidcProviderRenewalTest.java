package dev.fairlead.auth.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.auth.OAuth;
import dev.fairlead.testkit.real.OidcProvider;
import dev.fairlead.testkit.real.Real;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Real
@Tag("thorough")
final class OidcProviderRenewalTest {
    private static final int SECONDS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static OidcProvider server;

    @RegisterExtension
    final Reach reach = new Reach();

    @BeforeAll
    static void start() {
        server = OidcProvider.with().accessTokenSeconds(SECONDS).start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aTokenThatIsOverByOurClockIsRenewedBeforeACall() throws IOException, InterruptedException {
        var oauth = OAuth.builder().redirectUri(Reach.REDIRECT).build();
        var client = reach.connect(server.mcp(), oauth, OidcProvider.person("alice"));
        var before = Counted.at(server);

        for (int i = 1; i <= 2; i++) {
            awaitPast(oauth.account(server.mcp()).orElseThrow().expires());
            assertThat(client.callTool("whoami", null).text()).isEqualTo("alice");
            assertThat(Counted.since(before, server)).isEqualTo(new Counted(0, i, 0, 0));
        }
    }

    @Test
    void aTokenThatIsOverByTheServersClockIsRenewedBehindACall() throws IOException, InterruptedException {
        var client = reach.connect(server.mcp(), stopped(), OidcProvider.person("alice"));
        var before = Counted.at(server);

        for (int i = 1; i <= 2; i++) {
            awaitPast(Instant.now().plusSeconds(SECONDS));
            assertThat(client.callTool("whoami", null).text()).isEqualTo("alice");
            assertThat(Counted.since(before, server)).isEqualTo(new Counted(0, i, i, 0));
        }
    }

    @Test
    void manyCallsThatMeetAnExpiredTokenCauseOneRenewal() throws IOException, InterruptedException {
        var client = reach.connect(server.mcp(), stopped(), OidcProvider.person("alice"));
        var before = Counted.at(server);

        awaitPast(Instant.now().plusSeconds(SECONDS));
        var calls = IntStream.range(0, 50)
                .mapToObj(number -> client.async().callTool("whoami", null))
                .toList();

        assertThat(calls).allSatisfy(call -> assertThat(call.join().text()).isEqualTo("alice"));
        var counted = Counted.since(before, server);
        assertThat(counted.renewals()).isEqualTo(1);
        assertThat(counted.refusals()).isPositive();
        assertThat(counted.errors()).isZero();
    }

    @Test
    void whatWasTakenBackHasToBeAskedForAgain() throws IOException, InterruptedException {
        var oauth = OAuth.builder().redirectUri(Reach.REDIRECT).build();
        var person = OidcProvider.person("alice");
        var client = reach.connect(server.mcp(), oauth, person);
        var before = Counted.at(server);

        server.revokeAll();
        var demanded = Reach.demanded(() -> client.callTool("whoami", null));
        assertThat(Counted.since(before, server).errors()).isEqualTo(1);
        Reach.login(demanded, oauth, person);

        assertThat(client.callTool("whoami", null).text()).isEqualTo("alice");
        assertThat(Counted.since(before, server).logins()).isEqualTo(1);
    }

    @Test
    void whoLogsOutGivesEverythingBack() throws IOException, InterruptedException {
        var oauth = OAuth.builder().redirectUri(Reach.REDIRECT).build();
        var client = reach.connect(server.mcp(), oauth, OidcProvider.person("alice"));
        int revoked = server.seen().path("revoked").asInt();

        assertThat(oauth.logout(server.mcp())).isTrue();

        assertThat(oauth.account(server.mcp())).isEmpty();
        assertThat(server.seen().path("revoked").asInt()).isGreaterThan(revoked);
        assertThat(Reach.demanded(() -> client.callTool("whoami", null)).url()).startsWith(server.issuer());
    }

    /** What the servers counted: tokens after a login, renewals, tokens turned away, and requests that failed. */
    private record Counted(int logins, int renewals, int refusals, int errors) {
        static Counted at(OidcProvider server) {
            return new Counted(
                    server.granted("authorization_code"),
                    server.granted("refresh_token"),
                    server.seenByResource()
                            .path("refused")
                            .path("invalid_token")
                            .asInt(0),
                    server.seen().path("errors").size());
        }

        static Counted since(Counted before, OidcProvider server) {
            var now = at(server);
            return new Counted(
                    now.logins - before.logins,
                    now.renewals - before.renewals,
                    now.refusals - before.refusals,
                    now.errors - before.errors);
        }
    }

    /** Returns one whose clock stands still, so that it takes every token for good. */
    private static OAuth stopped() {
        return OAuth.builder()
                .redirectUri(Reach.REDIRECT)
                .clock(InstantSource.fixed(Instant.now()))
                .build();
    }

    private static void awaitPast(Instant time) {
        await().atMost(PATIENCE).until(() -> Instant.now().isAfter(time));
    }
}
