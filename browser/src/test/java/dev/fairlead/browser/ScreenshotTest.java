package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Makes the pictures of every area: below {@code target/}, or in the documentation where
 * {@code -Dfairlead.screenshots.write=true}.
 */
@InBrowser
class ScreenshotTest {
    private static final Path PLACE = Boolean.getBoolean("fairlead.screenshots.write")
            ? Path.of("..", "docs", "console")
            : Path.of("target", "screenshots");
    private static final String FAILING = "sh -c 'echo \"orders: no database at db.internal:5432\" >&2; exit 3'";

    @Test
    void everyAreaHasItsPicture(Visitor visitor, Bench bench) {
        visitor.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        visitor.open();
        servers(visitor, bench);
        tools(visitor);
        chat(visitor);
        prompts(visitor);
        resources(visitor);
        traffic(visitor);
        visitor.goTo("Dashboard");
        assertThat(visitor.page().getByRole(AriaRole.MAIN)).containsText("demo");
        shoot(visitor, "dashboard");
        otherLooks(visitor);
    }

    private static void servers(Visitor visitor, Bench bench) {
        var named = "{\"mcpServers\":{\"demo-by-url\":{\"url\":\"%s\"}}}".formatted(bench.serveDemo());
        visitor.connects("demo").seesConnected(1).connects(named).seesConnected(2);
        visitor.connects(FAILING);
        assertThat(visitor.connectDialog()).containsText("no database");
        visitor.page()
                .getByLabel("Script path, command, URL or JSON")
                .fill("npx -y @modelcontextprotocol/server-memory");
        assertThat(visitor.page().getByLabel("What was understood")).containsText("server-memory");
        shoot(visitor, "connect");
        visitor.page().getByLabel("Script path, command, URL or JSON").fill("");
        visitor.closesDialog();
    }

    private static void tools(Visitor visitor) {
        visitor.choosesTool("weather");
        visitor.the(AriaRole.FORM, "Arguments of weather")
                .getByLabel(Pattern.compile("^city"))
                .first()
                .fill("Bergen");
        visitor.runs();
        assertThat(visitor.card("weather", "success")).containsText("18.5");
        shoot(visitor, "tools");
        visitor.choosesTool("ask").runs();
        assertThat(visitor.card("ask", "running")).containsText("Who are you?");
        shoot(visitor, "question");
        visitor.button("Decline").click();
        assertThat(visitor.card("ask", "success")).isVisible();
    }

    private static void chat(Visitor visitor) {
        visitor.goTo("Chat").says("add 20 and 22");
        allow(visitor, "add");
        assertThat(visitor.card("add", "success")).isVisible();
        assertThat(visitor.page()
                        .getByRole(AriaRole.STATUS, new Page.GetByRoleOptions().setName("The model is at work")))
                .hasCount(0);
        visitor.card("add", "success").getByRole(AriaRole.BUTTON).first().click();
        assertThat(visitor.button("Send")).isVisible();
        visitor.says("weather city=Bergen");
        assertThat(visitor.card("weather", "awaiting approval")).isVisible();
        shoot(visitor, "chat");
        allow(visitor, "weather");
        assertThat(visitor.card("weather", "success")).isVisible();
    }

    private static void allow(Visitor visitor, String tool) {
        visitor.card(tool, "awaiting approval")
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(Pattern.compile("^Allow once")))
                .click();
    }

    private static void prompts(Visitor visitor) {
        visitor.goTo("Prompts");
        visitor.page()
                .getByRole(AriaRole.MAIN)
                .getByRole(AriaRole.LINK)
                .filter(named("review"))
                .first()
                .click();
        visitor.page()
                .getByLabel("code", new Page.GetByLabelOptions().setExact(true))
                .fill("int half = whole / 2;");
        visitor.page()
                .getByLabel("style", new Page.GetByLabelOptions().setExact(true))
                .fill("strict");
        visitor.page().getByRole(AriaRole.MAIN).locator("button[type=submit]").click();
        assertThat(visitor.page().getByRole(AriaRole.MAIN)).containsText("Please give this code a strict review");
        shoot(visitor, "prompts");
    }

    private static void resources(Visitor visitor) {
        visitor.goTo("Resources");
        visitor.page()
                .getByTestId("resource-list")
                .getByRole(AriaRole.LINK)
                .filter(named("readme"))
                .first()
                .click();
        assertThat(visitor.page().getByTestId("resource-contents")).containsText("The demo server");
        shoot(visitor, "resources");
    }

    private static void traffic(Visitor visitor) {
        visitor.goTo("Traffic");
        visitor.page()
                .getByTestId("traffic-rows")
                .getByRole(AriaRole.ROW)
                .filter(named("tools/call"))
                .first()
                .click();
        assertThat(visitor.the(AriaRole.REGION, "Exchange")).containsText("Request");
        shoot(visitor, "traffic");
    }

    private static void otherLooks(Visitor visitor) {
        visitor.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        visitor.goTo("Chat");
        shoot(visitor, "dark");
        visitor.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        visitor.page().setViewportSize(390, 844);
        shoot(visitor, "narrow-chat");
        visitor.goTo("Tools");
        shoot(visitor, "narrow-tools");
        visitor.connectDialog();
        shoot(visitor, "narrow-connect");
        visitor.closesDialog();
    }

    private static Locator.FilterOptions named(String text) {
        return new Locator.FilterOptions().setHasText(text);
    }

    private static void shoot(Visitor visitor, String name) {
        visitor.page().screenshot(new Page.ScreenshotOptions().setPath(PLACE.resolve(name + ".png")));
    }
}
