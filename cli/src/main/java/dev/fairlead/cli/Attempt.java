package dev.fairlead.cli;

import dev.fairlead.protocol.ServerProfile;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is being attempted, as far as is known: fills up as a visit proceeds. */
final class Attempt {
    private final @Nullable String verb;
    private final long started = System.nanoTime();
    private @Nullable String tool;
    private @Nullable String label;
    private @Nullable ServerProfile server;

    private Attempt(@Nullable String verb) {
        this.verb = verb;
    }

    /** Starts the clock. */
    static Attempt begin(@Nullable String verb) {
        return new Attempt(verb);
    }

    /** Notes which tool is to be called. */
    void calls(String name) {
        tool = name;
    }

    /** Notes how texts name the server. */
    void meets(String name) {
        label = name;
    }

    /** Notes what the server says of itself. */
    void meets(ServerProfile profile) {
        server = profile;
    }

    /** Tells whether a tool is to be called, be it known which or not. */
    boolean isCall() {
        return CallCommand.NAME.equals(verb);
    }

    /** Tells whether somebody is to log in. */
    boolean isLogin() {
        return LoginCommand.NAME.equals(verb);
    }

    @Nullable
    String tool() {
        return tool;
    }

    @Nullable
    String label() {
        return label;
    }

    @Nullable
    ServerProfile server() {
        return server;
    }

    /** Returns how long it has taken so far. */
    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - started);
    }
}
