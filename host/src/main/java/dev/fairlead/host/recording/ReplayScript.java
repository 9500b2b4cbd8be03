package dev.fairlead.host.recording;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a recorded server answers to what.
 *
 * @param questions the requests that were recorded, equal ones together
 */
record ReplayScript(String server, List<Question> questions) {
    // It is answered when nobody wants it any longer, and that may be never.
    private static final String LISTEN = "subscriptions/listen";

    // What these say of the client differs from client to client, and the answer does not depend on it.
    private static final Set<String> LOOSE = Set.of("initialize", "server/discover", "ping", "logging/setLevel");

    /** A request that was recorded, and what came of it each time. */
    record Question(String method, ObjectNode params, List<List<Timed>> takes) {}

    /**
     * Something that the server did at a moment.
     *
     * @param after how long after the request
     */
    record Timed(Duration after, Step step) {}

    /** What came of one request. */
    private record Take(Instant asked, Request request, List<Timed> steps) {
        void add(Instant at, Step step) {
            var after = Duration.between(asked, at);
            steps.add(new Timed(after.isNegative() ? Duration.ZERO : after, step));
        }

        boolean ended() {
            return steps.stream().anyMatch(one -> one.step() instanceof Step.Answer || one.step() instanceof Step.Fail);
        }
    }

    /** One thing that the server does. */
    sealed interface Step {
        /** It tells something about the request. */
        record Tell(Notification news) implements Step {}

        /** It tells something that belongs to no request. */
        record Remark(Notification news) implements Step {}

        /**
         * It asks something.
         *
         * @param answered whether the client answered at the time, and the server may have waited for it
         */
        record Ask(Request request, boolean answered) implements Step {}

        /** It answers. */
        record Answer(Response response) implements Step {}

        /** It failed, or was not understood. */
        record Fail(String how) implements Step {}

        /** Nobody knows: the recording ended before, or whoever asked had gone. */
        record Missing() implements Step {}
    }

    static ReplayScript of(String server, Recording recording) {
        return new Reader(recording).read(server);
    }

    /** Finds the recorded request that this one repeats. */
    Optional<Question> find(String method, @Nullable ObjectNode params) {
        var asked = withoutMeta(params);
        var known =
                questions.stream().filter(one -> one.method().equals(method)).toList();
        return known.stream()
                .filter(one -> Likeness.same(one.params(), asked))
                .findFirst()
                .or(() -> LOOSE.contains(method) ? nearest(known, asked) : Optional.empty());
    }

    /** Tells whether anything was recorded of a method. */
    boolean knows(String method) {
        return questions.stream().anyMatch(one -> one.method().equals(method));
    }

    /** Lists the methods of which something was recorded. */
    List<String> methods() {
        return questions.stream().map(Question::method).distinct().toList();
    }

    private static Optional<Question> nearest(List<Question> known, ObjectNode asked) {
        var version = asked.path("protocolVersion");
        return known.stream()
                .filter(one -> one.params().path("protocolVersion").equals(version))
                .findFirst()
                .or(() -> known.stream().findFirst());
    }

    private static ObjectNode withoutMeta(@Nullable ObjectNode params) {
        var plain = params == null ? Json.object() : params.deepCopy();
        plain.remove("_meta");
        return plain;
    }

    /** Sorts what was recorded. */
    private static final class Reader {
        private record Place(long line, long exchange) {}

        private record Named(long line, @Nullable RequestId id) {}

        private final Recording recording;
        private final List<Question> questions = new ArrayList<>();
        private final Map<Place, Take> takes = new HashMap<>();
        private final Map<Long, Take> latest = new HashMap<>(); // by line: what was asked last
        private final Map<Long, List<Step>> early = new HashMap<>(); // by line: what was said before that
        private final Set<Named> answered = new HashSet<>(); // by the client
        private final Set<Named> withdrawn = new HashSet<>(); // by the client, too

        Reader(Recording recording) {
            this.recording = recording;
        }

