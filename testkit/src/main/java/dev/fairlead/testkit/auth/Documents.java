package dev.fairlead.testkit.auth;

import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** The forms of answers that the servers here give. */
final class Documents {
    private static final Duration DRIP = Duration.ofMillis(200);
    private static final int HUGE = 8 << 20;

    private Documents() {}

    static void json(HttpExchange exchange, int status, String text) throws IOException {
        exchange.answer(status, Map.of("Content-Type", "application/json", "Cache-Control", "no-store"), text);
    }

    static void html(HttpExchange exchange, int status, String body) throws IOException {
        exchange.answer(
                status,
                Map.of("Content-Type", "text/html; charset=utf-8"),
                "<!DOCTYPE html><html><body>" + body + "</body></html>");
    }

    static void redirect(HttpExchange exchange, int status, String location) throws IOException {
        exchange.answer(status, Map.of("Location", location, "Cache-Control", "no-store"), "");
    }

    static void slowly(HttpExchange exchange, ObjectNode document) throws IOException, InterruptedException {
        Fault.drip(DRIP).strike(exchange, paced -> json(paced, 200, document.toString()));
    }

    /** Answers with a correct document that is far too long, or that never ends. */
    static void huge(HttpExchange exchange, ObjectNode document, boolean endless) throws IOException {
        if (!endless) {
            json(exchange, 200, document.put("padding", "x".repeat(HUGE)).toString());
            return;
        }
        var begun = document.toString();
        exchange.raw(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
                        + begun.substring(0, begun.length() - 1) + ",\"padding\":\"")
                .getBytes(StandardCharsets.UTF_8));
        var piece = "x".repeat(1 << 14).getBytes(StandardCharsets.US_ASCII);
        while (!exchange.gone()) {
            exchange.raw(piece);
        }
    }

    /** Writes a text so that a page shows it and runs nothing. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
