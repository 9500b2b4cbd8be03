package dev.fairlead.wire.stdio;

import java.util.Locale;

/** Which system this is, as far as processes care. */
final class Platform {
    private static final String NAME = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);

    static final boolean WINDOWS = NAME.startsWith("windows");
    static final boolean LINUX = NAME.startsWith("linux");

    private Platform() {}
}
