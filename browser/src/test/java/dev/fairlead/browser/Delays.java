package dev.fairlead.browser;

import com.microsoft.playwright.Page;
import java.util.List;

/**
 * How long the page takes to show what a key or a click did, measured in the browser: from when the browser had the event to
 * the first moment after the frame that follows it, as Event Timing counts, but to the millisecond and for every event. Long
 * tasks are counted beside, as they delay whatever comes while they run, and how long an input waited until the page had
 * it, which is what is called input delay.
 */
record Delays(List<Double> all, double longestTask, List<Double> waits) {
    private static final String MEASURE = """
        () => { window.delays = []; window.longTasks = []; window.waits = [];
          new PerformanceObserver(list => list.getEntries().forEach(task => window.longTasks.push([task.startTime + task.duration, task.duration])))
            .observe({type: 'longtask'});
          for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, event => {
            const from = event.timeStamp;
            window.waits.push(performance.now() - from);
            requestAnimationFrame(() => { const channel = new MessageChannel();
              channel.port1.onmessage = () => window.delays.push(performance.now() - from);
              channel.port2.postMessage(0); });
          }, true); }\
        """;
    /** No task was long for that time. */
    private static final String QUIET =
            "performance.now() - Math.max(0, ...window.longTasks.map(task => task[0])) > 700";

    /** Measures from now on. */
    static void measure(Page page) {
        page.evaluate(MEASURE);
    }

    /** Waits until the page has had nothing to do for a moment, and forgets what was measured until then. */
    static void quiet(Page page) {
        Visitor.until(page.mainFrame(), QUIET);
        page.evaluate("() => { window.delays.splice(0); window.longTasks.splice(0); window.waits.splice(0); }");
    }

    /** Returns what was measured since the last time. */
    static Delays taken(Page page, int atLeast) {
        Visitor.until(page.mainFrame(), "window.delays.length >= " + atLeast);
        var all = (List<?>) page.evaluate("() => window.delays.splice(0)");
        var longest = page.evaluate("() => Math.max(0, ...window.longTasks.splice(0).map(task => task[1]))");
        var waits = (List<?>) page.evaluate("() => window.waits.splice(0)");
        return new Delays(sorted(all), ((Number) longest).doubleValue(), sorted(waits));
    }

    private static List<Double> sorted(List<?> times) {
        return times.stream().map(one -> ((Number) one).doubleValue()).sorted().toList();
    }

    /** Returns what 95 of a hundred do not exceed. */
    private static double most(List<Double> times) {
        return times.get((int) Math.ceil(0.95 * times.size()) - 1);
    }

    double median() {
        return all.get(all.size() / 2);
    }

    /** Returns the input delay that 95 of a hundred do not exceed. */
    double mostWait() {
        return most(waits);
    }

    double worst() {
        return all.getLast();
    }

    @Override
    public String toString() {
        return "%d inputs, median %.0f ms, 95th percentile %.0f ms, worst %.0f ms, longest task %.0f ms, input delay %.0f ms, longest %.0f ms"
                .formatted(all.size(), median(), most(all), worst(), longestTask, mostWait(), waits.getLast());
    }
}
