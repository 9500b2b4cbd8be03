package dev.fairlead.client;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.wire.Correlation;
import dev.fairlead.wire.Duplex;
import dev.fairlead.wire.PipeTransport;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import tools.jackson.databind.node.ObjectNode;

/** A server that says exactly what a test tells it to, right or wrong, and keeps every message it is sent. */
final class ScriptedServer {
    static final Duration LIMIT = Duration.ofSeconds(20);

    /** What a method makes the server do; each runs on a thread of its own. */
    interface Answer {
        void to(Request request, Line line) throws Exception;
    }

    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<Message> received = new CopyOnWriteArrayList<>();
    private final List<Line> lines = new CopyOnWriteArrayList<>();
    private final AtomicInteger openings = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();

    private ScriptedServer() {}

    /** Returns a server that answers nothing but what it is told to. */
    static ScriptedServer silent() {
        return new ScriptedServer();
    }

    /** Returns a server that has opened a session of 2025-11-25 as soon as it is asked to. */
    static ScriptedServer legacy() {
        return legacy(
                "{'tools':{'listChanged':true},'prompts':{},'resources':{'subscribe':true},'logging':{},'completions':{}}");
    }

    static ScriptedServer legacy(String capabilities) {
        return silent().refusing("server/discover", -32601, "Method not found")
                .answering(
                        "initialize",
                        "{'protocolVersion':'2025-11-25','capabilities':%s,'serverInfo':{'name':'old','version':'1'}}"
                                .formatted(capabilities))
                .answering("ping", "{}")
                .answering("tools/list", "{'tools':[]}");
    }

    /** Returns a server of the modern era. */
    static ScriptedServer modern() {
        return modern("{'tools':{'listChanged':true},'prompts':{},'resources':{'subscribe':true}}");
    }

    static ScriptedServer modern(String capabilities) {
        return silent().answering(
                        "server/discover",
                        "{'resultType':'complete','supportedVersions':['2026-07-28'],'capabilities':%s,'ttlMs':0}"
                                .formatted(capabilities))
                .answering("tools/list", "{'resultType':'complete','tools':[]}");
    }

    /** Reads JSON in which single quotes stand for double ones. */
    static ObjectNode json(String text) {
        return (ObjectNode) Json.parse(text.replace('\'', '"'));
    }

    ScriptedServer on(String method, Answer answer) {
        answers.put(method, answer);
        return this;
    }

    ScriptedServer answering(String method, String result) {
        return on(method, (request, line) -> line.result(request, result));
    }

    ScriptedServer refusing(String method, int code, String message) {
        return on(method, (request, line) -> line.refuse(request, code, message, null));
    }

    /** Answers each call of the method with the next result, the last one for ever. */
    ScriptedServer answeringInTurn(String method, String... results) {
        var turn = new AtomicInteger();
        return on(
                method,
                (request, line) -> line.result(request, results[Math.min(turn.getAndIncrement(), results.length - 1)]));
    }

    /** Returns the way to this server; it has an identity, so that verdicts about it are remembered. */
    Transport transport() {
        return new Counting(PipeTransport.to("scripted", this::serve));
    }

    /** Returns how often a line was opened. */
    int openings() {
        return openings.get();
    }

    /** Returns how many lines are open. */
    int open() {
        return open.get();
    }

    List<Message> received() {
        return List.copyOf(received);
    }

    List<Request> requests(String method) {
        return received.stream()
                .filter(Request.class::isInstance)
                .map(Request.class::cast)
                .filter(request -> request.method().equals(method))
                .toList();
    }

    List<Notification> notifications(String method) {
        return received.stream()
                .filter(Notification.class::isInstance)
                .map(Notification.class::cast)
                .filter(notification -> notification.method().equals(method))
                .toList();
    }

    List<Response> responses() {
        return received.stream()
                .filter(Response.class::isInstance)
                .map(Response.class::cast)
                .toList();
    }

    /** Returns the methods of what was received, in order; responses are named "response". */
    List<String> methods() {
        return received.stream()
                .map(message -> switch (message) {
                    case Request request -> request.method();
                    case Notification notification -> notification.method();
                    case Response response -> "response";
                    case Message.Malformed bad -> "malformed";
                })
                .toList();
    }

    /** Waits until the server has received such a message. */
    Message await(Predicate<Message> wanted) {
        return Awaitility.await()
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> received.stream().filter(wanted).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    Request awaitRequest(String method) {
        return (Request) await(message ->
                message instanceof Request request && request.method().equals(method));
    }

    Notification awaitNotification(String method) {
        return (Notification) await(message -> message instanceof Notification notification
                && notification.method().equals(method));
    }

    /** Returns the newest line. */
    Line line() {
        return lines.getLast();
    }

    private void serve(Duplex duplex) {
        var line = new Line(duplex);
        lines.add(line);
        open.incrementAndGet();
        try {
            for (var next = duplex.read(); next.isPresent(); next = duplex.read()) {
                received.add(next.get());
                if (next.get() instanceof Request request && answers.get(request.method()) != null) {
                    Thread.ofVirtual().start(() -> answer(request, line));
                }
            }
        } catch (IOException gone) {
            return; // The client broke off.
        } finally {
            open.decrementAndGet();
        }
    }

    private void answer(Request request, Line line) {
        try {
            answers.get(request.method()).to(request, line);
        } catch (InterruptedException | UncheckedIOException gone) {
            return; // There is nobody left to answer.
        } catch (Exception defect) {
            throw new IllegalStateException("the script failed", defect);
        }
    }

    /** One connection, seen from the server. */
    static final class Line {
        private final Duplex duplex;
        private final ReentrantLock writing = new ReentrantLock();

        Line(Duplex duplex) {
            this.duplex = duplex;
        }

        /** Writes a message, whatever it is; single quotes stand for double ones. */
        void send(String json) {
            write(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        }

        void result(Request request, String result) {
            write(MessageCodec.encode(new Response.Result(request.id(), json(result))));
        }

        void refuse(Request request, int code, String message, String data) {
            write(MessageCodec.encode(
                    new Response.Failure(request.id(), new RpcError(code, message, data == null ? null : json(data)))));
        }

        void hangUp() {
            duplex.close();
        }

        private void write(byte[] json) {
            writing.lock();
            try {
                duplex.write(json, false);
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            } finally {
                writing.unlock();
            }
        }
    }

    private final class Counting implements Transport {
        private final Transport inner;

        Counting(Transport inner) {
            this.inner = inner;
        }

        @Override
        public String server() {
            return inner.server();
        }

        @Override
        public String kind() {
            return "scripted";
        }

        @Override
        public Optional<String> identity() {
            return Optional.of("scripted");
        }

        @Override
        public Wire open(Correlation correlation, WireListener listener) {
            openings.incrementAndGet();
            return inner.open(correlation, listener);
        }
    }
}
