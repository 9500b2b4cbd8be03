package dev.fairlead.bench.server;

import static dev.fairlead.bench.server.Answers.ascii;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What all connections of an HTTP server share: the answers, and counts of what has come. */
final class HttpAnswers {
    private final byte[] called;
    private final byte[] listed;
    private final byte[] listedToKeep;
    private final long delayNanos;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();

    HttpAnswers(Answers answers) {
        called = answers.called();
        listed = answers.listed();
        listedToKeep = answers.listedToKeep();
        delayNanos = TimeUnit.MILLISECONDS.toNanos(answers.delayMillis());
    }

    byte[] called() {
        return called;
    }

    byte[] listed(boolean legacy) {
        return legacy ? listed : listedToKeep;
    }

    long delayNanos() {
        return delayNanos;
    }

    void countRequest() {
        requests.incrementAndGet();
    }

    void countConnection() {
        connections.incrementAndGet();
    }

    /** Returns the members of a result that tells the counts. */
    byte[] counted() {
        return ascii("\"content\":[{\"type\":\"text\",\"text\":\"" + requests + " " + connections
                + "\"}],\"isError\":false}}");
    }
}
