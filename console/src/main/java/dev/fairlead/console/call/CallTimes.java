package dev.fairlead.console.call;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where the time of a call went: waiting to be sent, on the wire, and in the hands of people. One moment never counts
 * twice, so that the parts are together never more than the whole. Guarded by the lock of its call.
 */
final class CallTimes {
    private static final double MILLI = 1e6;
    private static final int MOST_WAITS = 1_000;

    private final long began;
    private final List<Span> waits = new ArrayList<>();
    private final Map<String, Long> open = new HashMap<>();
    private final List<Span> exchanges = new ArrayList<>();
    private long firstSent;
    private boolean sent;
    private long ended;
    private boolean over;

    private record Span(long from, long to) {
        long within(long start, long end) {
            return Math.max(0, Math.min(to, end) - Math.max(from, start));
        }
    }

    CallTimes(long began) {
        this.began = began;
    }

    long began() {
        return began;
    }

    /** Somebody thought about it. */
    void waited(long from, long to) {
        if (waits.size() < MOST_WAITS) {
            waits.add(new Span(from, to));
        }
    }

    void sent(String row, long at) {
        if (!sent) {
            sent = true;
            firstSent = at;
        }
        open.put(row, at);
    }

    void answered(String row, long took) {
        var from = open.remove(row);
        if (from != null && exchanges.size() < MOST_WAITS) {
            exchanges.add(new Span(from, from + took));
        }
    }

    void end(long at) {
        ended = at;
        over = true;
    }

    /** Returns how long all of it took, in milliseconds; negative while it goes on. */
    double all() {
        return over ? (ended - began) / MILLI : -1;
    }

    /** Returns how long it was on the wire without anybody being waited for; negative if it never was. */
    double wire() {
        if (exchanges.isEmpty()) {
            return -1;
        }
        long end = over ? ended : Long.MAX_VALUE;
        return exchanges.stream()
                        .mapToLong(one -> alone(one.from, Math.min(one.to, end)))
                        .sum()
                / MILLI;
    }

    /** Returns how long it waited to be sent, other than for people; negative if it was not sent. */
    double queue() {
        return sent ? alone(began, firstSent) / MILLI : -1;
    }

    /** Returns how long people were waited for. */
    double waited() {
        return overlap(began, over ? ended : System.nanoTime()) / MILLI;
    }

    /** Returns how long the server took, as well as that can be known. */
    double latency() {
        double wire = wire();
        return wire >= 0 ? wire : Math.max(0, all() - waited());
    }

    private long alone(long from, long to) {
        return Math.max(0, to - from - overlap(from, to));
    }

    /** Returns how much of a time people were waited for; several at once count once. */
    private long overlap(long from, long to) {
        long sum = 0;
        long reached = from;
        for (var wait :
                waits.stream().sorted(Comparator.comparingLong(Span::from)).toList()) {
            sum += new Span(Math.max(wait.from, reached), wait.to).within(from, to);
            reached = Math.max(reached, wait.to);
        }
        return sum;
    }

    void toJson(ObjectNode json) {
        number(json, "tookMs", all());
        number(json, "wireMs", wire());
        number(json, "queueMs", queue());
        number(json, "waitedMs", waited());
    }

    private static void number(ObjectNode json, String name, double value) {
        if (value >= 0) {
            // Rounded down, so that the sum of the parts stays within the whole.
            json.put(name, Math.floor(value * 1000) / 1000.0);
        } else {
            json.putNull(name);
        }
    }
}
