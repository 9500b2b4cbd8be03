package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;

/** What somebody meant once is done once, whatever happens to be pressed twice or held down. */
@InBrowser
class MeantOnceTest {
    private static final int HELD = 20;

    @Test
    void aToolThatIsRunByHandRunsOnce(Visitor visitor, Bench bench) {
        var server = new AppServer("evil");
        visitor.open()
                .hasConnected(
                        "{\"mcpServers\":{\"evil\":{\"url\":\"%s\"}}}".formatted(bench.serve(server.server())), 1);
        visitor.choosesTool("evil-danger");
        var run = visitor.button("Run");

        run.dblclick();
        assertRan(visitor, 1);

        later(visitor);
        visitor.the(AriaRole.HEADING, "History (1)").click(); // Away from the button that was pressed.
        hold(visitor, "r");
        assertRan(visitor, 2);

        later(visitor);
        run.focus();
        hold(visitor, "Enter");
        assertRan(visitor, 3);

        later(visitor);
        visitor.page().keyboard().down("Control");
        hold(visitor, "Enter");
        visitor.page().keyboard().up("Control");
        assertRan(visitor, 4);
        assertThat(server.ran()).hasSize(4);
    }

    private static void hold(Visitor visitor, String key) {
        var keyboard = visitor.page().keyboard();
        for (int i = 0; i < HELD; i++) {
            keyboard.down(key);
        }
        keyboard.up(key);
    }

    private static void assertRan(Visitor visitor, int times) {
        assertThat(visitor.page().getByTestId("history").locator("button")).hasCount(times);
        assertThat(visitor.card("evil-danger", "success")).isVisible();
    }

    /** Goes on when nobody takes the next press for the last one. */
    private static void later(Visitor visitor) {
        var page = visitor.page().mainFrame();
        page.evaluate("() => { window.since = performance.now(); }");
        Visitor.until(page, "performance.now() - window.since > 600");
    }
}
