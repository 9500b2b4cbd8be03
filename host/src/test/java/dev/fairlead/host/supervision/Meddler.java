package dev.fairlead.host.supervision;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.wire.Duplex;
import dev.fairlead.wire.PipeTransport;
import dev.fairlead.wire.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Comes between a server and its clients: some requests are not heard, some answers are kept back for a while. */
final class Meddler {
    /** Stands for every method. */
    static final String ALL = "*";

    private final FakeServer server;
    private final Set<String> unheard = ConcurrentHashMap.newKeySet();
    private final Set<String> keptBack = ConcurrentHashMap.newKeySet();
    private final Set<String> untold = ConcurrentHashMap.newKeySet();
    private final AtomicInteger lines = new AtomicInteger();
    private final List<Line> open = new CopyOnWriteArrayList<>();

    Meddler(FakeServer server) {
        this.server = server;
    }

    /** Has requests of these methods not heard, on the first connection. */
    Meddler unheard(String... methods) {
        unheard.addAll(Set.of(methods));
        return this;
    }

    /** Has the answers to these methods kept back, on the first connection. */
    Meddler keepBack(String... methods) {
        keptBack.addAll(Set.of(methods));
        return this;
    }

    /** Has these notifications lost, on the first connection. */
    Meddler untold(String... methods) {
        untold.addAll(Set.of(methods));
        return this;
    }

    /** Lets the answers go that were kept back, and keeps none back any more. */
    void release() throws IOException {
        keptBack.clear();
        for (var line : open) {
            line.release();
        }
    }

    Transport transport() {
        return PipeTransport.to(server.name(), duplex -> {
            var line = new Line(duplex, lines.getAndIncrement() == 0);
            open.add(line);
            server.serve(line);
        });
    }

    private final class Line implements Duplex {
        private final Duplex inner;
        private final boolean meddles;
        private final ReentrantLock lock = new ReentrantLock();
        private final Map<String, String> asked = new HashMap<>(); // guarded by lock, as the next
        private final List<byte[]> back = new ArrayList<>();

        Line(Duplex inner, boolean meddles) {
            this.inner = inner;
            this.meddles = meddles;
        }

        @Override
        public Optional<Message> read() throws IOException {
            var next = inner.read();
            while (next.isPresent() && next.get() instanceof Request request && deafTo(request)) {
                next = inner.read();
            }
            return next;
        }

        private boolean deafTo(Request request) {
            lock.lock();
            try {
                asked.put(request.id().toString(), request.method());
            } finally {
                lock.unlock();
            }
            return meddles && (unheard.contains(ALL) || unheard.contains(request.method()));
        }

        @Override
        public void write(byte[] json, boolean more) throws IOException {
            var message = Json.parse(new String(json, StandardCharsets.UTF_8));
            if (meddles && untold.contains(message.path("method").asString(""))) {
                return;
            }
            lock.lock();
            try {
                var method = asked.getOrDefault(message.path("id").asString(""), "");
                if (meddles && keptBack.contains(method)) {
                    back.add(json);
                    return;
                }
            } finally {
                lock.unlock();
            }
            inner.write(json, more);
        }

        private void release() throws IOException {
            lock.lock();
            try {
                for (var json : back) {
                    inner.write(json, false);
                }
                back.clear();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void flush() throws IOException {
            inner.flush();
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
