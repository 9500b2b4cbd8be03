package dev.fairlead.console.web;

import com.sun.net.httpserver.HttpExchange;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A request that was let in. */
public final class Inquiry {
    /** How large what is sent along may be. */
    public static final int MOST_BYTES = 4 << 20;

    private final HttpExchange exchange;
    private final Map<String, String> variables;
    private final Map<String, String> query;

    Inquiry(HttpExchange exchange, Map<String, String> variables) {
        this.exchange = exchange;
        this.variables = variables;
        this.query = query(exchange.getRequestURI().getRawQuery());
    }

    /** Returns the part of the path that stands where the route has this name. */
    public String path(String name) {
        var value = variables.get(name);
        if (value == null) {
            throw new IllegalStateException("the route has no '%s'".formatted(name));
        }
        return value;
    }

    /** Returns a value from the query, if it is not empty. */
    public Optional<String> query(String name, int longest) {
        var value = Optional.ofNullable(query.get(name)).filter(text -> !text.isEmpty());
        if (value.isPresent() && value.get().length() > longest) {
            throw Refusal.field(name, "is longer than %s characters".formatted(longest));
        }
        return value;
    }

    /** Returns a whole number from the query. */
    public long query(String name, long otherwise, long least, long most) {
        var text = query(name, 20);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(text.get());
            if (number < least || number > most) {
                throw Refusal.field(name, "is not between %s and %s".formatted(least, most));
            }
            return number;
        } catch (NumberFormatException none) {
            throw Refusal.field(name, "is not a whole number");
        }
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    /** Returns the members of what was sent along, which may have no other names than these. */
    public Fields body(String... known) {
        return Fields.of(json(), known);
    }

    private JsonNode json() {
        var type = header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        var plain = type.contains(";") ? type.substring(0, type.indexOf(';')).strip() : type.strip();
        if (!plain.equals("application/json")) {
            throw new Refusal(415, "not-json", "Request refused: only application/json is taken here.");
        }
        try {
            var bytes = bytes();
            return Json.parse(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (JacksonException | CharacterCodingException | NumberFormatException | ArithmeticException broken) {
            throw new Refusal(400, "bad-json", "Request refused: what was sent is not JSON that can be read here.");
        } catch (IOException gone) {
            throw new Refusal(400, "bad-body", "Request refused: it ended too early.");
        }
    }

    private byte[] bytes() throws IOException {
        var length = header("Content-Length");
        if (length.isPresent() && length.get().length() > 9) {
            throw tooLarge();
        }
        var bytes = received();
        if (bytes.length > MOST_BYTES) {
            throw tooLarge();
        }
        return bytes;
    }

    private byte[] received() throws IOException {
        var reception = Reception.begin();
        try {
            return exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        } finally {
            reception.end();
        }
    }

    static Refusal tooLarge() {
        return new Refusal(413, "too-large", "Request refused: it is larger than %s bytes.".formatted(MOST_BYTES));
    }

    private static Map<String, String> query(@Nullable String raw) {
        var values = new HashMap<String, String>();
        if (raw != null) {
            for (var part : List.of(raw.split("&", 200))) {
                int sign = part.indexOf('=');
                var name = sign < 0 ? part : part.substring(0, sign);
                var value = sign < 0 ? "" : part.substring(sign + 1);
                values.putIfAbsent(PathText.decoded(name.replace('+', ' ')), PathText.decoded(value.replace('+', ' ')));
            }
        }
        return values;
    }
}
