package dev.fairlead.testkit.auth;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Names and values as forms and queries carry them. */
record Form(List<Field> fields) {
    record Field(String name, String value) {}

    Form {
        fields = List.copyOf(fields);
    }

    static Form parse(String text) {
        var fields = new ArrayList<Field>();
        for (var pair : text.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                fields.add(new Field(
                        decode(equals < 0 ? pair : pair.substring(0, equals)),
                        equals < 0 ? "" : decode(pair.substring(equals + 1))));
            }
        }
        return new Form(fields);
    }

    /** Returns an address with these parameters added to those that it has. */
    static String extend(String url, Map<String, String> parameters) {
        return parameters.isEmpty() ? url : url + (url.contains("?") ? "&" : "?") + write(parameters);
    }

    static String write(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(entry -> encode(entry.getKey()) + "=" + encode(entry.getValue()))
                .collect(Collectors.joining("&"));
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** Returns the first value of this name, null if there is none or an empty one. */
    @Nullable
    String value(String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name) && !field.value().isEmpty())
                .map(Field::value)
                .findFirst()
                .orElse(null);
    }

    boolean has(String name) {
        return value(name) != null;
    }

    /** Tells whether a name occurs twice. */
    boolean repeats() {
        return fields.stream().map(Field::name).distinct().count() < fields.size();
    }

    /** Returns the words of the scope parameter. */
    Set<String> scopes() {
        return words(value("scope"));
    }

    static Set<String> words(@Nullable String text) {
        return text == null || text.isBlank()
                ? Set.of()
                : new LinkedHashSet<>(Arrays.asList(text.strip().split(" +", -1)));
    }
}
