package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.real.NeedsPublishedServers;
import dev.fairlead.testkit.real.PublishedServers;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Servers that others have published, as a person meets them in the console. */
@InBrowser
@ExtendWith({NeedsPublishedServers.class, BrowserNeeds.class})
class PublishedServersTest {
    @Test
    void everythingIsTriedOut(Visitor visitor) {
        var page = visitor.open().page();
        visitor.hasConnected(json("everything", PublishedServers.command("everything")), 1);

        visitor.choosesTool("echo").writesArguments("{\"message\":\"hello\"}").runs();
        assertThat(visitor.card("echo", "success")).containsText("hello");
        visitor.choosesTool("trigger-long-running-operation")
                .writesArguments("{\"duration\":60,\"steps\":60}")
                .runs();
        var running = visitor.card("trigger-long-running-operation", "running");
        assertThat(running.getByRole(AriaRole.PROGRESSBAR)).isVisible();
        visitor.button("Cancel").click();
        assertThat(visitor.card("trigger-long-running-operation", "cancelled")).isVisible();
        visitor.choosesTool("get-tiny-image").runs();
        var picture = visitor.card("get-tiny-image", "success").locator("img");
        assertThat(picture).isVisible();
        assertThat((Boolean) picture.evaluate("image => image.decode().then(() => image.naturalWidth > 0)"))
                .isTrue();

        visitor.goTo("Prompts");
        page.getByRole(AriaRole.MAIN)
                .getByRole(AriaRole.LINK)
                .filter(new Locator.FilterOptions().setHasText("completable-prompt"))
                .click();
        page.getByLabel("department", new Page.GetByLabelOptions().setExact(true))
                .fill("E");
        assertThat(page.getByTestId("proposals").first().locator("option[value=Engineering]"))
                .hasCount(1);
        page.getByLabel("department", new Page.GetByLabelOptions().setExact(true))
                .fill("Engineering");
        page.getByLabel("name", new Page.GetByLabelOptions().setExact(true)).fill("Alice");
        visitor.button("Get the prompt").click();
        assertThat(page.getByRole(AriaRole.MAIN)).containsText("Alice");

        visitor.goTo("Resources");
        page.getByTestId("resource-list")
                .getByRole(AriaRole.LINK)
                .filter(new Locator.FilterOptions().setHasText(".md"))
                .first()
                .click();
        assertThat(page.getByTestId("resource-contents")).not().isEmpty();
    }

    @Test
    void anOfficialExampleShowsItsOwnInterface(Visitor visitor) {
        var page = visitor.open().page();
        visitor.hasConnected(json("example", BrowserNeeds.example("basic-vanillajs")), 1);
        visitor.choosesTool("get-time").runs();
        var consent = page.getByLabel("Consent for the app of get-time");
        var app = page.getByLabel("App of get-time", new Page.GetByLabelOptions().setExact(true));
        assertThat(consent.or(app).first()).isVisible();
        if (consent.isVisible()) {
            consent.getByRole(AriaRole.BUTTON).first().click();
        }
        var inside = page.frameLocator("iframe").frameLocator("iframe");
        var button = inside.getByRole(
                AriaRole.BUTTON, new FrameLocator.GetByRoleOptions().setName(Pattern.compile("Get Server Time")));
        assertThat(button).isVisible();
        assertThat(visitor.card("get-time", "success")).isVisible();
        assertLockedIn(visitor);

        button.click();
        // What an app calls waits for the person as what a model calls does.
        var allow =
                page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Allow once")));
        assertThat(allow.first()).isVisible();
        allow.first().click();
        assertThat(inside.locator("body")).containsText(Pattern.compile("\\d{4}-\\d\\d-\\d\\dT"));
    }

    /** Tries from inside of the app what no app may do. */
    private static void assertLockedIn(Visitor visitor) {
        var inner = visitor.page().frames().stream()
                .filter(frame ->
                        frame.parentFrame() != null && frame.parentFrame().parentFrame() != null)
                .findFirst()
                .orElseThrow();
        for (var attempt : List.of(
                "() => { try { return String(top.document.title); } catch { return 'locked'; } }",
                "() => { try { return String(parent.document.title); } catch { return 'locked'; } }",
                "() => { try { localStorage.length; return 'storage'; } catch { return 'locked'; } }")) {
            assertThat(inner.evaluate(attempt)).as(attempt).isEqualTo("locked");
        }
        assertThat(inner.evaluate("() => origin")).isEqualTo("null");
    }

    private static String json(String name, List<String> command) {
        var config = Json.object();
        var entry = config.putObject("mcpServers").putObject(name).put("command", command.getFirst());
        command.stream().skip(1).forEach(entry.putArray("args")::add);
        return Json.write(config);
    }
}
