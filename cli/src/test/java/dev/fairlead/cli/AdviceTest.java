package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What people are told to type about a server whose name a shell would run. */
@Timeout(120)
final class AdviceTest {
    private static final String NAME = "x;touch canary;";
    private static final String QUOTED = "'x;touch canary;'";

    @TempDir
    Path folder;

    private Path home;

    @BeforeEach
    void configure() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
        var servers = Json.object();
        servers.set(
                NAME,
                ServersTest.command(List.of(folder.resolve("no-such-program").toString())));
        ServersTest.write(home.resolve("fairlead.json"), servers);
    }

    private String told(String... words) {
        var run = new Shell().home(home).run(words);
        assertThat(run.code()).isNotZero();
        // Quotes around quotes would turn them inside out.
        assertThat(run.out() + run.err()).doesNotContain("'fairlead doctor '", "'fairlead approve '");
        return run.out() + run.err();
    }

    @Test
    void namesStandInQuotesOfTheirOwnAndCommandsThenInNone() throws Exception {
        assertThat(told("servers")).contains("run fairlead doctor " + QUOTED);
        assertThat(told("chat", NAME, "--model", "demo", "--once", "hello"))
                .contains("; run fairlead doctor " + QUOTED);
        assertThat(told("add", "other;touch canary;", "server"))
                .contains("fairlead add 'other;touch canary;' -- server");

        var servers = Json.object();
        servers.set(NAME, ServersTest.command(List.of("sh")));
        var project = ServersTest.write(folder.resolve("project.json"), servers);
        assertThat(told("tools", NAME, "--config", project.toString()))
                .contains("look at it with fairlead approve " + QUOTED + " --config ");
    }
}
