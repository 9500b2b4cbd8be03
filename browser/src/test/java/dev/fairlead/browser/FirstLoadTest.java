package dev.fairlead.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much the page is and how soon it is there, in a browser that has nothing of it yet. */
@InBrowser
class FirstLoadTest {
    private static final int LOADS = 7;
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
                "first load: %.1f kB, first content after %.0f ms (%.0f to %.0f), usable after %.0f ms (%.0f to %.0f), medians of %d"
                        .formatted(
                                bytes / 1000,
                                median(painted),
                                Collections.min(painted),
                                Collections.max(painted),
                                median(usable),
                                Collections.min(usable),
                                Collections.max(usable),
                                LOADS));
        assertThat(bytes).as("bytes over the wire").isPositive().isLessThan(MOST_BYTES);
        assertThat(median(painted)).as("first content, ms: %s", painted).isLessThan(MOST_MS);
        assertThat(median(usable)).as("the button to connect, ms: %s", usable).isLessThan(MOST_MS);
    }

    private static double median(List<Double> all) {
        var sorted = all.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static BrowserContext fresh(Visitor visitor) {
        return visitor.context().browser().newContext(new Browser.NewContextOptions().setViewportSize(1440, 900));
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }
}
