package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.auth.store.FileStore;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tokens that could not be stored when they were renewed. */
@Timeout(120)
final class UnstoredTokenTest {
    @TempDir
    Path folder;

    private final CountDownLatch called = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);

    @Test
    void aCommandThatIsInterruptedStoresThemBeforeItsProcessMayEnd() throws Exception {
        var home = folder.resolve("kept");
        try (var scene = new LoginScene(home, grantor -> waiting());
                AutoCloseable ignoredEnd = answers::countDown) {
            scene.login();
            scene.grantor().expireAll();
            // Where the file is written first: nothing can be while this is there.
            var obstacle = Files.createDirectories(home.resolve("credentials.json.tmp/obstacle"));
            var shell = scene.shell();
            var run = scene.begin(shell, "call", "wait");
            assertThat(called.await(60, TimeUnit.SECONDS)).isTrue();

            var store = FileStore.at(home.resolve("credentials.json"));
            var grant = store.keys("token/grant|").getFirst();
            var stopping = Thread.ofVirtual().unstarted(shell::interrupt);
            try (var ignored = store.lease(grant, Duration.ofSeconds(30))) {
                Files.delete(obstacle);
                stopping.start();
                assertThat(stopping.join(Duration.ofMillis(500)))
                        .as("the process may end, and nothing is stored")
                        .isFalse();
            }
            stopping.join();

            assertThat(run.get(60, TimeUnit.SECONDS).code()).isEqualTo(130);
            assertThat(scene.run(scene.shell(), "tools").code()).isZero();
            assertThat(scene.opened).as("logins").hasSize(1);
            assertThat(scene.grantor().refreshReuses()).isZero();
        }
    }

    private FakeServer waiting() {
        return FakeServer.named("fake")
                .tool(Tool.of("wait", "Waits.", Json.object().put("type", "object")), call -> {
                    called.countDown();
                    answers.await();
                    return CallToolResult.ofText("over");
                })
                .build();
    }
}
