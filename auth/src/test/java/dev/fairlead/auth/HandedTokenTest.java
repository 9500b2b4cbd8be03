package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.auth.Machine.Way;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.ProtectedMcp;
import dev.fairlead.wire.http.HttpTransport;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that names the authorization server of a program is not handed the program's token because of that. */
final class HandedTokenTest {
    private static final String ISSUER = "https://as.example";

    @ParameterizedTest
    @EnumSource(Way.class)
    @Verifies({"F-48", "F-49", "F-51"})
    void aServerThatTokensAreNotForGetsNone(Way way) {
        try (var machine = new Machine(way, Era.MODERN)) {
            var heard = new CopyOnWriteArrayList<String>();
            var oauth = machine.settings()
                    .forServers(machine.stage.mcp().url())
                    .renewals((server, what) -> heard.add(what))
                    .build();
            try (var client = machine.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            heard.clear();
            try (var evil = evil(machine.stage.grantor())) {
                assertRefused(evil, oauth);
            }
            assertThat(machine.requests()).isEqualTo(1);
            assertThat(heard).containsOnly("no token, it is none of the servers that tokens are for");
        }
    }

    @Test
    @Verifies("F-48")
    void aServerIsKnownHoweverItsAddressIsWritten() {
        try (var machine = new Machine(Way.SECRET_IN_HEADER, Era.MODERN)) {
            var url = machine.stage.mcp().url();
            var oauth = machine.settings()
                    .forServers("https://another.example/mcp", url.replace("http://", "HTTP://") + "/")
                    .build();
            try (var client = machine.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
        }
    }

    @Test
    @Verifies("F-48")
    void whatIsKeptForAServerIsNotShownToItOnceTokensAreForOthers() {
        try (var machine = new Machine(Way.SECRET_IN_HEADER, Era.MODERN);
                var evil = evil(machine.stage.grantor())) {
            try (var client = connect(evil, machine.settings().build())) {
                assertThat(client.ping()).isNotNull();
            }
            long before = shown(evil);
            var narrowed =
                    machine.settings().forServers(machine.stage.mcp().url()).build();
            assertThatThrownBy(() -> connect(evil, narrowed)).isInstanceOf(LoginFailedException.class);
            assertThat(shown(evil)).isEqualTo(before).isPositive();
        }
    }

    @Test
    @Verifies("F-2")
    void peopleLogInToThoseServersAlone() {
        try (var stage = Stage.of(Era.MODERN);
                var evil = evil(stage.scene.other())) {
            var oauth = stage.settings().forServers(stage.mcp().url()).build();
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertRefused(evil, oauth);
        }
    }

    static Stream<Grant> grantsWithoutPeople() {
        return Stream.of(
                new Grant.OwnRight(),
                new Grant.Workload(audience -> "jwt"),
                new Grant.Enterprise("https://idp.example/token", RegisteredClient.of("desk"), () -> "jwt"));
    }

    @ParameterizedTest
    @MethodSource("grantsWithoutPeople")
    @Verifies({"F-48", "F-49", "F-51"})
    void whereNobodyAgreesTheServersAreNamed(Grant grant) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(grant).build())
                .withMessageContainingAll("forServers(...)", "trustingServers()");
        assertThat(settings(grant).forServers("https://mcp.example/mcp").build())
                .isNotNull();
        assertThat(settings(grant).trustingServers().build()).isNotNull();
    }

    @Test
    void whatIsNoAddressIsNoServer() {
        assertThatIllegalArgumentException().isThrownBy(() -> OAuth.builder().forServers("mcp.example"));
    }

    private static OAuth.Builder settings(Grant grant) {
        return OAuth.builder()
                .issuer(ISSUER)
                .client(RegisteredClient.of("app").withSecret("open-sesame"))
                .grant(grant);
    }

    private static ProtectedMcp evil(AuthServer named) {
        return ProtectedMcp.serving(FakeServer.named("evil").build(), named);
    }

    private static McpClient connect(ProtectedMcp mcp, OAuth oauth) {
        return McpClient.connect(
                HttpTransport.to(mcp.url()).withAuthorizer(oauth),
                Stage.profile().build());
    }

    private static void assertRefused(ProtectedMcp evil, OAuth oauth) {
        assertThatThrownBy(() -> connect(evil, oauth))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll("none of the servers", "forServers(...)");
        assertThat(shown(evil)).isZero();
    }

    private static long shown(ProtectedMcp mcp) {
        return mcp.front().requests().stream()
                .filter(request -> request.has("Authorization"))
                .count();
    }
}
