package dev.fairlead.cli.codegen;

import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Tools to generate clients from, with JSON in single quotes. */
final class Samples {
    static final Settings SETTINGS = new Settings("com.example.files", "FilesClient");

    private Samples() {}

    static ObjectNode json(String quoted) {
        return (ObjectNode) Json.parse(quoted.replace('\'', '"'));
    }

    static Tool tool(String name, String input) {
        return Tool.of(name, null, json(input));
    }

    static Tool tool(String name, String input, String output) {
        return tool(name, input).withOutputSchema(json(output));
    }

    static GeneratedClient client(Tool... tools) {
        return client(List.of(tools));
    }

    static GeneratedClient client(List<Tool> tools) {
        return JavaClient.generate("files", "1.0.0", tools, SETTINGS);
    }

    /** Returns the text of the source of a type. */
    static String text(GeneratedClient client, String type) {
        return client.files().stream()
                .filter(file -> file.path().equals("com/example/files/" + type + ".java"))
                .findFirst()
                .orElseThrow()
                .text();
    }
}
