package dev.fairlead.console.web;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The members of a request, each of which is checked before it is used. */
public final class Fields {
    private final ObjectNode json;
    private final String path;

    private Fields(ObjectNode json, String path) {
        this.json = json;
        this.path = path;
    }

    /** Reads an object, which may have no other members than these. */
    public static Fields of(JsonNode json, String... known) {
        return of(json, "", known);
    }

    private static Fields of(JsonNode json, String path, String... known) {
        if (!(json instanceof ObjectNode object)) {
            throw Refusal.field(path.isEmpty() ? "(body)" : path, "is not a JSON object");
        }
        var names = Set.of(known);
        for (var member : object.propertyNames()) {
            if (!names.contains(member)) {
                var shown = member.length() > 80 ? member.substring(0, 80) + "…" : member;
                throw Refusal.field(path + shown, "is not known here");
            }
        }
        return new Fields(object, path.isEmpty() ? "" : path + ".");
    }

    /** Tells whether a member is there and is not null. */
    public boolean has(String name) {
        return json.hasNonNull(name);
    }

    /** Tells whether a member is there, be it null. */
    public boolean mentions(String name) {
        return json.has(name);
    }

    /** Returns a text that has to be there and must not be empty. */
    public String text(String name, int longest) {
        return maybeText(name, longest)
                .filter(text -> !text.isEmpty())
                .orElseThrow(() -> Refusal.field(path + name, "is missing"));
    }

    /** Returns a text, which may be empty, if there is one. */
    public Optional<String> maybeText(String name, int longest) {
        @Nullable JsonNode value = json.get(name);
        if (value == null || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isString()) {
            throw Refusal.field(path + name, "is not a text");
        }
        var text = value.stringValue();
        if (text.codePoints().anyMatch(Fields::isNoCharacter)) {
            throw Refusal.field(path + name, "holds something that is no character");
        }
        if (text.length() > longest) {
            throw Refusal.field(path + name, "is longer than %s characters (%s)".formatted(longest, text.length()));
        }
        return Optional.of(text);
    }

    private static boolean isNoCharacter(int point) {
        return point == 0 || Character.getType(point) == Character.SURROGATE;
    }

    /** Returns one of several words. */
    public String choice(String name, String... words) {
        var given = text(name, 100);
        if (!List.of(words).contains(given)) {
            throw Refusal.field(path + name, "is not one of " + String.join(", ", words));
        }
        return given;
    }

    /** Returns a yes or no. */
    public boolean flag(String name, boolean otherwise) {
        @Nullable JsonNode value = json.get(name);
        if (value == null || value.isNull()) {
            return otherwise;
        }
        if (!value.isBoolean()) {
            throw Refusal.field(path + name, "is not true or false");
        }
        return value.booleanValue();
    }

    /** Returns a whole number within bounds, if there is one. */
    public Optional<Long> maybeNumber(String name, long least, long most) {
        @Nullable JsonNode value = json.get(name);
        if (value == null || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw Refusal.field(path + name, "is not a whole number");
        }
        long number = value.longValue();
        if (number < least || number > most) {
            throw Refusal.field(path + name, "is not between %s and %s".formatted(least, most));
        }
        return Optional.of(number);
    }

    /** Returns an object as it is, empty if there is none. */
    public ObjectNode object(String name) {
        return maybeObject(name).orElseGet(Json::object);
    }

    /** Returns an object as it is, if there is one. */
    public Optional<ObjectNode> maybeObject(String name) {
        @Nullable JsonNode value = json.get(name);
        if (value == null || value.isNull()) {
            return Optional.empty();
        }
        if (!(value instanceof ObjectNode object)) {
            throw Refusal.field(path + name, "is not a JSON object");
        }
        return Optional.of(object);
    }

    /** Returns an object that may have no other members than these, if there is one. */
    public Optional<Fields> maybeFields(String name, String... known) {
        return maybeObject(name).map(object -> of(object, path + name, known));
    }

    /** Returns the objects of a list, each of which may have no other members than these. */
    public List<Fields> list(String name, int most, String... known) {
        var list = new ArrayList<Fields>();
        for (var element : elements(name, most)) {
            list.add(of(element, "%s%s[%s]".formatted(path, name, list.size()), known));
        }
        return list;
    }

    /** Returns the texts of a list; empty if it is not there at all. */
    public Optional<List<String>> maybeTexts(String name, int most, int longest) {
        if (!has(name)) {
            return Optional.empty();
        }
        var texts = new ArrayList<String>();
        for (var element : elements(name, most)) {
            if (!element.isString()
                    || element.stringValue().length() > longest
                    || element.stringValue().codePoints().anyMatch(Fields::isNoCharacter)) {
                throw Refusal.field(
                        "%s%s[%s]".formatted(path, name, texts.size()),
                        "is not a text of at most %s characters".formatted(longest));
            }
            texts.add(element.stringValue());
        }
        return Optional.of(texts);
    }

    private List<JsonNode> elements(String name, int most) {
        @Nullable JsonNode value = json.get(name);
        if (value == null || value.isNull()) {
            return List.of();
        }
        if (!value.isArray()) {
            throw Refusal.field(path + name, "is not a list");
        }
        if (value.size() > most) {
            throw Refusal.field(path + name, "has more than %s elements".formatted(most));
        }
        return value.valueStream().toList();
    }
}
