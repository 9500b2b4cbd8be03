package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;

/** All ten policies on one page, as they are. */
@InBrowser
class PoliciesTest {
    @Test
    void allTenAreShownAndFollowWhatHappens(Visitor visitor, Bench bench) {
        visitor.open();
        visitor.page().setViewportSize(1440, 850);
        visitor.goTo("Policies");
        var all = visitor.the(AriaRole.REGION, "Ten policies");
        assertThat(all.locator("h2")).hasCount(10);
        assertThat(visitor.the(AriaRole.REGION, "1. Servers")).containsText("No server is configured.");
        assertThat(visitor.the(AriaRole.REGION, "9. Console"))
                .containsText("Port %d".formatted(bench.console().port()));
        assertThat(visitor.the(AriaRole.REGION, "10. Audit")).containsText("To change: ");

        visitor.hasConnected("{\"mcpServers\":{\"demo\":{\"url\":\"%s\"}}}".formatted(bench.serveDemo()), 1);

        assertThat(visitor.the(AriaRole.REGION, "1. Servers")).containsText("demo starts unasked: is reached at ");
        assertThat(visitor.the(AriaRole.REGION, "5. Outgoing requests")).containsText("demo is asked at ");
        visitor.page().reload();
        assertThat(visitor.the(AriaRole.REGION, "5. Outgoing requests")).containsText("demo is asked at ");
    }

    @Test
    void theSettingsLeadThereOnANarrowScreen(Visitor visitor) {
        visitor.open();
        visitor.page().setViewportSize(360, 740);
        visitor.button("Settings").click();
        visitor.the(AriaRole.LINK, "All policies").click();
        assertThat(visitor.the(AriaRole.REGION, "2. Tools")).containsText("Nothing is decided about any tool.");
    }
}
