package dev.fairlead.host.event;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Secrets that must never be seen again, the ways to write them, and events that hold them. */
public final class Canaries {
    private static final String LETTERS =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~+/=!@#$%^&*()\"\\ '<>äß€";
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

    private Canaries() {}

    /** Makes up a secret. */
    public static String secret(Random random) {
        var secret = new StringBuilder();
        for (int length = 8 + random.nextInt(40); length > 0; length--) {
            secret.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        // A blank end could be stripped by whoever writes it.
        return "s" + secret + "Z";
    }

    /** Writes a secret down in one of many ways. */
    public static String written(String secret, Random random) {
        var bytes = secret.getBytes(StandardCharsets.UTF_8);
        return switch (random.nextInt(10)) {
            case 0 -> "?q=" + URLEncoder.encode(secret, StandardCharsets.UTF_8);
            case 1 -> "?q=" + URLEncoder.encode(secret, StandardCharsets.UTF_8).replace("+", "%20");
            case 2 -> Base64.getEncoder().encodeToString(bytes);
            case 3 -> Base64.getUrlEncoder().encodeToString(bytes);
            case 4 -> Base64.getEncoder().encodeToString(("u:" + secret).getBytes(StandardCharsets.UTF_8));
            case 5 -> Base64.getEncoder().encodeToString(("user:" + secret + "\n").getBytes(StandardCharsets.UTF_8));
            case 6 -> Json.write(Json.object().put("x", secret));
            case 7 -> Json.write(Json.object().put("y", Json.write(Json.object().put("x", secret))));
            case 8 -> "Bearer " + secret;
            default -> secret;
        };
    }

    /** Tells whether a text still shows a secret, in any way that this class writes it. */
    public static boolean shows(String text, String secret) {
        for (int way = 0; way < 10; way++) {
            int chosen = way;
            var written = written(secret, new Random() {
                private static final long serialVersionUID = 1;

                @Override
                public int nextInt(int bound) {
                    return chosen;
                }
            });
            // What the first and last characters are in Base64 depends on the neighbours.
            var heart = written.substring(Math.min(8, written.length() / 3), written.length() - written.length() / 3);
            if (text.contains(heart)) {
                return true;
            }
        }
        return false;
    }

    /** Makes one event of each kind with a text in every place that holds one. */
    public static List<HostEvent> events(String text) {
        var json = json(text);
        var result = new CallToolResult(
                List.of(
                        ContentBlock.text("before " + text + " after"),
                        ContentBlock.embedded(ResourceContents.text("file:///x?" + text, null, text)),
                        new ContentBlock.Unknown("odd", json(text).put("type", "odd"))),
                json,
                false,
                json,
                Json.object().put("more", text));
        return List.of(
                new HostEvent.StateChanged(AT, "s", 0, "failed", "because of " + text),
                new HostEvent.ToolsChanged(AT, "s", List.of(text), List.of("a" + text), List.of(text + "b")),
                new HostEvent.CallStarted(AT, "s", 1, "tool " + text, json, "user " + text),
                new HostEvent.CallProgressed(AT, "s", 1, new Progress(1, 2.0, "at " + text)),
                new HostEvent.CallRetried(AT, "s", 1, 2, Duration.ZERO, text),
                new HostEvent.CallEnded(AT, "s", 1, text, true, result, text, false, Duration.ZERO, 1, text),
                new HostEvent.Logged(AT, "s", new LogEntry(LogLevel.INFO, text, json)),
                new HostEvent.Stderr(AT, "s", "env: X=" + text + ";"),
                new HostEvent.Violated(AT, "s", new Violation(Violation.Kind.NOISE, text)),
                new HostEvent.Decided(AT, "s", text, text),
                new HostEvent.Withheld(AT, "s", text),
                new HostEvent.Reconfigured(AT, "s", text));
    }

    /** Returns every text in a value, each as it is, on lines of their own. */
    public static String texts(@Nullable Object value) {
        var texts = new StringJoiner("\n");
        switch (value) {
            case JsonNode json
            when json.isContainer() -> {
                json.propertyNames().forEach(texts::add);
                json.forEach(element -> texts.add(texts(element)));
            }
            case JsonNode json -> texts.add(json.asString(""));
            case Collection<?> all -> all.forEach(element -> texts.add(texts(element)));
            case Record some -> {
                for (var component : some.getClass().getRecordComponents()) {
                    try {
                        texts.add(texts(component.getAccessor().invoke(some)));
                    } catch (ReflectiveOperationException impossible) {
                        throw new LinkageError("a component cannot be read", impossible);
                    }
                }
            }
            case null, default -> texts.add(String.valueOf(value));
        }
        return texts.toString();
    }

    private static ObjectNode json(String text) {
        var json = Json.object().put("plain", text).put("a" + text, 1);
        json.putObject("deep").putArray("list").add(text).addObject().put("x", "-" + text + "-");
        return json;
    }
}
