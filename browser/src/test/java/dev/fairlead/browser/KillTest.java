package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The backend is killed in the middle of its work, and started again in the same folder. */
@InBrowser
class KillTest {
    private static final String DRAFT = "typed, and not yet sent";

    @TempDir
    private Path home;

    @Test
    void nothingThatWasSavedIsLostAndNoProcessIsLeft(Visitor visitor) {
        var page = visitor.page();
        try (var first = ConsoleProcess.start(home)) {
            visitor.open(first.url());
            work(visitor);
            awaitSaved();
            var servers = first.servers();
            assertThat(servers).isNotEmpty();
            first.kill();
            servers.forEach(ConsoleProcess::awaitEnd);
        }
        var banner = page.getByLabel("Connection to the console");
        assertThat(banner).containsText("does not answer");
        assertThat(visitor.message()).hasValue(DRAFT);

        try (var second = ConsoleProcess.start(home)) {
            // Nobody touches the page: it finds back by itself, with the cookie that it has.
            assertThat(banner).isEmpty();
            visitor.seesConnected(1);
            asBefore(visitor);
            page.reload();
            visitor.seesConnected(1).goTo("Chat");
            asBefore(visitor);
            var servers = second.servers();
            assertThat(servers).isNotEmpty();
            second.kill();
            servers.forEach(ConsoleProcess::awaitEnd);
        }
    }

    private static void work(Visitor visitor) {
        var page = visitor.page();
        visitor.connectDialog()
                .getByLabel(Pattern.compile("^Keep it in my configuration"))
                .check();
        visitor.hasConnected(demo(), 1);
        visitor.button("Settings").click();
        page.getByLabel("Tool steps before a chat stops").fill("7");
        visitor.button("Save settings").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);

        visitor.choosesTool("echo")
                .writesArguments("{\"text\":\"before the kill\"}")
                .runs();
        assertThat(visitor.card("echo", "success")).containsText("before the kill");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Saved")))
                .click();
        page.getByRole(AriaRole.MENUITEM, new Page.GetByRoleOptions().setName(Pattern.compile("^Save these")))
                .click();
        page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("my call");
        visitor.button("Save call").click();
        assertThat(visitor.button("Saved (1)")).isVisible();

        visitor.choosesTool("sleep")
                .writesArguments("{\"seconds\":3000,\"steps\":3000}")
                .runs();
        assertThat(visitor.card("sleep", "running")).isVisible();
        visitor.goTo("Chat").says("what tools do you have?");
        assertThat(page.locator(".message.assistant").last()).containsText("echo");
        assertThat(visitor.button("Send")).isVisible();
        visitor.message().fill(DRAFT);
    }

    /** What the console keeps it writes soon after, not at once. */
    private void awaitSaved() {
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            var kept = kept();
            return kept.contains("what tools do you have?")
                    && kept.contains("I have these tools")
                    && kept.contains("my call")
                    && kept.contains("before the kill")
                    && kept.contains("\"maxSteps\":7");
        });
    }

    private String kept() {
        var all = new StringBuilder();
        try (var files = Files.walk(home.resolve("console"))) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                all.append(Files.readString(file));
            }
        } catch (IOException | UncheckedIOException replaced) {
            return ""; // A file was replaced by its newer version meanwhile: look again.
        }
        return all.toString().replaceAll("\\s*:\\s*", ":");
    }

    private static void asBefore(Visitor visitor) {
        var page = visitor.page();
        assertThat(visitor.message()).hasValue(DRAFT);
        assertThat(page.locator(".message.user")).hasText("what tools do you have?");
        assertThat(page.locator(".message.assistant")).containsText("echo");
        assertThat(page.getByTestId("chat-list")
                        .getByRole(AriaRole.LINK)
                        .filter(new Locator.FilterOptions().setHasText("what tools")))
                .hasCount(1);
        visitor.choosesTool("sleep");
        assertThat(page.getByRole(AriaRole.ARTICLE, new Page.GetByRoleOptions().setName(Pattern.compile(", running$"))))
                .hasCount(0);
        visitor.choosesTool("echo");
        assertThat(visitor.button("Saved (1)")).isVisible();
        assertThat(page.getByTestId("history")).containsText("before the kill");
        visitor.button("Settings").click();
        assertThat(page.getByLabel("Tool steps before a chat stops")).hasValue("7");
        visitor.closesDialog().goTo("Chat");
    }

    private static String demo() {
        var command = DemoServer.command();
        var config = Json.object();
        var entry = config.putObject("mcpServers").putObject("kept").put("command", command.getFirst());
        command.stream().skip(1).forEach(entry.putArray("args")::add);
        return Json.write(config);
    }
}
