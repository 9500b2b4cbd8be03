package dev.fairlead.client;

import dev.fairlead.client.schema.CompiledSchema;
import dev.fairlead.client.schema.SchemaCompilation;
import dev.fairlead.protocol.Tool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds what is wrong with the schemas of tools. */
public final class ToolSchemas {
    private ToolSchemas() {}

    /** Says why the schemas of a tool cannot be used; values are not checked against such a one. */
    public static List<String> problems(Tool tool) {
        var problems = new ArrayList<String>();
        add(problems, "inputSchema", tool.inputSchema());
        add(problems, "outputSchema", tool.outputSchema());
        return problems;
    }

    private static void add(List<String> problems, String member, @Nullable JsonNode schema) {
        if (schema != null && CompiledSchema.compile(schema) instanceof SchemaCompilation.Unusable(String why)) {
            problems.add(member + " " + why);
        }
    }
}
