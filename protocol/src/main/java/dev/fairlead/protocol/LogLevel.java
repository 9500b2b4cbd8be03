package dev.fairlead.protocol;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How much a log message matters, least first; the words are those of syslog (RFC 5424). */
public enum LogLevel {
    DEBUG,
    INFO,
    NOTICE,
    WARNING,
    ERROR,
    CRITICAL,
    ALERT,
    EMERGENCY;

    /** Returns the word on the wire. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Finds the level with this word. */
    public static Optional<LogLevel> of(String id) {
        return Arrays.stream(values()).filter(level -> level.id().equals(id)).findFirst();
    }
}
