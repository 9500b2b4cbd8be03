package dev.fairlead.console.login;

import dev.fairlead.auth.LoginWatcher;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.http.FetchWatcher;
import dev.fairlead.wire.http.Fetched;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was fetched on the way to an authorization, told so that a person can follow it and nothing in it is secret: of
 * what is posted and of what comes back for it only the names are kept. Thread-safe.
 */
public final class LoginSteps implements LoginWatcher {
    private static final int MOST = 60;
    private static final int LONGEST = 8_000;

    private final Redactor redactor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, ArrayDeque<ObjectNode>> steps = new HashMap<>(); // by address; guarded by lock
    private volatile Consumer<String> listener = server -> {};

    /** Keeps nothing that the redactor knows to be secret. */
    public LoginSteps(Redactor redactor) {
        this.redactor = redactor;
    }

    void onStep(Consumer<String> hearing) {
        listener = hearing;
    }

    @Override
    public FetchWatcher of(String server) {
        return (method, url, body, answer, trouble) -> {
            add(server, step(method, url, body, answer, trouble));
            listener.accept(server);
        };
    }

    /** Notes something that was not fetched. */
    void note(String server, String title, String detail, boolean ok) {
        var json = Json.object()
                .put("at", System.currentTimeMillis())
                .put("title", title)
                .put("detail", redactor.text(detail));
        json.putNull("request").putNull("response");
        add(server, json.put("ok", ok));
    }

    void addTo(String server, ArrayNode list) {
        lock.lock();
        try {
            steps.getOrDefault(server, new ArrayDeque<>()).forEach(list::add);
        } finally {
            lock.unlock();
        }
    }

    private void add(String server, ObjectNode step) {
        lock.lock();
        try {
            var mine = steps.computeIfAbsent(server, key -> new ArrayDeque<>());
            mine.add(step);
            if (mine.size() > MOST) {
                mine.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    private ObjectNode step(
            String method, String url, byte @Nullable [] body, @Nullable Fetched answer, @Nullable String trouble) {
        boolean ok = answer != null && answer.status() < 400;
        var json = Json.object()
                .put("at", System.currentTimeMillis())
                .put("title", title(method, url, body))
                .put("detail", answer == null ? redactor.text(String.valueOf(trouble)) : "HTTP " + answer.status());
        json.put("request", "%s %s%s".formatted(method, place(url), body == null ? "" : "\n" + names(body)));
        json.put("response", answer == null ? null : response(method, answer));
        return json.put("ok", ok);
    }

    private static String title(String method, String url, byte @Nullable [] body) {
        if (url.contains("oauth-protected-resource")) {
            return "Ask the server who grants access";
        }
        if (url.contains("oauth-authorization-server") || url.contains("openid-configuration")) {
            return "Ask the authorization server how it works";
        }
        return method.equals("POST") && body != null ? posted(names(body)) : "Fetch a document";
    }

    /** Addresses are of the server's choosing; what is posted says what it is for. */
    private static String posted(String names) {
        var sent = List.of(names.split(", ", -1));
        if (sent.contains("redirect_uris")) {
            return "Register as a client";
        }
        if (sent.contains("grant_type")) {
            return sent.contains("refresh_token") ? "Renew the tokens" : "Exchange for tokens";
        }
        return sent.contains("token") ? "Give the tokens back" : "Send what the authorization server asks for";
    }

    /** Returns an address without its query. */
    private static String place(String url) {
        try {
            var uri = URI.create(url);
            return "%s://%s%s".formatted(uri.getScheme(), uri.getAuthority(), uri.getRawPath());
        } catch (IllegalArgumentException odd) {
            return Redactor.HIDDEN;
        }
    }

    private String response(String method, Fetched answer) {
        if (method.equals("GET")) {
            try {
                var text = Json.write(redactor.json(Json.parse(answer.text())));
                return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
            } catch (JacksonException noJson) {
                return "(%s bytes that are no JSON)".formatted(answer.body().length);
            }
        }
        return names(answer.body());
    }

    /** Returns the names of what stands in a form or a document, and none of the values. */
    private static String names(byte[] body) {
        var text = new String(body, StandardCharsets.UTF_8).strip();
        if (text.startsWith("{")) {
            try {
                return String.join(", ", Json.parse(text).propertyNames());
            } catch (JacksonException noJson) {
                return "(%s bytes)".formatted(body.length);
            }
        }
        var names = new StringBuilder();
        for (var pair : text.split("&", 50)) {
            int sign = pair.indexOf('=');
            if (sign > 0 && pair.substring(0, sign).matches("[A-Za-z0-9_.-]{1,60}")) {
                names.append(names.isEmpty() ? "" : ", ").append(pair, 0, sign);
            }
        }
        return names.isEmpty() ? "(%s bytes)".formatted(body.length) : names.toString();
    }
}
