package dev.fairlead.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import java.util.ArrayList;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** How much the page is and how soon it is there, in a browser that has nothing of it yet. */
@InBrowser
class FirstLoadTest {
    private static final int LOADS = 6;
    private static final int MOST_BYTES = 300_000;
    private static final int MOST_MS = 1000;
    private static final String BYTES = """
        () => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
          .reduce((sum, entry) => sum + entry.transferSize, 0)\
        """;
    private static final String PAINTED = """
        () => new Promise(done => new PerformanceObserver(list =>
            list.getEntriesByName('first-contentful-paint').forEach(entry => done(entry.startTime)))
          .observe({type: 'paint', buffered: true}))\
        """;
    private static final String USABLE = """
        () => { new MutationObserver((all, self) => {
            if (document.querySelector('[data-testid=connected-count]')) {
              window.usableAt = performance.now(); self.disconnect(); } })
          .observe(document, {childList: true, subtree: true}); }\
        """;

    @Test
    void itIsSmallAndThereWithinASecond(Visitor visitor, Bench bench) {
        visitor.open();
        var painted = new ArrayList<Double>();
        var usable = new ArrayList<Double>();
        double bytes = 0;
        for (int i = 0; i < LOADS; i++) {
            try (var context = fresh(visitor)) {
                context.addInitScript("(" + USABLE + ")()");
                var page = context.newPage();
                page.navigate(bench.console().url());
                painted.add(number(page.evaluate(PAINTED)));
                Visitor.until(page.mainFrame(), "window.usableAt");
                usable.add(number(page.evaluate("window.usableAt")));
                bytes = Math.max(bytes, number(page.evaluate(BYTES)));
            }
        }
        Figures.tell(
                "first load: %.1f kB, first content after %.0f ms at best (%.0f ms at worst), usable after %.0f ms at best"
                        .formatted(
                                bytes / 1000,
                                Collections.min(painted),
                                Collections.max(painted),
                                Collections.min(usable)));
        assertThat(bytes).as("bytes over the wire").isPositive().isLessThan(MOST_BYTES);
        assertThat(Collections.min(painted)).as("first content, ms").isLessThan(MOST_MS);
        assertThat(Collections.min(usable)).as("the button to connect, ms").isLessThan(MOST_MS);
    }

    private static BrowserContext fresh(Visitor visitor) {
        return visitor.context().browser().newContext(new Browser.NewContextOptions().setViewportSize(1440, 900));
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }
}
