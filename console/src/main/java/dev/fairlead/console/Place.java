package dev.fairlead.console;

import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.web.Access;
import dev.fairlead.console.web.Listener;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Where a console is found: the same place as the last time, so that a page that is open finds it again.
 *
 * @param cookie the secret by which a page is known
 */
record Place(int port, int sandboxPort, String cookie) {
    private static final String NAME = "place";

    /** Shows nothing secret. */
    @Override
    public String toString() {
        return "Place[port=%d]".formatted(port);
    }

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
        var cookie = kept.path("cookie").asString("");
        var place = new Place(port, sandbox, cookie.length() >= 40 ? cookie : Access.secret());
        keep.write(
                NAME,
                Json.object()
                        .put("port", place.port)
                        .put("sandboxPort", place.sandboxPort)
                        .put("cookie", place.cookie));
        return place;
    }

    private static int number(JsonNode kept, String name) {
        int port = kept.path(name).asInt(0);
        return port > 0 && port < 65_536 ? port : 0;
    }
}
