package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.HostileServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How it ends with processes that would go on for ever, or that nobody should go on with. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a shell says which process it is")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("thorough")
class HostileEndsTest {
    @TempDir
    private Path folder;

    private final Recording heard = new Recording();

    private StdioTransport hostile(String mode, String... options) {
        var words = new ArrayList<>(
                List.of("sh", "-c", "echo $$ > \"$0\"; exec \"$@\"", pidFile().toString()));
        words.addAll(HostileServer.command(mode, options));
        return StdioTransport.of(ServerCommand.of(words)).named("S");
    }

    private Path pidFile() {
        return folder.resolve("pid");
    }

    private boolean runs() throws IOException {
        long pid = Long.parseLong(Files.readString(pidFile()).strip());
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    @EachEra
    @Verifies({"I-8", "I-9"})
    void closingEndsAHundredCallsThatNobodyAnswers(Era era) throws Exception {
        var transport = hostile("never", "--era", era.name().toLowerCase(Locale.ROOT));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var client = McpClient.connect(
                        transport, ClientProfile.builder().listener(heard).build())) {
            client.listTools();
            var calls = IntStream.range(0, 100)
                    .mapToObj(i -> threads.submit(() -> client.callTool("echo", Map.of("text", "call " + i))))
                    .toList();
            await().atMost(LIMIT).until(() -> heard.errorLines.size() >= 100);

            long began = System.nanoTime();
            client.close();

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
            for (var call : calls) {
                assertThatThrownBy(() -> call.get(30, TimeUnit.SECONDS))
                        .cause()
                        .isInstanceOf(ClientClosedException.class);
            }
            assertThat(runs()).isFalse();
        }
    }

    @Test
    void aProcessWhoseLineHasNoEndEndsWithItsClient() throws Exception {
        var transport = hostile("endless-line").withMaxMessageBytes(1 << 20);
        try (var client = McpClient.connect(transport)) {
            assertThat(runs()).isTrue();
            assertThatThrownBy(() -> client.callTool("echo", null)).isInstanceOf(McpException.class);
        }
        assertThat(runs()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    @Verifies({"B-2", "B-5"})
    void aProcessOfARevisionThatNobodySpeaksIsToldNothingMoreAndEnded(int variant) throws Exception {
        var transport = hostile("version-evil", "--v", Integer.toString(variant));
        var profile = ClientProfile.builder().listener(heard).build();
        assertThatThrownBy(() -> McpClient.connect(transport, profile)).isInstanceOf(VersionException.class);
        await().atMost(LIMIT).until(() -> !runs());
        assertThat(heard.errorLines).noneMatch(line -> line.contains("went on in spite of the version"));
    }
}
