package dev.fairlead.langchain4j;

import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.tool.ModelText;
import dev.fairlead.agent.tool.ToolBelt;
import dev.fairlead.protocol.rpc.Json;
import dev.langchain4j.agent.tool.ToolSpecification;
import java.util.ArrayList;
import tools.jackson.databind.node.ObjectNode;

/** Describes tools as LangChain4j wants it. */
final class ToolSpecifications {
    private static final int LONGEST_NOTE = 500;

    private ToolSpecifications() {}

    /** Describes a tool, whose parameters are told in a dialect. */
    static ToolSpecification of(ToolSpec tool, SchemaDialect dialect) {
        var classes = new SchemaClasses(dialect != SchemaDialect.BASIC);
        return ToolSpecification.builder()
                .name(tool.name())
                .description(described(tool, dialect))
                .parameters(classes.arguments(tool.parameters()))
                .build();
    }

    /** Adds to the words about a tool what there is no other place for. */
    private static String described(ToolSpec tool, SchemaDialect dialect) {
        var notes = new ArrayList<String>();
        var words = tool.parameters().path("description");
        if (words.isString() && !words.stringValue().isBlank()) {
            notes.add("Arguments: " + ModelText.shortened(words.stringValue(), LONGEST_NOTE));
        }
        var rest = SchemaClasses.rest(tool.parameters());
        if (!rest.isEmpty()) {
            notes.add(note(rest));
        }
        if (notes.isEmpty()) {
            return tool.description();
        }
        var added = String.join("\n", notes);
        int room = Math.max(0, ToolBelt.longestDescription(dialect) - added.length() - 1);
        return (ModelText.shortened(tool.description(), room) + "\n" + added).strip();
    }

    private static String note(ObjectNode rest) {
        var written = "The arguments also follow this JSON Schema: " + Json.write(rest);
        return written.length() <= LONGEST_NOTE
                ? written
                : ModelText.shortened(
                        "The server also checks of the arguments: " + String.join(", ", rest.propertyNames()),
                        LONGEST_NOTE);
    }
}
