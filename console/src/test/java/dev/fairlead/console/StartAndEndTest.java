package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.console.keep.Keep;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.ProtectedMcp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A console has its folder and its ports before it does anything, and loses nothing when it ends. */
@Timeout(120)
final class StartAndEndTest {
    @TempDir
    private Path home;

    private final List<String> messages = new CopyOnWriteArrayList<>();

    private Console.Builder builder() {
        var environment = Map.of("FAIRLEAD_HOME", home.toString());
        return Console.builder()
                .home(home)
                .userHome(home)
                .environment(environment)
                .search(ConfigSearch.of(environment, home, home, "linux"))
                .messages(messages::add);
    }

    private JsonNode kept(String name) throws IOException {
        return Keep.in(home.resolve("console")).read(name).orElseThrow();
    }

    @Test
    void theSecondConsoleInAFolderSaysWhereTheFirstIs() throws Exception {
        try (var first = builder().start()) {
            var token = first.url().replaceAll(".*token=", "");

            assertThatThrownBy(() -> builder().start())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("http://127.0.0.1:%d/".formatted(first.port()))
                    .hasMessageContaining("FAIRLEAD_HOME")
                    .hasMessageContaining("process " + ProcessHandle.current().pid())
                    .hasMessageNotContaining(token);
            assertThat(kept("running").toString()).doesNotContain(token);
        }

        builder().start().close();
    }

    @Test
    void aPortThatSomebodyElseHadIsNotComeBackTo() throws Exception {
        int port;
        int moved;
        try (var console = builder().start()) {
            port = console.port();
        }

        try (var taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                var console = builder().start()) {
            assertThat(taken.getLocalPort()).isEqualTo(port);
            assertThat(console.port()).isNotEqualTo(port);
            assertThat(messages).anyMatch(message -> message.contains("port %d is taken".formatted(port)));
            moved = console.port();
        }

        try (var console = builder().start()) {
            assertThat(console.port()).isEqualTo(moved);
        }
    }

    @Test
    void whatCannotBeStartedLeavesNothingOpen() throws Exception {
        int port;
        try (var console = builder().start()) {
            port = console.port();
        }

        assertThatThrownBy(() -> builder()
                        .host(host -> {
                            throw new IllegalStateException("on purpose");
                        })
                        .start())
                .hasMessage("on purpose");

        try (var console = builder().start()) {
            assertThat(console.port()).as("which was given back").isEqualTo(port);
        }
    }

    @Test
    void bothPortsAreGivenBackWhereTheyCannotBeNoted() throws Exception {
        int port;
        try (var console = builder().start()) {
            port = console.port();
        }
        int sandbox = kept("place").path("sandboxPort").asInt();
        var note = home.resolve("console").resolve("place.json");

        try (var taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(taken.getLocalPort()).isEqualTo(port);
            assertThatThrownBy(() -> builder()
                            .messages(message -> {
                                try {
                                    Files.delete(note);
                                    Files.createDirectories(note.resolve("in the way"));
                                } catch (IOException failure) {
                                    throw new UncheckedIOException(failure);
                                }
                            })
                            .start())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("place");
        }

        try (var free = new ServerSocket(sandbox, 1, InetAddress.getLoopbackAddress())) {
            assertThat(free.getLocalPort()).isEqualTo(sandbox);
        }
    }

    @Test
    void whatGoesOnEndsAndIsKeptBeforeTheConsoleIsClosed() throws Exception {
        try (var grantor = AuthServer.start();
                var mcp = ProtectedMcp.serving(FakeServer.named("guarded").build(), grantor)) {
            var page = new Page(home);
            try {
                page.connect("demo");
                var login = Json.object().put("text", mcp.url()).put("name", "guarded");
                page.post("/api/servers", Json.write(login));
                page.awaitServer("guarded", "login");
                page.post("/api/servers/guarded/login", "{}");
                var talk = new Talk(page);
                talk.say("add 2 and 3");
                page.approval();
                page.close();

                assertThat(kept("history").path("calls").valueStream())
                        .isNotEmpty()
                        .noneMatch(call -> List.of("pending", "approval", "running")
                                .contains(call.path("state").asString("")));
                assertThat(kept("chats/" + talk.id()).toString()).contains("add 2 and 3");
            } finally {
                page.close();
            }
        }
    }
}
