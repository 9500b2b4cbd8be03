package dev.fairlead.console.web;

import com.sun.net.httpserver.HttpExchange;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** An answer to a request. */
@FunctionalInterface
public interface Reply {

    /** Sends it. */
    void send(HttpExchange exchange) throws IOException;

    /** Returns a JSON document. */
    static Reply json(JsonNode json) {
        return json(200, json);
    }

    /** Returns a JSON document with a status. */
    static Reply json(int status, JsonNode json) {
        return bytes(status, "application/json", Json.write(json).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns an empty object: it is done. */
    static Reply done() {
        return json(200, Json.object());
    }

    /** Returns bytes of a type. */
    static Reply bytes(int status, String type, byte[] bytes) {
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", type);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(status, head || bytes.length == 0 ? -1 : bytes.length);
            if (!head) {
                try (var out = exchange.getResponseBody()) {
                    out.write(bytes);
                }
            }
        };
    }

    /** Returns bytes that are written as they come. */
    static Reply stream(String type, Writing writing) {
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, 0);
            try (var out = exchange.getResponseBody()) {
                writing.to(out);
            }
        };
    }

    /** Returns this answer with a header. */
    default Reply with(String name, String value) {
        return exchange -> {
            exchange.getResponseHeaders().set(name, value);
            send(exchange);
        };
    }

    /** Returns this answer as a file that is saved and never shown. */
    default Reply saved(String file) {
        return with("Content-Disposition", "attachment; filename=\"" + file.replaceAll("[^A-Za-z0-9._-]", "_") + "\"");
    }

    /** Writes an answer. */
    @FunctionalInterface
    interface Writing {
        /** Writes it all. */
        void to(OutputStream out) throws IOException;
    }
}
