package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.testkit.DemoServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Servers that are configured: by other products, by a project, and by the person, who changes them. */
@InBrowser
class ConfigurationTest {
    @Test
    void aServerOfAnotherProductIsImportedAndEditedWithItsSecretHiddenAndInForce(Visitor visitor, Bench bench)
            throws IOException {
        var theirs = bench.home().resolve(".cursor").resolve("mcp.json");
        Files.createDirectories(theirs.getParent());
        Files.writeString(theirs, GuardedServer.config("guarded"));
        visitor.open();
        var dialog = visitor.connectDialog();
        dialog.getByText("Found on this machine").click();
        var found = dialog.getByTestId("found");
        assertThat(found).containsText("Cursor");
        assertThat(found).containsText("guarded");
        visitor.seesConnected(0);
        noSecret(visitor);
        visitor.button("Import guarded").click();
        visitor.seesConnected(1);
        assertThat(visitor.server("guarded").getByTestId("tool-count")).hasText("9 tools");
        assertThat(Files.readString(theirs))
                .as("the file of the other product")
                .isEqualTo(GuardedServer.config("guarded"));

        log(visitor, "guarded");
        var log = visitor.the(AriaRole.DIALOG, "Log of guarded");
        assertThat(log).containsText("welcome with");
        noSecret(visitor);
        assertThat(visitor.copies(visitor.button("Copy the log")))
                .contains("welcome with")
                .doesNotContain(GuardedServer.SECRET);
        visitor.page().keyboard().press("Escape");

        edited(visitor);
    }

    private static void edited(Visitor visitor) {
        visitor.connectDialog();
        visitor.button("More for guarded").click();
        visitor.the(AriaRole.MENUITEM, "Edit").click();
        var entry = visitor.page().getByLabel("Entry");
        assertThat(entry).hasValue(Pattern.compile("\"DEMO_TOKEN\"\\s*:\\s*\"•+\""));
        noSecret(visitor);
        var changed = entry.inputValue().replaceFirst("\\{", "{\"description\":\"changed by hand\",");
        entry.fill(changed);
        visitor.button("Save and reconnect").click();
        assertThat(visitor.the(AriaRole.DIALOG, "Edit guarded")).hasCount(0);
        visitor.connectDialog();
        // It would not start without its secret.
        assertThat(visitor.server("guarded")).containsText("connected");
        visitor.seesConnected(1);

        visitor.button("More for guarded").click();
        visitor.the(AriaRole.MENUITEM, "Edit").click();
        assertThat(entry).hasValue(Pattern.compile("changed by hand"));
        assertThat(entry).hasValue(Pattern.compile("\"DEMO_TOKEN\"\\s*:\\s*\"•+\""));
        entry.fill(entry.inputValue().replaceFirst("(\"DEMO_TOKEN\"\\s*:\\s*)\"•+\"", "$1\"another\""));
        visitor.button("Save and reconnect").click();
        assertThat(visitor.the(AriaRole.DIALOG, "Edit guarded")).hasCount(0);
        visitor.connectDialog();
        assertThat(visitor.server("guarded")).containsText("the token is missing");
        visitor.seesConnected(0);
    }

    @Test
    void nothingOfAProjectStartsBeforeSomebodyAgrees(Visitor visitor, Bench bench) throws IOException {
        var started = bench.folder().resolve("started");
        Files.writeString(bench.folder().resolve(".mcp.json"), GuardedServer.program("theirs", marking(started)));
        visitor.open();
        visitor.connectDialog();
        var row = visitor.server("theirs");
        var consent = visitor.the(AriaRole.GROUP, "Consent for theirs");
        assertThat(consent).containsText("touch");
        visitor.seesConnected(0);
        assertThat(started).doesNotExist();
        visitor.button("Do not start theirs").click();
        assertThat(row).containsText("disconnected");
        // To connect it after all is not to agree to it.
        visitor.button("Reconnect theirs").click();
        assertThat(consent).isVisible();
        visitor.page().reload();
        visitor.connectDialog();
        assertThat(visitor.server("theirs")).isVisible();
        visitor.seesConnected(0);
        assertThat(started).doesNotExist();
    }

    @Test
    void whoeverAgreesToWhatHasChangedSinceIsShownWhatItIsNow(Visitor visitor, Bench bench) throws IOException {
        var script = bench.folder().resolve("theirs.py");
        Files.writeString(script, "print('harmless')\n");
        Files.writeString(
                bench.folder().resolve(".mcp.json"), GuardedServer.program("theirs", "python3", script.toString()));
        visitor.open();
        visitor.connectDialog();
        var consent = visitor.the(AriaRole.GROUP, "Consent for theirs");
        assertThat(consent).containsText("theirs.py");
        var started = bench.folder().resolve("started");
        // It changes after the person has decided, and before the console hears of that.
        visitor.page().route("**/api/servers/theirs/consent", route -> {
            try {
                Files.writeString(script, "open('%s', 'w').close()\n".formatted(started));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            route.resume();
        });

        visitor.button("Allow and connect theirs").click();

        assertThat(consent).containsText("It has changed since it was shown here, so nothing was started.");
        assertThat(started).doesNotExist();
        assertThat(visitor.button("Allow and connect theirs")).isEnabled();
        visitor.button("Allow and connect theirs").click();
        assertThat(consent).hasCount(0);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(started).exists());
    }

    /** Returns the demo server as a program that leaves a mark when it starts. */
    private static String[] marking(Path mark) {
        var command = DemoServer.command();
        var all = new String[command.size() + 3];
        all[0] = "sh";
        all[1] = "-c";
        all[2] = "touch '%s'; exec \"$0\" \"$@\"".formatted(mark);
        for (int i = 0; i < command.size(); i++) {
            all[i + 3] = command.get(i);
        }
        return all;
    }

    static void log(Visitor visitor, String server) {
        visitor.connectDialog();
        visitor.button("More for " + server).click();
        visitor.the(AriaRole.MENUITEM, "Log").click();
    }

    private static void noSecret(Visitor visitor) {
        assertThat(visitor.page().content()).doesNotContain(GuardedServer.SECRET);
        assertThat(visitor.page().locator("textarea, input").all().stream().map(Locator::inputValue))
                .noneMatch(value -> value.contains(GuardedServer.SECRET));
    }
}
