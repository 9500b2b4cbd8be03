package dev.fairlead.auth.discovery;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.FetchException;
import dev.fairlead.wire.http.GuardedFetch;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** Descriptions that servers publish of themselves, as JSON objects. */
final class Documents {
    private static final Headers ASKED = Headers.NONE
            .with("Accept", "application/json")
            // The oldest revision wants it; the others do not mind.
            .with("MCP-Protocol-Version", "2025-03-26");

    private static final Pattern MAX_AGE = Pattern.compile("(?:^|[\\s,])max-age=([0-9]{1,9})");

    private final GuardedFetch fetch;

    Documents(GuardedFetch fetch) {
        this.fetch = fetch;
    }

    /**
     * A description.
     *
     * @param lifetime how long it may be taken for true; null if nothing is said about that
     */
    record Found(ObjectNode json, @Nullable Duration lifetime) {}

    /** Returns the object at an address; nothing if there is none. */
    Optional<Found> find(String url, Deadline patience) throws FetchException, InterruptedException {
        var found = fetch.get(url, ASKED, patience);
        if (Busy.says(found)) {
            // To go on as if there were nothing would be to choose another way in.
            throw new FetchException(
                    FetchException.Kind.UNREACHABLE, "it answers with HTTP " + found.status(), false, null);
        }
        if (found.status() != 200) {
            return Optional.empty();
        }
        try {
            return Json.parse(found.text()) instanceof ObjectNode object
                    ? Optional.of(new Found(object, lifetime(found.headers())))
                    : Optional.empty();
        } catch (JacksonException noJson) {
            return Optional.empty(); // Many servers answer every address with the same page.
        }
    }

    private static @Nullable Duration lifetime(Headers headers) {
        var said = headers.get("Cache-Control").orElse("").toLowerCase(Locale.ROOT);
        if (said.contains("no-store") || said.contains("no-cache")) {
            return Duration.ZERO;
        }
        var age = MAX_AGE.matcher(said);
        return age.find() ? Duration.ofSeconds(Long.parseLong(age.group(1))) : null;
    }
}