        ReplayScript read(String server) {
            recording.traffic().forEach(this::note);
            recording.traffic().forEach(this::sort);
            takes.forEach(this::finish);
            questions.stream()
                    .filter(one -> one.method().equals("initialize"))
                    .forEach(Reader::forgetWaysThatLedNowhere);
            return new ReplayScript(server, List.copyOf(questions));
        }

        private void note(Traffic traffic) {
            if (traffic instanceof Traffic.Sent(var at, long line, long exchange, Response given)) {
                answered.add(new Named(line, given.id()));
            } else if (traffic instanceof Traffic.Sent(var at, long line, long exchange, Notification news)
                    && news.method().equals("notifications/cancelled")
                    && news.params() != null) {
                withdrawn.add(new Named(line, TrafficLine.id(news.params().get("requestId"))));
            }
        }

        /** Whoever asks again must not wait for ever, but for what nobody waited for at the time. */
        private void finish(Place place, Take take) {
            boolean maySilently = take.request().method().equals(LISTEN)
                    || withdrawn.contains(new Named(place.line(), take.request().id()));
            if (!maySilently && !take.ended()) {
                var last = take.steps().isEmpty()
                        ? Duration.ZERO
                        : take.steps().getLast().after();
                take.steps().add(new Timed(last, new Step.Missing()));
            }
        }

        /** Where a session was opened in another way in the end, a replay, to which one way leads, opens it at once. */
        private static void forgetWaysThatLedNowhere(Question handshake) {
            if (handshake.takes().stream().anyMatch(Reader::opened)) {
                handshake.takes().removeIf(take -> !opened(take));
            }
        }

        private static boolean opened(List<Timed> take) {
            return take.stream()
                    .anyMatch(one ->
                            one.step() instanceof Step.Answer(Response answer) && answer instanceof Response.Result);
        }

        private void sort(Traffic traffic) {
            switch (traffic) {
                case Traffic.Sent(var at, long line, long exchange, Request asked)
                when exchange != Traffic.NO_EXCHANGE -> asked(at, line, exchange, asked);
                case Traffic.Received heard -> heard(heard);
                case Traffic.Ended ended -> {
                    var take = takes.get(new Place(ended.line(), ended.exchange()));
                    if (take != null) {
                        take.add(ended.at(), new Step.Fail(ended.how()));
                    }
                }
                case Traffic.Sent posted -> {}
                case Traffic.Opened opened -> {}
                case Traffic.Closed closed -> {}
            }
        }

        private void asked(Instant at, long line, long exchange, Request request) {
            var params = withoutMeta(request.params());
            var question = questions.stream()
                    .filter(one -> one.method().equals(request.method())
                            && one.params().equals(params))
                    .findFirst()
                    .orElseGet(() -> {
                        var first = new Question(request.method(), params, new ArrayList<>());
                        questions.add(first);
                        return first;
                    });
            var take = new Take(at, request, new ArrayList<>());
            // What the server said unasked before anything was asked goes with the first thing that is.
            var before = early.remove(line);
            if (before != null) {
                before.forEach(step -> take.add(at, step));
            }
            latest.put(line, take);
            question.takes().add(take.steps());
            takes.put(new Place(line, exchange), take);
        }

        private void heard(Traffic.Received heard) {
            boolean unasked = heard.exchange() == Traffic.NO_EXCHANGE;
            var take = unasked ? latest.get(heard.line()) : takes.get(new Place(heard.line(), heard.exchange()));
            if (take != null) {
                take.add(heard.at(), step(heard, unasked));
            } else if (unasked) {
                early.computeIfAbsent(heard.line(), any -> new ArrayList<>()).add(step(heard, true));
            }
        }

        private Step step(Traffic.Received heard, boolean unasked) {
            return switch (heard.message()) {
                case Notification news -> unasked ? new Step.Remark(news) : new Step.Tell(news);
                case Request asked -> new Step.Ask(asked, answered.contains(new Named(heard.line(), asked.id())));
                case Response response -> new Step.Answer(response);
                case Message.Malformed bad -> new Step.Fail(bad.problem());
            };
        }
    }
}
