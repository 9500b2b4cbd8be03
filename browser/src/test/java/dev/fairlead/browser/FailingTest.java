package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Servers that do not start, calls that do not succeed, and servers that nobody has agreed to yet. */
@InBrowser
class FailingTest {
    @Test
    void aServerThatStopsSaysWithWhichCodeAndWhatItWroteLast(Visitor visitor) {
        visitor.open().connects("sh -c 'echo one >&2; echo the disk is full >&2; exit 7'");
        var row = visitor.server("sh");
        assertThat(row).containsText("failed");
        assertThat(row).containsText("code 7");
        assertThat(row.getByLabel("Last output")).containsText("the disk is full");
        assertThat(visitor.connectButton()).hasAccessibleName(Pattern.compile("0 connected.*1 failed"));
        assertThat(visitor.button("Reconnect sh")).isVisible();
    }

    @Test
    void whatCannotBeConnectedIsSaidBeforeAnythingStarts(Visitor visitor) {
        visitor.open();
        var dialog = visitor.connectDialog();
        var understood = dialog.getByLabel("What was understood");
        var field = dialog.getByLabel("Script path, command, URL or JSON");
        for (var wrong : new String[] {"/no/such/script.py", "{\"mcpServers\": {", "no-such-program-anywhere --x"}) {
            field.fill(wrong);
            assertThat(understood.locator(".bad-text")).isVisible();
            assertThat(dialog.getByRole(
                            AriaRole.BUTTON,
                            new Locator.GetByRoleOptions().setName("Connect").setExact(true)))
                    .isDisabled();
        }
        field.fill("");
        visitor.seesConnected(0);
    }

    @Test
    void aServerOfAProjectsFileWaitsForConsent(Visitor visitor, Bench bench) throws IOException {
        var command = DemoServer.command();
        var config = Json.object();
        var entry = config.putObject("mcpServers").putObject("theirs").put("command", command.getFirst());
        command.stream().skip(1).forEach(entry.putArray("args")::add);
        Files.writeString(bench.folder().resolve(".mcp.json"), Json.write(config));

        visitor.open();
        assertThat(visitor.connectButton()).hasAccessibleName(Pattern.compile("waiting for you"));
        visitor.connectDialog();
        var row = visitor.server("theirs");
        assertThat(row).containsText("waits for your consent");
        assertThat(visitor.page().getByTestId("connected-count")).hasText("0");
        row.getByText("Allow and connect").click();
        assertThat(row.getByTestId("tool-count")).hasText("9 tools");
        visitor.seesConnected(1);
    }

    @Test
    void argumentsThatDoNotFitAreNotSentAndSlowCallsAreCancelled(Visitor visitor, Bench bench) {
        visitor.open().hasConnected(bench.serveDemo(), 1);
        visitor.choosesTool("add").runs();
        assertThat(visitor.page().getByRole(AriaRole.ALERT).first()).containsText("Not sent");
        assertThat(visitor.page().getByRole(AriaRole.ARTICLE)).hasCount(0);

        visitor.choosesTool("sleep")
                .writesArguments("{\"seconds\":600,\"steps\":1200}")
                .runs();
        assertThat(visitor.card("sleep", "running").getByRole(AriaRole.PROGRESSBAR))
                .isVisible();
        assertThat(visitor.card("sleep", "running")).containsText("step ");
        visitor.button("Cancel").click();
        assertThat(visitor.card("sleep", "cancelled")).isVisible();

        visitor.choosesTool("fail").runs();
        assertThat(visitor.card("fail", "error from the tool")).containsText("This tool always fails.");
        visitor.choosesTool("ask").runs();
        var card = visitor.card("ask", "running");
        card.getByLabel(Pattern.compile("^name")).first().fill("Ada");
        card.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Submit"))
                .click();
        assertThat(visitor.card("ask", "success")).containsText("Hello, Ada!");
        assertThat(visitor.watch().requests()).noneMatch(url -> url.contains("undefined"));
    }
}
