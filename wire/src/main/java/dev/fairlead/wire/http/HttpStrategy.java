package dev.fairlead.wire.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Which of the two ways over HTTP to try, and in which order, with a server that wants a session. */
public enum HttpStrategy {
    /** Streamable HTTP; the old pair of streams where that is refused. */
    HTTP_FIRST,
    /** The old pair of streams; Streamable HTTP where that is refused. */
    SSE_FIRST,
    /** Streamable HTTP alone. */
    HTTP_ONLY,
    /** The old pair of streams alone, without asking whether the server knows better. */
    SSE_ONLY;

    /** Returns how the strategy is written in configurations. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the strategy that is written so. */
    public static Optional<HttpStrategy> of(String id) {
        return Arrays.stream(values())
                .filter(strategy -> strategy.id().equals(id))
                .findFirst();
    }
}
