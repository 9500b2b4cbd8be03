package dev.fairlead.cli.frame;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** When something happened, as people and programs are told by verbs that go on for longer. */
public record Moment(Instant time) {
    private static final String ENDED = "ended";
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    /** Returns this moment. */
    public static Moment now() {
        return new Moment(Instant.now());
    }

    /** Returns a line for people. */
    public String line(String words) {
        return CLOCK.format(time.atZone(ZoneId.systemDefault())) + "  " + words;
    }

    /** Adds what all documents for programs have. */
    public ObjectNode stamp(ObjectNode document, String event) {
        return document.put("time", time.truncatedTo(ChronoUnit.MILLIS).toString())
                .put("event", event);
    }

    /** Adds the same to the last document. */
    public void stampLast(ObjectNode document) {
        var ignored = stamp(document, ENDED);
    }
}
