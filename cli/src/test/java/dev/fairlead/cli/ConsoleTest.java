package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.auth.Browser;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.ProtectedMcp;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The console as the command starts it. */
@Timeout(120)
final class ConsoleTest {
    @TempDir
    Path home;

    private Shell shell() {
        return new Shell().home(home);
    }

    private static int ask(String url) throws Exception {
        // The JDK offers HTTP/2 otherwise, which the console refuses to change to.
        try (var http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
                    .statusCode();
        }
    }

    @Test
    void theAddressIsPrintedAndWorksUntilTheConsoleIsInterrupted() throws Exception {
        var shell = shell();
        var running = shell.begin("console", "--no-open", "--json");

        var url = Json.parse(shell.awaitOutput("}")).path("url").asString();
        assertThat(url).startsWith("http://127.0.0.1:").contains("?token=");
        assertThat(new ConsoleVisitor(url).get("state").has("servers")).isTrue();
        assertThat(ask(url.substring(0, url.indexOf('?')))).isEqualTo(401);
        shell.interrupt();

        var run = running.get(60, TimeUnit.SECONDS);
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
    }

    @Test
    void theAddressIsOpenedUnlessThatIsNotWanted() throws Exception {
        BlockingQueue<String> opened = new LinkedBlockingQueue<>();
        var shell = shell().browser(opened::add);
        var running = shell.begin("console");

        var url = opened.poll(60, TimeUnit.SECONDS);
        assertThat(url).startsWith("http://127.0.0.1:");
        var first = new ConsoleVisitor(url);
        assertThat(first.get("state").has("servers")).isTrue();
        assertThat(ask(url)).as("the second time").isEqualTo(401);
        assertThat(shell.awaitError("used twice")).contains("somebody else").doesNotContain("token=");
        assertThatThrownBy(() -> first.get("state")).hasMessageContaining("401");
        var printed = shell.awaitOutput("\n").strip();
        assertThat(printed).startsWith("http://127.0.0.1:").isNotEqualTo(url);
        assertThat(new ConsoleVisitor(printed).get("state").has("servers")).isTrue();
        assertThat(new ConsoleVisitor(printed).get("state").has("servers")).isTrue();
        shell.interrupt();

        assertThat(running.get(60, TimeUnit.SECONDS).code()).isZero();
    }

    @Test
    void whatLeadsTheBrowserHereIsPrivateAndIsTakenAwayOnceItCame() throws Exception {
        BlockingQueue<String> opened = new LinkedBlockingQueue<>();
        var takenAway = new CountDownLatch(1);
        var shell = shell().browser(new Browser() {
            @Override
            public boolean open(String url) {
                throw new AssertionError("everybody may see what is opened so");
            }

            @Override
            public Opened openPrivately(String url) {
                return new Opened(opened.add(url), takenAway::countDown);
            }
        });
        var running = shell.begin("console");

        var url = opened.poll(60, TimeUnit.SECONDS);
        assertThat(takenAway.getCount()).as("before it came").isOne();
        assertThat(new ConsoleVisitor(url).get("state").has("servers")).isTrue();
        assertThat(takenAway.await(60, TimeUnit.SECONDS)).isTrue();
        shell.interrupt();

        var run = running.get(60, TimeUnit.SECONDS);
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
    }

    @Test
    void whereNoBrowserCanBeOpenedTheAddressIsLeftToThePerson() throws Exception {
        var shell = shell().browser(Browser.none());
        var running = shell.begin("console");

        shell.awaitError("open the address above");
        assertThat(new ConsoleVisitor(shell.awaitOutput("\n").strip())
                        .get("state")
                        .has("servers"))
                .isTrue();
        shell.interrupt();

        assertThat(running.get(60, TimeUnit.SECONDS).code()).isZero();
    }

    @Test
    void thePortIsThatOfTheLastTime() throws Exception {
        assertThat(port()).isEqualTo(port());
    }

    private int port() throws Exception {
        var shell = shell();
        var running = shell.begin("console", "--no-open");
        await().atMost(60, TimeUnit.SECONDS).until(() -> running.isDone() || shell.hasPrinted("\n"));
        shell.interrupt();
        var run = running.get(60, TimeUnit.SECONDS);
        assertThat(run.err()).isEmpty();
        return URI.create(run.out().strip()).getPort();
    }

    @Test
    void aPortThatIsTakenIsSaid() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var shell = shell();
            var running = shell.begin("console", "--no-open", "--port", "" + taken.getLocalPort());
            shell.awaitError("" + taken.getLocalPort());
            shell.interrupt();

            assertThat(running.get(60, TimeUnit.SECONDS).err()).contains("" + taken.getLocalPort());
        }
    }

    @Test
    void eachStepOfALoginIsShown() throws Exception {
        try (var grantor = AuthServer.start();
                var mcp = ProtectedMcp.serving(FakeServer.named("fake").build(), grantor)) {
            var shell = shell();
            var running = shell.begin("console", "--no-open", "--json");
            var page = new ConsoleVisitor(
                    Json.parse(shell.awaitOutput("}")).path("url").asString());
            page.post("servers", Json.object().put("text", mcp.url()).put("name", "guarded"));
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> page.get("state").toString().contains("\"state\":\"login\""));

            await().atMost(60, TimeUnit.SECONDS)
                    .untilAsserted(() -> assertThat(page.post("servers/guarded/login", Json.object())
                                    .path("steps")
                                    .toString())
                            .contains("Ask the server who grants access", "Wait for you to log in"));

            shell.interrupt();
            assertThat(running.get(60, TimeUnit.SECONDS).code()).isZero();
        }
    }

    @Test
    void aPortThatIsNoneAndACommandAreRefused() {
        assertThat(shell().run("console", "--port", "70000").err())
                .isEqualTo("fairlead: --port is between 1 and 65535, not 70000\n");
        assertThat(shell().run("console", "--", "cat").code()).isEqualTo(2);
    }
}
