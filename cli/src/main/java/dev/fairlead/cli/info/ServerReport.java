package dev.fairlead.cli.info;

import dev.fairlead.cli.frame.Failure;
import dev.fairlead.client.Opening;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.error.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about a server.
 *
 * @param ping what came of asking for a sign of life
 * @param lists what came of asking for everything that the server says it offers
 * @param leftOut the tools that cannot be called, with the reasons
 * @param violations how often the server broke a rule and was tolerated
 */
public record ServerReport(
        ServerProfile profile,
        Opening opening,
        Finding ping,
        List<Finding> lists,
        SortedMap<String, String> leftOut,
        SortedMap<Violation.Kind, Long> violations) {

    /**
     * What came of one question.
     *
     * @param what the thing asked for: {@code ping}, {@code tools}, {@code prompts}, {@code resources} or
     *     {@code resourceTemplates}
     * @param count how many of them there are; null where there is no counting them
     * @param took how long the answer took; null where none came
     * @param failure why none came
     */
    record Finding(
            String what,
            @Nullable Integer count,
            @Nullable Duration took,
            @Nullable Failure failure) {}

    ServerReport(
            ServerProfile profile,
            Opening opening,
            Finding ping,
            List<Finding> lists,
            Map<String, String> leftOut,
            Map<Violation.Kind, Long> violations) {
        this(profile, opening, ping, List.copyOf(lists), new TreeMap<>(leftOut), new TreeMap<>(violations));
    }

    /** Returns the first failure; null where all questions were answered. */
    @Nullable
    Failure failure() {
        if (ping.failure() != null) {
            return ping.failure();
        }
        for (var list : lists) {
            if (list.failure() != null) {
                return list.failure();
            }
        }
        return null;
    }
}
