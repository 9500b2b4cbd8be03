package dev.fairlead.console.question;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Tells whether the page shows all of a form. What it would cut, or leave out, would be sent without having been seen.
 *
 * <p>The bounds are those of the page ({@code ObjectFields}, {@code FieldLabel}, {@code ChoiceField}, {@code ListField}).
 */
final class ShownForm {
    private static final int MOST_FIELDS = 200;
    private static final int MOST_IN_LIST = 100;
    private static final int LONGEST_LABEL = 120;
    private static final int LONGEST_WORDS = 1_000;
    // What is typed over stands whole in its field, and what is no word for people is not shown at all.
    private static final Set<String> OF_ANY_LENGTH = Set.of("default", "pattern", "$schema", "$id", "$comment");

    private int fields;

    private ShownForm() {}

    static boolean isWhole(JsonNode schema) {
        return new ShownForm().fits("", schema);
    }

    private boolean fits(String name, JsonNode value) {
        if (value.isString()) {
            return OF_ANY_LENGTH.contains(name) || value.stringValue().length() <= longest(name);
        }
        if (value.isArray()) {
            return (!name.equals("default") || value.size() <= MOST_IN_LIST)
                    && value.valueStream().allMatch(element -> fits(name, element));
        }
        boolean named = name.equals("properties");
        if (named) {
            fields += value.size();
        }
        return fields <= MOST_FIELDS
                && value.propertyStream()
                        .allMatch(member -> (!named || member.getKey().length() <= LONGEST_LABEL)
                                && fits(member.getKey(), member.getValue()));
    }

    private static int longest(String name) {
        return name.equals("description") ? LONGEST_WORDS : LONGEST_LABEL;
    }
}
