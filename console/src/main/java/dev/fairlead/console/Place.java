package dev.fairlead.console;

import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.web.Listener;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Where a console is found: the same place as the last time, so that a page that is open finds it again. */
record Place(int port, int sandboxPort) {
    private static final String NAME = "place";

    static Place of(Keep keep, int fixed, Consumer<String> messages) throws IOException {
        var kept = keep.read(NAME).orElseGet(Json::object);
        int wish = fixed > 0 ? fixed : number(kept, "port");
        int port = Listener.free(wish);
        if (wish > 0 && port != wish) {
            messages.accept("port %d is taken, so the console is at port %d".formatted(wish, port));
        }
        int sandboxWish = number(kept, "sandboxPort");
        int sandbox = Listener.free(sandboxWish == port ? 0 : sandboxWish);
        while (sandbox == port) {
            sandbox = Listener.free(0);
        }
        var place = new Place(port, sandbox);
        keep.write(NAME, Json.object().put("port", place.port).put("sandboxPort", place.sandboxPort));
        return place;
    }

    private static int number(JsonNode kept, String name) {
        int port = kept.path(name).asInt(0);
        return port > 0 && port < 65_536 ? port : 0;
    }
}
