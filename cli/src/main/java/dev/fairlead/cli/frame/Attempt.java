package dev.fairlead.cli.frame;

import dev.fairlead.protocol.ServerProfile;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What is being attempted, as far as is known: fills up as a visit proceeds. */
public final class Attempt {
    private final long started = System.nanoTime();
    private @Nullable String tool;
    private @Nullable String label;
    private @Nullable ServerProfile server;
    private Consumer<ObjectNode> always = document -> {};
    private boolean login;

    private Attempt() {}

    /** Starts the clock. */
    public static Attempt begin() {
        return new Attempt();
    }

    /** Notes which tool is to be called. */
    public void calls(String name) {
        tool = name;
    }

    /** Notes how texts name the server. */
    public void meets(String name) {
        label = name;
    }

    /** Notes what the server says of itself. */
    public void meets(ServerProfile profile) {
        server = profile;
    }

    /** Sets what documents have also where nothing came of it. */
    public Attempt always(Consumer<ObjectNode> members) {
        always = members;
        return this;
    }

    /** Adds what documents have also where nothing came of it. */
    void tellNothing(ObjectNode document) {
        always.accept(document);
    }

    /** Notes that somebody wants to log in, and has not asked for anything that is attempted to that end. */
    public Attempt loggingIn() {
        login = true;
        return this;
    }

    /** Tells whether somebody is to log in. */
    boolean isLogin() {
        return login;
    }

    @Nullable
    public String tool() {
        return tool;
    }

    @Nullable
    public String label() {
        return label;
    }

    @Nullable
    public ServerProfile server() {
        return server;
    }

    /** Returns how long it has taken so far. */
    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - started);
    }
}
