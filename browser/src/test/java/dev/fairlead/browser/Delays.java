package dev.fairlead.browser;

import com.microsoft.playwright.Page;
import java.util.List;

/** How long the page takes to show what a key or a click did, measured in the browser: from the event to the frame after it. */
record Delays(List<Double> all) {
    private static final String MEASURE = """
        () => { window.delays = [];
          for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, event => {
            const from = event.timeStamp;
            requestAnimationFrame(() => { const channel = new MessageChannel();
              channel.port1.onmessage = () => window.delays.push(performance.now() - from);
              channel.port2.postMessage(0); });
          }, true); }\
        """;

    /** Measures from now on. */
    static void measure(Page page) {
        page.evaluate(MEASURE);
    }

    /** Returns what was measured since the last time. */
    static Delays taken(Page page, int atLeast) {
        Visitor.until(page.mainFrame(), "window.delays.length >= " + atLeast);
        var all = (List<?>) page.evaluate("() => window.delays.splice(0)");
        return new Delays(
                all.stream().map(one -> ((Number) one).doubleValue()).sorted().toList());
    }

    double median() {
        return all.get(all.size() / 2);
    }

    double worst() {
        return all.getLast();
    }

    @Override
    public String toString() {
        return "%d inputs, median %.0f ms, worst %.0f ms".formatted(all.size(), median(), worst());
    }
}
