package dev.fairlead.wire.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.fairlead.wire.Headers;

/**
 * The answer to a request, whatever its status.
 *
 * @param headers of several with one name, the first
 * @param body no longer compressed
 */
@SuppressWarnings("ArrayRecordComponent") // The body is parsed where it stands; nobody compares answers.
public record Fetched(int status, Headers headers, byte[] body) {

    /** Returns the body as text, taking it for UTF-8. */
    public String text() {
        return new String(body, UTF_8);
    }

    /** Shows status and size; what else there is may be secret. */
    @Override
    public String toString() {
        return "Fetched[%s, %s bytes]".formatted(status, body.length);
    }
}
