package dev.fairlead.client;

import dev.fairlead.testkit.MixFault.Outcome;
import dev.fairlead.testkit.http.EventFaults;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.testkit.http.ServerSentEvent;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** What goes wrong with one call over HTTP when it first arrives; when it is sent again, nothing does. */
enum HttpMixFault {
    NONE(Outcome.ANSWER, null),
    FORGET(Outcome.ANSWER, null),

    SLOW(Outcome.ANSWER, Fault.delay(Duration.ofMillis(5))),
    TRICKLE(Outcome.ANSWER, Fault.drip(Duration.ofNanos(1))),
    INTERIM(Outcome.ANSWER, Fault.informational(3)),
    NOISE(Outcome.ANSWER, EventFaults.noise()),
    FOREIGN(Outcome.ANSWER, EventFaults.preceding(HttpMixFault::foreign)),
    DUPLICATE(
            Outcome.ANSWER,
            EventFaults.style((event, request) -> event.text()
                    + ServerSentEvent.message(answer(request.rpcId(), "DUPLICATE"))
                            .text())),
    BUSY(Outcome.ANSWER, Fault.retryAfter(503, "0")),
    REDIRECT(Outcome.ANSWER, Fault.redirect(307, "/mcp?moved=1")),
    CLOSE_AFTERWARDS(Outcome.ANSWER, Fault.closeAfterwards()),
    CLOSE_ON_REUSE(Outcome.ANSWER, Fault.closeOnReuse()),

    FORBIDDEN(Outcome.REFUSAL, Fault.answer(403)),
    TEAPOT(Outcome.REFUSAL, Fault.answer(418)),
    TOO_BUSY(Outcome.REFUSAL, Fault.retryAfter(429, "3600")),

    EMPTY(Outcome.UNEXECUTED, Fault.empty(200)),
    ACCEPTED(Outcome.UNEXECUTED, Fault.empty(202)),
    NO_CONTENT(Outcome.UNEXECUTED, Fault.empty(204)),
    WRONG_TYPE(Outcome.UNEXECUTED, Fault.answer(200, Map.of("Content-Type", "text/html"), "<html>Welcome</html>")),
    MALFORMED(Outcome.UNEXECUTED, Fault.answer(200, json(), "{\"jsonrpc\":")),
    OTHERS_ANSWER(Outcome.UNEXECUTED, (exchange, usual) -> {
        long id = exchange.request().json().path("id").asLong(0);
        exchange.answer(200, json(), answer("" + (id + 1), "FOREIGN"));
    }),
    STATUS_500(Outcome.UNEXECUTED, Fault.answer(500)),
    BROKEN_CHUNKS(Outcome.UNEXECUTED, Fault.brokenChunks(0)),
    RESET(Outcome.UNEXECUTED, Fault.reset()),
    RESET_UNREAD(Outcome.UNEXECUTED, Fault.RESET_UNREAD),
    HANG_UP(Outcome.UNEXECUTED, Fault.hangUp()),
    CLOSE_UNEXECUTED(Outcome.UNEXECUTED, EventFaults.closeUnexecuted()),

    RESET_AFTER_EXECUTING(Outcome.EXECUTED, Fault.resetAfterExecuting()),
    HANG_UP_AFTER_EXECUTING(Outcome.EXECUTED, Fault.hangUpAfterExecuting()),
    CUT_BODY(Outcome.EXECUTED, Fault.cutBody(10)),
    RESET_BODY(Outcome.EXECUTED, Fault.resetBody(10)),
    CLOSE_EARLY(Outcome.EXECUTED, EventFaults.closeEarly()),

    STALL(Outcome.TIMEOUT, Fault.stall()),
    STALL_AFTER_EXECUTING(Outcome.TIMEOUT, Fault.stallAfterExecuting()),
    STALL_BODY(Outcome.TIMEOUT, Fault.stallBody(10)),
    STALL_EVENT(Outcome.TIMEOUT, EventFaults.stallMidEvent()),
    COMMENTS(Outcome.TIMEOUT, EventFaults.commentsForever(Duration.ofMillis(50)));

    private static final List<HttpMixFault> OF_ONE_CALL = List.copyOf(EnumSet.range(SLOW, COMMENTS));
    private static final int PER_MILLE = 400;
    // A session that is forgotten costs everybody in it a repetition.
    private static final int FORGET_PER_MILLE = 3;

    private final Outcome outcome;

    @SuppressWarnings("ImmutableEnumChecker") // faults keep nothing, only that their type does not say so
    private final @Nullable Fault fault;

    HttpMixFault(Outcome outcome, @Nullable Fault fault) {
        this.outcome = outcome;
        this.fault = fault;
    }

    Outcome outcome() {
        return outcome;
    }

    /** Returns what the server does; null where it behaves, or where more than one call is concerned. */
    @Nullable
    Fault fault() {
        return fault;
    }

    /** Tells whether the connection of such a call is spoilt for the next one, in a way that nobody can foresee. */
    boolean spoilsNext() {
        return this == CLOSE_AFTERWARDS || this == CLOSE_ON_REUSE;
    }

    /** Returns what the server does about a call with this key. */
    static HttpMixFault of(long seed, String key) {
        var random = new SplittableRandom(seed * 31 + key.hashCode());
        int dice = random.nextInt(1000);
        if (dice >= PER_MILLE) {
            return NONE;
        }
        return dice < FORGET_PER_MILLE ? FORGET : OF_ONE_CALL.get(random.nextInt(OF_ONE_CALL.size()));
    }

    private static Map<String, String> json() {
        return Map.of("Content-Type", "application/json");
    }

    /** Answers to the neighbours of a request, which are under way too, and to nobody. */
    private static List<String> foreign(RecordedRequest request) {
        long id = request.json().path("id").asLong(0);
        return List.of(
                answer("" + (id - 1), "FOREIGN"), answer("" + (id + 1), "FOREIGN"), answer("\"nobody\"", "FOREIGN"));
    }

    private static String answer(String id, String text) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id
                + ",\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"" + text
                + "\"}]}}";
    }
}
