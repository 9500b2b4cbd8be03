package dev.fairlead.auth.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.auth.Browser;
import dev.fairlead.auth.DesktopLogin;
import dev.fairlead.auth.OAuth;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.testkit.auth.HttpUserAgent;
import dev.fairlead.testkit.real.OidcProvider;
import dev.fairlead.testkit.real.Real;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Somebody in front of this machine, with a browser that comes back to it. */
@Real
final class OidcProviderDesktopTest {
    private static OidcProvider server;

    @RegisterExtension
    final Reach reach = new Reach();

    private final ExecutorService visits = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<String>> pages = new CopyOnWriteArrayList<>();
    private final List<String> shown = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() {
        server = OidcProvider.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void endVisits() {
        visits.shutdownNow();
    }

    @Test
    void connectingOpensTheBrowserAndGoesOnWhenSomebodyHasLoggedIn() throws Exception {
        var oauth = OAuth.builder().redirectUri(freeRedirect()).build();

        var client = reach.connect(server.mcp(), oauth, profile(oauth, OidcProvider.person("alice")));

        assertThat(client.callTool("whoami", null).text()).isEqualTo("alice");
        assertThat(shown).singleElement().asString().startsWith(server.issuer() + "/auth?");
        assertThat(pages).hasSize(1);
        assertThat(pages.getFirst().get()).doesNotContain("code=", "state=");
    }

    @Test
    void aCallThatNeedsMoreOpensTheBrowserAgain() throws Exception {
        var oauth = OAuth.builder().redirectUri(freeRedirect()).build();
        var client = reach.connect(server.mcp(), oauth, profile(oauth, OidcProvider.person("alice")));

        assertThat(client.callTool("note", Map.of("words", "hi")).text()).isEqualTo("noted: hi");
        assertThat(pages).hasSize(2);
    }

    @Test
    void somebodyComesBackElsewhereIfThePlaceIsTaken() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var oauth = OAuth.builder()
                    .redirectUri("http://127.0.0.1:" + taken.getLocalPort() + "/callback")
                    .build();

            var client = reach.connect(server.mcp(), oauth, profile(oauth, OidcProvider.person("alice")));

            assertThat(client.callTool("whoami", null).text()).isEqualTo("alice");
        }
    }

    @Test
    void nobodyLogsInWhereNoBrowserOpens() throws IOException {
        var oauth = OAuth.builder().redirectUri(freeRedirect()).build();
        var login = DesktopLogin.of(oauth, Browser.none(), shown::add).within(Duration.ofMillis(300));

        assertThatThrownBy(() -> reach.connect(
                        server.mcp(), oauth, ClientProfile.builder().login(login::login)))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContaining("no browser");
        assertThat(shown).hasSize(1);
    }

    private ClientProfile.Builder profile(OAuth oauth, HttpUserAgent person) {
        Browser browser = url -> pages.add(visits.submit(() -> {
            person.visit(url);
            return person.page();
        }));
        return ClientProfile.builder().login(DesktopLogin.of(oauth, browser, shown::add)::login);
    }

    private static String freeRedirect() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://127.0.0.1:" + free.getLocalPort() + "/callback";
        }
    }
}
