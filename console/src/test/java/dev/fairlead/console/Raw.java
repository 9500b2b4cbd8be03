package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A request as it goes over the wire; names in capitals stand for what a page of the console has. */
final class Raw {
    private final String method;
    private final String path;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final StringBuilder more = new StringBuilder();
    private String host = "127.0.0.1:PORT";
    private String cookie = "COOKIE";
    private String key = "KEY";
    private String body;

    Raw(String method, String path) {
        this.method = method;
        this.path = path;
        if (!method.equals("GET")) {
            headers.put("Origin", "http://127.0.0.1:PORT");
            headers.put("Content-Type", "application/json");
        }
    }

    Raw host(String name) {
        host = name;
        return this;
    }

    Raw cookie(String shown) {
        cookie = shown;
        return this;
    }

    Raw key(String shown) {
        key = shown;
        return this;
    }

    Raw bare() {
        return cookie(null).key(null);
    }

    Raw header(String name, String value) {
        if (name.equals("Host")) {
            return also(name, value);
        }
        if (value == null) {
            headers.remove(name);
        } else {
            headers.put(name, value);
        }
        return this;
    }

    Raw also(String name, String value) {
        more.append(name).append(": ").append(value).append("\r\n");
        return this;
    }

    Raw body(String text) {
        body = text;
        return this;
    }

    String send(Page page, Page other) throws IOException {
        var text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        if (host != null) {
            text.append("Host: ").append(host).append("\r\n");
        }
        if (cookie != null) {
            text.append("Cookie: ").append(cookie).append("\r\n");
        }
        if (key != null) {
            text.append("Fairlead-Key: ").append(key).append("\r\n");
        }
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        text.append(more);
        var sentBody = body == null ? "" : filled(body, page, other);
        if (body != null && !headers.containsKey("Content-Length")) {
            text.append("Content-Length: ").append(sentBody.length()).append("\r\n");
        }
        if (!headers.containsKey("Connection")) {
            text.append("Connection: close\r\n");
        }
        var sent = filled(text.append("\r\n").toString(), page, other) + sentBody;
        try (var socket =
                new Socket(InetAddress.getLoopbackAddress(), page.console().port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(sent.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            var answer = new ByteArrayOutputStream();
            try {
                socket.getInputStream().transferTo(answer);
            } catch (SocketException reset) {
                // What was not read of a body that is too large resets the connection after the answer.
                assertThat(answer.size()).isPositive();
            }
            return answer.toString(StandardCharsets.UTF_8);
        }
    }

    private static String filled(String text, Page page, Page other) {
        var names = Map.of(
                "SANDBOX", page.get("/api/state").path("sandbox").asString(""),
                "PORT", Integer.toString(page.console().port()),
                "COOKIE", page.cookie(),
                "SECRET", page.cookie().replaceAll(".*?=", ""),
                "SESSION", page.session(),
                "PASS", page.console().urlForOnce(() -> {}).replaceAll(".*token=", ""),
                "TOKEN", page.console().url().replaceAll(".*token=", ""),
                "KEY", page.shown(),
                "WHOLE", page.key(),
                "OTHER", other.shown());
        // At once, as what stands for one name may hold another by chance.
        return Pattern.compile("SANDBOX|PORT|COOKIE|SECRET|SESSION|PASS|TOKEN|KEY|WHOLE|OTHER")
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(names.get(found.group())));
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
