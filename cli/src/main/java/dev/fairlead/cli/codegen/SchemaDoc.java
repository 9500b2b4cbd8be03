package dev.fairlead.cli.codegen;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** What generated comments say about the parts of a schema. */
final class SchemaDoc {
    private static final int MOST_OF_PROPERTY = 400;
    private static final int MOST_OF_TYPE = 1_000;

    private SchemaDoc() {}

    /** Returns one line for a component. */
    static String ofProperty(Properties.Property property) {
        var described = property.schema().path("description").asString("");
        var text = Comment.escape(described, MOST_OF_PROPERTY);
        var format = property.schema().path("format");
        return (text.isEmpty() ? "the property " + Comment.code(property.name()) : text)
                + (format.isString() ? " (" + Comment.escape(format.stringValue(), 40) + ")" : "");
    }

    /** Returns the paragraphs for a type. */
    static List<String> ofType(JsonNode schema, String path) {
        var described = Comment.paragraphs(schema.path("description").asString(""), MOST_OF_TYPE);
        return described.isEmpty() ? List.of("The value of " + Comment.code(path) + ".") : described;
    }
}
