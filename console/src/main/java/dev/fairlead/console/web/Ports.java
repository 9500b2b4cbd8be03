package dev.fairlead.console.web;

import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.keep.UnreadException;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The ports that a console has, or had the last time; 0 for none.
 *
 * @param console that of the page
 * @param sandbox that of the frames in which interfaces of servers run
 */
public record Ports(int console, int sandbox) {
    /** Those of a console that never ran. */
    public static final Ports NONE = new Ports(0, 0);

    private static final String NAME = "place";
    private static final String PORT = "port";
    private static final String SANDBOX = "sandboxPort";

    /** Returns those of the last time. */
    public static Ports of(Keep keep) {
        return read(keep.read(NAME));
    }

    /** Returns those of the last time by what a folder keeps, without changing anything there. */
    public static Ports in(Path folder) throws UnreadException {
        return read(Keep.look(folder, NAME));
    }

    private static Ports read(Optional<JsonNode> kept) {
        var json = kept.orElseGet(Json::object);
        return new Ports(number(json, PORT), number(json, SANDBOX));
    }

    private static int number(JsonNode kept, String name) {
        int port = kept.path(name).asInt(0);
        return port > 0 && port < 65_536 ? port : 0;
    }

    /** Keeps them for the next time. */
    public void keepIn(Keep keep) {
        keep.write(NAME, Json.object().put(PORT, console).put(SANDBOX, sandbox));
    }

    /** Returns the address of the frames. */
    public String sandboxUrl() {
        return "http://%s:%s".formatted(Listener.ADDRESS, sandbox);
    }
}
