package dev.fairlead.console;

import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.web.Listener;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Where a console is found: the same place as the last time, so that a page that is open finds it again. Its ports are
 * taken, so that nobody else gets them, and answer nothing yet.
 */
record Place(Listener console, Listener sandbox) implements AutoCloseable {
    private static final String NAME = "place";
    private static final String PORT = "port";
    private static final String SANDBOX = "sandboxPort";

    static Place of(Keep keep, int fixed, Consumer<String> messages) throws IOException {
        var kept = keep.read(NAME).orElseGet(Json::object);
        int wish = fixed > 0 ? fixed : number(kept, PORT);
        int sandboxWish = number(kept, SANDBOX);
        var taken = new Opened();
        boolean complete = false;
        try {
            var console = Listener.near(wish);
            taken.add("the port of the console", console::close);
            var sandbox = Listener.near(sandboxWish);
            taken.add("the port of the sandbox", sandbox::close);
            if (wish > 0 && console.port() != wish) {
                messages.accept("port %d is taken, so the console is at port %d".formatted(wish, console.port()));
            }
            // Not a port that somebody else has today: browsers may keep something of theirs for it.
            keep.write(NAME, Json.object().put(PORT, console.port()).put(SANDBOX, sandbox.port()));
            complete = true;
            return new Place(console, sandbox);
        } finally {
            if (!complete) {
                taken.close();
            }
        }
    }

    private static int number(JsonNode kept, String name) {
        int port = kept.path(name).asInt(0);
        return port > 0 && port < 65_536 ? port : 0;
    }

    String url() {
        return "http://127.0.0.1:%d/".formatted(console.port());
    }

    String sandboxUrl() {
        return "http://127.0.0.1:%d".formatted(sandbox.port());
    }

    @Override
    public void close() {
        console.close();
        sandbox.close();
    }
}
