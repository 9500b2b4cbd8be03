package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.testkit.DemoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Servers that do not say what they should, and what can be read about it. */
@InBrowser
class ServerOutputTest {
    private static final String ONLY_WRITES =
            "echo 'talking to nobody' >&2; while read -r line; do echo \"heard $line\" >&2; done";

    @Test
    void aServerThatOnlyWritesToItsLogIsGivenUpAndCanBeRead(Visitor visitor) {
        visitor.open().connects("""
            {"mcpServers":{"mute":{"command":"sh","args":["-c","%s"],"startupTimeout":"3s"}}}\
            """.formatted(ONLY_WRITES.replace("\"", "\\\"")));
        var row = visitor.server("mute");
        assertThat(row).containsText("failed");
        assertThat(row.getByLabel("Last output")).containsText("heard {");
        visitor.seesConnected(0);
        ConfigurationTest.log(visitor, "mute");
        var log = visitor.the(AriaRole.DIALOG, "Log of mute");
        assertThat(log).containsText("talking to nobody");
        assertThat(log).containsText("heard {\"jsonrpc\":\"2.0\"");
        assertThat(log.getByTestId("server-log").getByRole(AriaRole.LISTITEM).first())
                .containsText(Pattern.compile("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} "));
    }

    @Test
    void aServerThatFailsOnceIsConnectedAgainByThePerson(Visitor visitor, Bench bench) throws IOException {
        var mark = bench.folder().resolve("tried");
        var command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "if [ ! -e '%s' ]; then echo 'the database is asleep' >&2; exit 5; fi; exec \"$0\" \"$@\""
                        .formatted(mark)));
        command.addAll(DemoServer.command());
        visitor.open().connects(GuardedServer.program("moody", command.toArray(String[]::new)));
        var row = visitor.server("moody");
        assertThat(row).containsText("code 5");
        assertThat(row.getByLabel("Last output")).containsText("the database is asleep");
        assertThat(visitor.connectButton()).hasAccessibleName(Pattern.compile("0 connected.*1 failed"));
        Files.createFile(mark);
        visitor.button("Reconnect moody").click();
        assertThat(row.getByTestId("tool-count")).hasText("9 tools");
        visitor.seesConnected(1);
        assertThat(row.getByLabel("Last output")).hasCount(0);
        ConfigurationTest.log(visitor, "moody");
        assertThat(visitor.the(AriaRole.DIALOG, "Log of moody")).containsText("the database is asleep");
        assertThat(visitor.the(AriaRole.DIALOG, "Log of moody")).containsText("fairlead-demo: ready");
    }
}
