package dev.fairlead.client.peer;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.client.handler.NobodyAskedException;
import dev.fairlead.client.schema.CompiledSchema;
import dev.fairlead.client.schema.Problem;
import dev.fairlead.client.schema.SchemaCompilation;
import dev.fairlead.client.schema.Verdict;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Has the server's questions answered by the application's handlers, in either era, and checks the answers. */
public final class Questions {
    private final InputHandlers handlers;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private int open;
    private long lastClosed = System.nanoTime() - Duration.ofDays(1).toNanos();

    /** Uses these handlers. */
    public Questions(InputHandlers handlers) {
        this.handlers = handlers;
    }

    /** Says why a question got no answer: to a server in the words and codes of JSON-RPC, to the application in full. */
    public static final class NoAnswer extends Exception {
        private static final long serialVersionUID = 1;
        private final int code;
        private final String told;

        NoAnswer(int code, String told) {
            this(code, told, null, null);
        }

        /** Keeps the detail for the application: what its own code says is not for servers to read. */
        NoAnswer(int code, String told, @Nullable String detail, @Nullable Throwable cause) {
            super(detail == null ? told : told + ": " + detail, cause);
            this.code = code;
            this.told = told;
        }

        /** Returns the sentence that a server may read. */
        public String told() {
            return told;
        }

        /** Returns the code that tells a legacy server why. */
        public int code() {
            return code;
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    /** Puts the question to its handler and returns a checked answer. Runs user code: never on a reader thread. */
    public InputResponse answer(InputRequest question, Asking asking) throws InterruptedException, NoAnswer {
        change(+1);
        try {
            return switch (question) {
                case InputRequest.Form form -> form(form, asking);
                case InputRequest.Url url -> {
                    if (handlers.urls() == null) {
                        throw undeclared("url elicitation");
                    }
                    var answer = handlers.urls().ask(url, asking);
                    // Consent to a visit has no content.
                    yield answer instanceof InputResponse.Accept ? InputResponse.accept() : said(answer);
                }
                case InputRequest.Sampling sampling -> sample(sampling, asking);
                case InputRequest.Roots roots -> {
                    if (handlers.roots() == null) {
                        throw new NoAnswer(ErrorCode.METHOD_NOT_FOUND, "roots are not supported");
                    }
                    yield new InputResponse.RootList(handlers.roots().roots(asking));
                }
            };
        } catch (NobodyAskedException unasked) {
            throw new NoAnswer(ErrorCode.INTERNAL_ERROR, "nobody was asked: " + unasked.getMessage());
        } catch (RuntimeException | Error defect) {
            throw new NoAnswer(ErrorCode.INTERNAL_ERROR, "the handler failed", defect.toString(), defect);
        } finally {
            change(-1);
        }
    }

    /** Returns until when to go on waiting in silence, because a person is or was busy; empty if none was. */
    Optional<Deadline> patience(Duration limit) {
        lock.lock();
        try {
            var since = Duration.ofNanos(System.nanoTime() - lastClosed);
            if (open > 0) {
                return Optional.of(Deadline.after(limit));
            }
            return since.compareTo(limit) < 0 ? Optional.of(Deadline.after(limit.minus(since))) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private InputResponse form(InputRequest.Form form, Asking asking) throws InterruptedException, NoAnswer {
        if (handlers.forms() == null) {
            throw undeclared("form elicitation");
        }
        var answer = handlers.forms().ask(form, asking);
        if (answer instanceof InputResponse.Accept accepted) {
            var content = accepted.content() == null ? Json.object() : accepted.content();
            check(form, content);
            return new InputResponse.Accept(content);
        }
        return said(answer);
    }

    /** Refuses what is no answer to an elicitation: handlers are the application's, and may be careless. */
    private static InputResponse said(@Nullable InputResponse answer) throws NoAnswer {
        if (answer instanceof InputResponse.Decline || answer instanceof InputResponse.Cancel) {
            return answer;
        }
        throw new NoAnswer(ErrorCode.INTERNAL_ERROR, "the handler gave no answer that fits the question");
    }

    private static void check(InputRequest.Form form, tools.jackson.databind.JsonNode content) throws NoAnswer {
        var problem = switch (CompiledSchema.compile(form.schema().json())) {
            case SchemaCompilation.Unusable unusable -> "the form's schema cannot be used: " + unusable.reason();
            case SchemaCompilation.Ready ready ->
                switch (ready.schema().check(content)) {
                    case Verdict.Valid valid -> null;
                    case Verdict.TooCostly costly -> costly.why();
                    case Verdict.Invalid invalid ->
                        invalid.problems().stream().map(Problem::toString).collect(Collectors.joining("; "));
                };
        };
        if (problem != null) {
            throw new NoAnswer(ErrorCode.INTERNAL_ERROR, "the answer does not fit the form", problem, null);
        }
    }

    private InputResponse sample(InputRequest.Sampling sampling, Asking asking) throws InterruptedException, NoAnswer {
        var request = sampling.request();
        if (handlers.sampler() == null) {
            throw new NoAnswer(ErrorCode.METHOD_NOT_FOUND, "sampling is not supported");
        }
        if ((!request.tools().isEmpty() || request.toolChoice() != null) && !handlers.samplesWithTools()) {
            throw new NoAnswer(ErrorCode.INVALID_PARAMS, "sampling with tools was not declared");
        }
        if (!request.problems().isEmpty()) {
            throw new NoAnswer(ErrorCode.INVALID_PARAMS, String.join("; ", request.problems()));
        }
        return handlers.sampler()
                .sample(request, asking)
                .map(InputResponse.Sampled::new)
                .orElseThrow(() -> new NoAnswer(ErrorCode.USER_REJECTED, "the user rejected the sampling request"));
    }

    private static NoAnswer undeclared(String what) {
        return new NoAnswer(ErrorCode.INVALID_PARAMS, what + " was not declared by this client");
    }

    private void change(int by) {
        lock.lock();
        try {
            open += by;
            lastClosed = System.nanoTime();
        } finally {
            lock.unlock();
        }
    }
}
