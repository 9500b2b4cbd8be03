package dev.fairlead.testkit;

import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.Task;
import dev.fairlead.protocol.TaskStatus;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.RpcError;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A tool call that goes on after its answer, in either form of tasks. */
final class FakeTask {
    private static final class Open {
        private final InputRequest question;
        private boolean sent;
        private @Nullable ObjectNode answer;
        private @Nullable QuestionRefused refusal;

        Open(InputRequest question) {
            this.question = question;
        }
    }

    private final String id;
    private final @Nullable Duration ttl;
    private final @Nullable Duration pollInterval;
    private final String createdAt = Instant.now().toString();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Guarded by lock.
    private final Map<String, Open> questions = new LinkedHashMap<>();
    private TaskStatus status = TaskStatus.WORKING;
    private String lastUpdatedAt = createdAt;
    private @Nullable ObjectNode result;
    private @Nullable RpcError error;

    private volatile Consumer<FakeTask> listener = task -> {};
    private volatile @Nullable Thread worker;

    FakeTask(String id, @Nullable Duration ttl, @Nullable Duration pollInterval) {
        this.id = id;
        this.ttl = ttl;
        this.pollInterval = pollInterval;
    }

    String id() {
        return id;
    }

    void onChange(Consumer<FakeTask> given) {
        listener = given;
    }

    /** Starts the work; from here on its questions wait here for whoever comes to answer them. */
    void start(ServerCall call, Callable<ObjectNode> work) {
        call.askingBy(this::ask);
        boolean extension = !call.version().hasTasks();
        var thread = Thread.ofVirtual().name("fake-task-" + id).unstarted(() -> {
            try {
                var outcome = work.call();
                boolean failed = !extension && outcome.path("isError").booleanValue(false);
                become(failed ? TaskStatus.FAILED : TaskStatus.COMPLETED, outcome, null);
            } catch (Refusal refusal) {
                become(TaskStatus.FAILED, null, refusal.error());
            } catch (Exception failure) {
                become(TaskStatus.FAILED, null, RpcError.of(ErrorCode.INTERNAL_ERROR, failure.toString()));
            }
        });
        worker = thread;
        thread.start();
    }

    /** Cancels the work, unless it is over; tells whether it was not. */
    boolean cancel() {
        boolean inTime = become(TaskStatus.CANCELLED, null, null);
        var thread = worker;
        if (inTime && thread != null) {
            thread.interrupt();
        }
        return inTime;
    }

    /** Writes the task in the form of 2025-11-25. */
    ObjectNode toJson() {
        return snapshot().toJson();
    }

    /** Writes the task in the form of the extension, with its result or its questions. */
    ObjectNode toExtensionJson(ProtocolVersion version) {
        lock.lock();
        try {
            var json = snapshot().toExtensionJson();
            if (result != null) {
                json.set("result", result);
            }
            if (error != null) {
                json.set("error", error.toJson());
            }
            if (status == TaskStatus.INPUT_REQUIRED) {
                var open = json.putObject("inputRequests");
                questions.forEach((key, one) -> {
                    if (one.answer == null) {
                        open.set(key, Question.entry(one.question, version));
                    }
                });
            }
            return json;
        } finally {
            lock.unlock();
        }
    }

    /** Takes answers to questions by their keys; a key that is not open is not an error. */
    void answer(ObjectNode responses) {
        lock.lock();
        try {
            responses.properties().forEach(entry -> {
                var one = questions.get(entry.getKey());
                if (one != null && one.answer == null && entry.getValue() instanceof ObjectNode given) {
                    one.answer = given;
                }
            });
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the end, putting questions through meanwhile, and returns what the call would have returned. */
    ObjectNode payload(Asker asker) throws InterruptedException {
        while (true) {
            var open = nextUnsent();
            if (open == null) {
                return outcome();
            }
            @Nullable ObjectNode given = null;
            @Nullable QuestionRefused refused = null;
            try {
                given = asker.ask(List.of(open.question)).getFirst();
            } catch (QuestionRefused no) {
                refused = no;
            }
            lock.lock();
            try {
                open.answer = given;
                open.refusal = refused;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private @Nullable Open nextUnsent() throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                if (status.terminal()) {
                    return null;
                }
                for (var one : questions.values()) {
                    if (!one.sent) {
                        one.sent = true;
                        return one;
                    }
                }
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private ObjectNode outcome() {
        lock.lock();
        try {
            if (result != null) {
                return result;
            }
            throw new Refusal(error != null ? error : RpcError.of(ErrorCode.INTERNAL_ERROR, "the task was cancelled"));
        } finally {
            lock.unlock();
        }
    }

    private List<ObjectNode> ask(List<InputRequest> wanted) throws InterruptedException {
        var mine = new ArrayList<Open>();
        lock.lock();
        try {
            for (var question : wanted) {
                var open = new Open(question);
                mine.add(open);
                questions.put("q" + (questions.size() + 1), open);
            }
        } finally {
            lock.unlock();
        }
        become(TaskStatus.INPUT_REQUIRED, null, null);
        var answers = await(mine);
        become(TaskStatus.WORKING, null, null);
        return answers;
    }

    private List<ObjectNode> await(List<Open> mine) throws InterruptedException {
        lock.lock();
        try {
            var answers = new ArrayList<ObjectNode>();
            for (var one : mine) {
                while (one.answer == null && one.refusal == null) {
                    changed.await();
                }
                if (one.refusal != null) {
                    throw one.refusal;
                }
                if (one.answer != null) {
                    answers.add(one.answer);
                }
            }
            return answers;
        } finally {
            lock.unlock();
        }
    }

    /** Moves on, unless the task is over; tells whether it was not. */
    private boolean become(TaskStatus next, @Nullable ObjectNode outcome, @Nullable RpcError failure) {
        lock.lock();
        try {
            if (status.terminal()) {
                return false;
            }
            status = next;
            result = outcome;
            error = failure;
            lastUpdatedAt = Instant.now().toString();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            listener.accept(this);
        } catch (java.io.UncheckedIOException gone) {
            return true; // The task goes on without the client that made it.
        }
        return true;
    }

    private Task snapshot() {
        lock.lock();
        try {
            return new Task(id, status, null, createdAt, lastUpdatedAt, ttl, pollInterval, Json.object());
        } finally {
            lock.unlock();
        }
    }
}
