package dev.fairlead.host.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The members of one object, of which it is known which were asked for. */
final class Fields {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    private final Located object;
    private final Dialect dialect;
    private final String path;
    private final Set<String> used = new HashSet<>();
    private final Map<String, Located> below = new LinkedHashMap<>();

    Fields(Located object, Dialect dialect, String path) {
        this.object = object;
        this.dialect = dialect;
        this.path = path;
    }

    Located object() {
        return object;
    }

    String path(String name) {
        if (path.isEmpty() || name.isEmpty()) {
            return path + name;
        }
        return path + "." + name;
    }

    /** Returns the members that nobody asked for. */
    Map<String, Located> unused() {
        var rest = new LinkedHashMap<>(object.members());
        rest.keySet().removeAll(used);
        rest.putAll(below);
        return rest;
    }

    /** Says that nobody asked for some members of a member. */
    void remain(String name, Fields nested) {
        nested.unused().forEach((field, value) -> below.put(name + "." + field, value));
    }

    /** Returns under which name a field is written, if it is. */
    @Nullable
    String spelling(Field field) {
        return field.spellings(dialect).stream()
                .filter(name -> object.member(name) != null)
                .findFirst()
                .orElse(null);
    }

    @Nullable
    Located find(Field field) {
        return find(field.spellings(dialect).toArray(String[]::new));
    }

    /** Returns the first of these members that is there; all of them count as asked for. */
    @Nullable
    Located find(String... names) {
        used.addAll(Arrays.asList(names));
        return Arrays.stream(names)
                .map(object::member)
                .filter(value -> value != null)
                .findFirst()
                .orElse(null);
    }

    @Nullable
    String text(Field field) throws BadField {
        return text(field.id(), find(field));
    }

    @Nullable
    String text(String name, @Nullable Located value) throws BadField {
        if (value == null) {
            return null;
        }
        if (!value.isScalar()) {
            throw wrong(name, value, "a text");
        }
        return Bounds.checked(path(name), value, Bounds.LONGEST_TEXT);
    }

    @Nullable
    Boolean flag(Field field) throws BadField {
        var value = find(field);
        if (value == null) {
            return null;
        }
        return flag(field.id(), value);
    }

    boolean flag(String name, Located value) throws BadField {
        var text = value.text().toLowerCase(Locale.ROOT);
        if (!value.isScalar() || (!text.equals("true") && !text.equals("false"))) {
            throw wrong(name, value, "true or false");
        }
        return text.equals("true");
    }

    /** Returns a whole number from 1 to a bound. */
    int number(Field field, int usual, int most) throws BadField {
        var value = find(field);
        if (value == null) {
            return usual;
        }
        boolean digits = value.isScalar() && NUMBER.matcher(value.text()).matches();
        int number = digits ? Integer.parseInt(value.text()) : 0;
        if (number < 1 || number > most) {
            throw new BadField(path(field.id()), value, "must be a whole number from 1 to %s".formatted(most));
        }
        return number;
    }

    /** Returns one of the values of an enumeration, written in lower case. */
    <E extends Enum<E>> E choice(Field field, Class<E> type, E usual) throws BadField {
        var value = find(field);
        if (value == null) {
            return usual;
        }
        var names = Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toList();
        int index = names.indexOf(value.text());
        if (index < 0) {
            throw wrong(field.id(), value, "one of " + String.join(", ", names));
        }
        return type.getEnumConstants()[index];
    }

    List<String> texts(Field field) throws BadField {
        return texts(field.id(), find(field));
    }

    List<String> texts(String name, @Nullable Located value) throws BadField {
        if (value == null) {
            return List.of();
        }
        if (!value.isList()) {
            throw wrong(name, value, "a list of texts");
        }
        Bounds.checkEntries(path(name), value);
        var texts = new ArrayList<String>();
        for (var item : value.items()) {
            var place = "%s[%s]".formatted(name, texts.size());
            if (!item.isScalar()) {
                throw wrong(place, item, "a text");
            }
            texts.add(Bounds.checked(path(place), item, Bounds.LONGEST_TEXT));
        }
        return texts;
    }

    /** Returns names with texts; a null stays one. */
    Map<String, @Nullable String> pairs(String name, @Nullable Located value) throws BadField {
        // Programs of some languages write an object without members as an empty list.
        if (value == null || (!dialect.own() && value.isList() && value.items().isEmpty())) {
            return Map.of();
        }
        if (!value.isObject()) {
            throw wrong(name, value, "an object of texts");
        }
        Bounds.checkEntries(path(name), value);
        var pairs = new LinkedHashMap<String, @Nullable String>();
        for (var entry : value.members().entrySet()) {
            var one = entry.getValue();
            if (!one.isScalar() && one.kind() != Located.Kind.NOTHING) {
                throw wrong(name + "." + entry.getKey(), one, "a text");
            }
            var text = Bounds.checked(path(name + "." + entry.getKey()), one, Bounds.LONGEST_TEXT);
            pairs.put(entry.getKey(), one.isScalar() ? text : null);
        }
        return pairs;
    }

    /** Returns names with texts, without those that are null. */
    Map<String, String> texts(Field field, Optional<String> prefix) throws BadField {
        var texts = new LinkedHashMap<String, String>();
        pairs(field.id(), find(field)).forEach((name, text) -> {
            if (text != null) {
                texts.put(name, prefix.orElse("") + text);
            }
        });
        return texts;
    }

    BadField wrong(String name, Located value, String wanted) {
        return new BadField(
                path(name),
                value,
                "must be %s, and is %s".formatted(wanted, value.kind().words()));
    }
}
