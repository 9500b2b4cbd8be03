package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The host that everybody in a program shares, in a program of its own. */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class HostSharedTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void aUserWithOneServer() throws IOException {
        var entry = Json.object().put("command", "sh");
        entry.putArray("args").add(ShellServer.in(folder).toString()).add("s");
        var config = Json.object();
        config.putObject("mcpServers").set("s", entry);
        Files.writeString(folder.resolve("fairlead.json"), Json.write(config));
    }

    @Test
    void thereIsOneHoweverManyAskForItAndItEndsWithTheProgram() throws Exception {
        var program = start();
        try (var said = program.inputReader(StandardCharsets.UTF_8)) {
            assertOneHost(said);
            assertThat(program.waitFor(60, TimeUnit.SECONDS))
                    .as("it ends by itself")
                    .isTrue();
            assertThat(program.exitValue()).isZero();
        } finally {
            program.destroyForcibly();
        }
        assertNobodyIsLeft();
    }

    @Test
    void serversEndWithAProgramThatIsAskedToEnd() throws Exception {
        var program = start("wait");
        try (var said = program.inputReader(StandardCharsets.UTF_8)) {
            assertOneHost(said);
            program.destroy();
            assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            program.destroyForcibly();
        }
        assertNobodyIsLeft();
    }

    private static void assertOneHost(BufferedReader said) throws IOException {
        assertThat(said.readLine()).isEqualTo("1 host");
        assertThat(said.readLine()).isEqualTo("done");
    }

    private void assertNobodyIsLeft() throws IOException {
        assertThat(ShellServer.started(folder, "s")).as("started once").hasSize(1);
        assertThat(ShellServer.started(folder, "s")).noneMatch(ShellServer::alive);
        assertThat(folder.resolve("fairlead.db"))
                .as("kept where the user's things are")
                .exists();
    }

    private Process start(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SharedProgram.class.getName()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command)
                .directory(Files.createDirectories(folder.resolve("elsewhere")).toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("FAIRLEAD_HOME", folder.toString());
        builder.environment().remove("FAIRLEAD_CONFIG");
        builder.environment().remove("MCP_SERVER_URL");
        return builder.start();
    }
}
