package dev.fairlead.cli.codegen;

import java.util.List;

/** A type that is generated. */
sealed interface Shape {

    String name();

    /** Returns paragraphs of harmless HTML, at least one. */
    List<String> doc();

    /** A record. */
    record Fields(String name, List<String> doc, List<Component> components) implements Shape {
        List<Component> required() {
            return components.stream().filter(one -> !one.optional()).toList();
        }
    }

    /** An enum of strings. */
    record Choice(String name, List<String> doc, List<Constant> constants) implements Shape {}

    /**
     * A constant of an enum.
     *
     * @param wireName how it is written in JSON
     */
    record Constant(String name, String wireName) {}

    /**
     * A component of a record.
     *
     * @param wireName how the property is called in JSON
     * @param required whether the property must be there
     * @param doc harmless HTML
     */
    record Component(String wireName, String name, JavaType type, boolean required, String doc) {

        /** Tells whether it is empty where there is no value. */
        boolean optional() {
            return !required || type instanceof JavaType.Maybe;
        }

        /** Returns the type of a value that is there. */
        JavaType present() {
            return type instanceof JavaType.Maybe maybe ? maybe.value() : type;
        }

        String declared() {
            return optional() ? "Optional<" + present().boxed("") + ">" : type.declared("");
        }
    }
}
