package dev.fairlead.protocol;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One thing that a form asks for. */
public sealed interface FormField {

    /**
     * What fields of all kinds have.
     *
     * @param name the member of the filled-in form
     * @param defaultValue what to fill in beforehand; do not modify
     */
    record Heading(
            String name,
            @Nullable String title,
            @Nullable String description,
            boolean required,
            @Nullable JsonNode defaultValue) {}

    /**
     * A text.
     *
     * @param format {@code email}, {@code uri}, {@code date}, {@code date-time}, or something newer
     */
    record Text(
            Heading heading,
            @Nullable String format,
            @Nullable Long minLength,
            @Nullable Long maxLength) implements FormField {}

    /**
     * A number.
     *
     * @param integer whether it must be whole
     */
    @SuppressWarnings("AvoidCommonTypeNames") // Outside, it is always written as FormField.Number.
    record Number(
            Heading heading,
            boolean integer,
            @Nullable BigDecimal minimum,
            @Nullable BigDecimal maximum) implements FormField {}

    /** Yes or no. */
    record Flag(Heading heading) implements FormField {}

    /** One of several options. */
    record Choice(Heading heading, List<Option> options) implements FormField {

        /** Copies the collections. */
        public Choice {
            options = List.copyOf(options);
        }
    }

    /** Any of several options. */
    record Choices(
            Heading heading,
            List<Option> options,
            @Nullable Long minItems,
            @Nullable Long maxItems) implements FormField {

        /** Copies the collections. */
        public Choices {
            options = List.copyOf(options);
        }
    }

    /**
     * Something that forms do not have, or that could not be understood.
     *
     * @param schema as received; do not modify
     */
    record Other(Heading heading, JsonNode schema) implements FormField {}

    /**
     * Something to choose.
     *
     * @param value what the filled-in form holds
     * @param title what people see
     */
    record Option(String value, String title) {}

    /** Returns what fields of all kinds have. */
    Heading heading();

    /** Returns the member of the filled-in form. */
    default String name() {
        return heading().name();
    }

    /** Returns what people see, where it is not the name. */
    default @Nullable String title() {
        return heading().title();
    }

    /** Returns what the field is for. */
    default @Nullable String description() {
        return heading().description();
    }

    /** Tells whether the field must be filled in. */
    default boolean required() {
        return heading().required();
    }

    /** Returns what to fill in beforehand, if anything; do not modify. */
    default @Nullable JsonNode defaultValue() {
        return heading().defaultValue();
    }

    /** Returns the title, or the name where there is none. */
    default String displayName() {
        var title = title();
        return title == null ? name() : title;
    }
}
