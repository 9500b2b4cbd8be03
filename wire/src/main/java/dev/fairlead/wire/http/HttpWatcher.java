package dev.fairlead.wire.http;

import dev.fairlead.wire.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hears of the HTTP requests that a transport sends. Called from the threads that send, so it must return soon and never
 * throw. What it hears is as it travelled, with all that is secret in it.
 */
@FunctionalInterface
public interface HttpWatcher {

    /** Hears nothing. */
    HttpWatcher NONE = heard -> {};

    /** Takes note of a request and the beginning of its answer, or that there was none. */
    void heard(Heard heard);

    /**
     * A request and how it was answered.
     *
     * @param url where it went, with all that is in it
     * @param sent the headers that went with it, but for those that the engine adds
     * @param body what was posted; not to be modified, and null for nothing
     * @param status of the answer; 0 if there was none
     * @param answer the headers of the answer, by name as it came
     * @param took until the headers of the answer were there
     * @param trouble why there was no answer; null if there was one
     */
    @SuppressWarnings("ArrayRecordComponent") // The body is looked at where it stands; nobody compares requests.
    record Heard(
            Instant at,
            String method,
            String url,
            Headers sent,
            byte @Nullable [] body,
            int status,
            List<Map.Entry<String, String>> answer,
            Duration took,
            @Nullable String trouble) {

        /** Copies the headers. */
        public Heard {
            answer = List.copyOf(answer);
        }

        /** Shows what is no secret. */
        @Override
        public String toString() {
            return "Heard[%s %s]".formatted(method, status);
        }
    }
}
