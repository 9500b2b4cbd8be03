package dev.fairlead.client.peer;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.client.handler.QuestionLimits;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.protocol.rpc.Weight;
import dev.fairlead.wire.Wire;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Answers the requests that a legacy server makes, each on a thread of its own. */
final class Backchannel implements AutoCloseable {
    private static final int MAX_BYTES = 32 << 20;
    // However large one is, there is room for another.
    private static final int MOST_OF_ONE = MAX_BYTES / 2;
    private static final String RELATED_TASK = "io.modelcontextprotocol/related-task";

    private final Wire wire;
    private final PeerTerms terms;
    private final Questions questions;
    private final Supplier<Optional<Cause>> cause;
    private final ConcurrentHashMap<RequestId, Question> open = new ConcurrentHashMap<>();
    // Counts threads, not open questions: a handler may go on long after its question was taken back.
    private final Semaphore running = new Semaphore(QuestionLimits.AT_ONCE);
    private final Semaphore bytes = new Semaphore(MAX_BYTES); // of what is asked, which is kept as long
    // Held while an answer is sent, and while a session is left: no answer goes to another one.
    private final ReentrantLock answering = new ReentrantLock();
    private volatile boolean closed;

    /** A call of ours that presumably made the server ask. */
    record Cause(RequestId call, String words) {}

    private record Question(Thread thread, @Nullable Cause cause, boolean ofTask) {}

    /**
     * Answers on this line.
     *
     * @param cause names the call that presumably made the server ask
     */
    Backchannel(Wire wire, PeerTerms terms, Questions questions, Supplier<Optional<Cause>> cause) {
        this.wire = wire;
        this.terms = terms;
        this.questions = questions;
        this.cause = cause;
    }

    /** Takes a request in, without blocking. */
    void ask(Request request) {
        if (request.method().equals("ping")) {
            post(new Response.Result(request.id(), Json.object()));
        } else if (!declared(request.method())) {
            refuse(request.id(), ErrorCode.METHOD_NOT_FOUND, "method not found: " + Excerpt.of(request.method()));
        } else if (closed) {
            refuse(request.id(), ErrorCode.INTERNAL_ERROR, "the client is closing");
        } else {
            int size = (int) Math.min(Weight.of(request), MOST_OF_ONE);
            if (hasRoom(size)) {
                start(request, size);
            } else {
                refuse(request.id(), ErrorCode.INTERNAL_ERROR, "too many open requests");
            }
        }
    }

    /** Stops working on a request that the server takes back; it gets no answer then. */
    void cancel(RequestId id) {
        var question = open.remove(id);
        if (question != null) {
            question.thread().interrupt();
        }
    }

    /** Stops working on all that was asked in a session: nobody there waits for an answer, and the next is another. */
    void leaveSession() {
        answering.lock();
        try {
            open.keySet().forEach(this::cancel);
        } finally {
            answering.unlock();
        }
    }

    /**
     * Stops working on what was asked because of a call that was given up; the server is told that it was. A question
     * of a task gets no answer instead: the task goes on, and who looks at it next may be asked again.
     */
    void givenUp(Request call) {
        boolean ofTask = call.method().equals("tasks/result");
        open.forEach((id, question) -> {
            if (question.cause() != null && question.cause().call().equals(call.id())) {
                if (ofTask || question.ofTask()) {
                    cancel(id);
                } else {
                    question.thread().interrupt();
                }
            }
        });
    }

    /** Stops working on everything, and begins with nothing more. */
    @Override
    public void close() {
        closed = true;
        open.keySet().forEach(this::cancel);
    }

    private boolean hasRoom(int size) {
        boolean counted = running.tryAcquire();
        boolean fits = counted && bytes.tryAcquire(size);
        if (counted && !fits) {
            running.release();
        }
        return fits;
    }

    private void leaveRoom(int size) {
        bytes.release(size);
        running.release();
    }

    private boolean declared(String method) {
        var handlers = terms.handlers();
        return switch (method) {
            case "elicitation/create" -> handlers.forms() != null || handlers.urls() != null;
            case "sampling/createMessage" -> handlers.sampler() != null;
            case "roots/list" -> handlers.roots() != null;
            default -> false;
        };
    }

    /** Starts to work on a request, for which there is room. */
    private void start(Request request, int size) {
        var because = cause.get().orElse(null);
        boolean ofTask = request.params() != null && task(request.params()).isPresent();
        var thread = Thread.ofVirtual()
                .name("fairlead-" + terms.server() + "-question-" + request.id())
                .unstarted(() -> work(request, because, ofTask, size));
        boolean started = false;
        try {
            if (open.putIfAbsent(request.id(), new Question(thread, because, ofTask)) == null) {
                thread.start();
                started = true;
                if (closed) {
                    cancel(request.id()); // Since just now, when this may not have been among the others.
                }
            } else {
                // A refusal would be taken for the answer to the question that is open.
                terms.diary()
                        .tolerated(new Violation(
                                Violation.Kind.FORBIDDEN_REQUEST,
                                request.method() + " with the id of a question that is open"));
            }
        } finally {
            if (!started) {
                leaveRoom(size);
            }
        }
    }

    private void work(Request request, @Nullable Cause because, boolean ofTask, int size) {
        var question = new Question(Thread.currentThread(), because, ofTask);
        try {
            if (question.equals(open.get(request.id()))) { // It may have been stopped before it began.
                conclude(request.id(), question, answer(request, because));
            }
        } finally {
            leaveRoom(size);
        }
    }

    private void conclude(RequestId id, Question question, Message answer) {
        answering.lock();
        try {
            // Whoever removes the entry answers: after a cancellation nobody does.
            if (open.remove(id, question)) {
                post(answer);
            }
        } finally {
            answering.unlock();
        }
    }

    private Message answer(Request request, @Nullable Cause because) {
        try {
            var params = request.params() == null ? Json.object() : request.params();
            var question = InputRequest.from(request.method(), params);
            var asking = new Asking(terms.server(), because == null ? null : because.words());
            return new Response.Result(
                    request.id(),
                    tagged(params, questions.answer(question, asking).toJson()));
        } catch (BadShape unreadable) {
            return failure(request.id(), ErrorCode.INVALID_PARAMS, unreadable.getMessage());
        } catch (Questions.NoAnswer none) {
            if (none.getCause() != null) {
                // The server must not read what went wrong in the application, but somebody should.
                System.getLogger(Backchannel.class.getPackageName())
                        .log(System.Logger.Level.WARNING, "a question of the server got no answer", none);
            }
            return failure(request.id(), none.code(), none.told());
        } catch (InterruptedException cancelled) {
            return failure(request.id(), ErrorCode.INTERNAL_ERROR, "cancelled");
        }
    }

    /** Copies the mark of the task, if the question is part of one, to the answer. */
    private static ObjectNode tagged(ObjectNode params, ObjectNode answer) {
        task(params).ifPresent(task -> answer.putObject("_meta").set(RELATED_TASK, task.deepCopy()));
        return answer;
    }

    private static Optional<ObjectNode> task(ObjectNode params) {
        return params.path("_meta").get(RELATED_TASK) instanceof ObjectNode task ? Optional.of(task) : Optional.empty();
    }

    private void refuse(RequestId id, int code, String message) {
        post(failure(id, code, message));
    }

    private static Message failure(RequestId id, int code, String message) {
        return new Response.Failure(id, RpcError.of(code, message));
    }

    private void post(Message message) {
        try {
            wire.post(message);
        } catch (McpException gone) {
            // The server that asked is gone; its end is reported where it was noticed.
            return;
        }
    }
}
