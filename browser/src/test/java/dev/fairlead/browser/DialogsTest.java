package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;

/** What dialogs keep and give back, and the log of a server, which is one. */
@InBrowser
class DialogsTest {
    private static final String TALKER =
            "sh -c 'i=0; while [ $i -lt 300 ]; do i=$((i+1)); echo line $i of 300 >&2; done; exec sleep 600'";

    @Test
    void aLogIsFollowedUntilSomebodyScrollsUp(Visitor visitor) {
        visitor.open().connects(TALKER);
        visitor.button("More for sh").click();
        visitor.the(AriaRole.MENUITEM, "Log").click();

        var log = visitor.page().getByTestId("server-log");
        var follow = visitor.button("Follow the newest");
        assertThat(log).containsText("line 300 of 300");
        assertThat(follow).hasAttribute("aria-pressed", "true");

        log.focus();
        visitor.page().keyboard().press("Home");
        assertThat(log).containsText("line 1 of 300");
        assertThat(follow).hasAttribute("aria-pressed", "false");

        visitor.page().keyboard().press("End");
        assertThat(follow).hasAttribute("aria-pressed", "true");

        visitor.page().getByLabel("Filter the log").fill("line 299 of");
        assertThat(log).containsText("line 299 of 300");
        assertThat(log).not().containsText("line 300 of 300");
        visitor.page().getByLabel("Filter the log").fill("nobody writes this");
        assertThat(visitor.the(AriaRole.STATUS, "Lines")).hasText("No line matches the filter.");
    }

    @Test
    void theFocusGoesBackAndWhatWasTypedStays(Visitor visitor) {
        visitor.open();
        var field = visitor.connectDialog().getByLabel("Script path, command, URL or JSON");
        field.fill("python3 not-connected.py");
        visitor.closesDialog();
        assertThat(visitor.connectButton()).isFocused();
        visitor.connectDialog();
        assertThat(field).hasValue("python3 not-connected.py");
        assertThat(visitor.page().getByTestId("servers")).hasCount(0);
    }

    @Test
    void whatIsWrongWithAnEntryIsToldOnceAndOnlyWhileItIs(Visitor visitor) {
        visitor.open().connects(TALKER);
        visitor.button("More for sh").click();
        visitor.the(AriaRole.MENUITEM, "Edit").click();
        var dialog = visitor.the(AriaRole.DIALOG, "Edit sh");
        var entry = dialog.getByLabel("Entry");
        var refusal = dialog.getByRole(AriaRole.ALERT);

        entry.fill("[1]");
        assertThat(dialog.getByText("An entry is a JSON object")).hasCount(1);
        assertThat(visitor.button("Save and reconnect")).isDisabled();
        entry.fill("{}");
        assertThat(dialog.getByText("An entry is a JSON object")).hasCount(0);
        visitor.button("Save and reconnect").click();
        assertThat(refusal).hasCount(1);
        assertThat(refusal).containsText("This entry cannot be used");
        entry.fill("{ }");
        assertThat(refusal).hasCount(0);
        visitor.button("Cancel").click();
    }
}
