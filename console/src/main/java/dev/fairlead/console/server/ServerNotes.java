package dev.fairlead.console.server;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ObjectNode;

/** What was noticed about each server: its error output, what it logs, and how it stands. Thread-safe. */
final class ServerNotes {
    static final int MOST_LINES = 1_000;
    private static final int LONGEST = 4_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Book> books = new HashMap<>(); // guarded by lock

    private record Line(long at, String stream, String text) {}

    /** What is noted of one server. */
    private static final class Book {
        private final ArrayDeque<Line> lines = new ArrayDeque<>();
        private String last = "";
        private int restarts;
        private int attempt;
    }

    void line(String server, long at, String stream, String text) {
        lock.lock();
        try {
            var lines = book(server).lines;
            lines.add(new Line(at, stream, text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text));
            if (lines.size() > MOST_LINES) {
                lines.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Counts what a state says of starts. */
    void state(String server, String state) {
        lock.lock();
        try {
            var book = book(server);
            if (state.equals("connecting")) {
                book.attempt++;
                // Again by itself, be it that it was lost or that it never came up.
                book.restarts += book.last.equals("ready") || book.last.equals("waiting") ? 1 : 0;
            } else if (state.equals("ready")) {
                book.attempt = 0;
            }
            book.last = state;
        } finally {
            lock.unlock();
        }
    }

    /** Begins to count anew: what is behind the name now was never restarted. */
    void renew(String server) {
        lock.lock();
        try {
            var book = book(server);
            book.restarts = 0;
            book.attempt = 0;
            book.last = "";
        } finally {
            lock.unlock();
        }
    }

    /** Returns a decision as a line; what it is about is named once, though both parts may begin with it. */
    static String decided(String what, String decision) {
        var kind = decision.substring(0, Math.max(0, decision.indexOf(':')));
        boolean same = !kind.isEmpty() && (what.equals(kind) || what.startsWith(kind + " "));
        return what + (same ? decision.substring(kind.length()) : ": " + decision);
    }

    int restarts(String server) {
        lock.lock();
        try {
            return book(server).restarts;
        } finally {
            lock.unlock();
        }
    }

    int attempt(String server) {
        lock.lock();
        try {
            return book(server).attempt;
        } finally {
            lock.unlock();
        }
    }

    ObjectNode toJson(String server) {
        var json = Json.object();
        var list = json.putArray("lines");
        lock.lock();
        try {
            book(server)
                    .lines
                    .forEach(line -> list.addObject()
                            .put("at", line.at)
                            .put("stream", line.stream)
                            .put("text", line.text));
        } finally {
            lock.unlock();
        }
        return json;
    }

    private Book book(String server) {
        return books.computeIfAbsent(server, name -> new Book());
    }
}
