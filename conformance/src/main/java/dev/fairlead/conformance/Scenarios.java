package dev.fairlead.conformance;

import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.PromptArgument;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What an application does in each scenario, once it is connected. None of it helps the library to pass. */
final class Scenarios {
    private static final Map<String, Scenario> ALL = Map.of(
            "tools_call", Scenarios::addNumbers,
            "elicitation-sep1034-client-defaults", Scenarios::callEveryTool,
            "sse-retry", Scenarios::callEveryTool,
            "request-metadata", Scenarios::lookAround,
            "sep-2322-client-request-state", Scenarios::callEveryTool,
            "http-standard-headers", Scenarios::useEverything,
            "http-custom-headers", Scenarios::replayCalls,
            "http-invalid-tool-headers", Scenarios::callEveryTool,
            "json-schema-2020-12-preservation", Scenarios::echoSchema);

    private Scenarios() {}

    /** Something to do with a connected client. */
    @FunctionalInterface
    interface Scenario {

        /** Does it; fails where something does not work. */
        void play(McpClient client, JsonNode context);
    }

    /** Returns what to do in a scenario; in those that are not known, no more than listing the tools. */
    static Scenario named(String name) {
        return ALL.getOrDefault(name, Scenarios::listTools);
    }

    private static void listTools(McpClient client, JsonNode context) {
        client.listTools();
    }

    private static void addNumbers(McpClient client, JsonNode context) {
        client.listTools();
        call(client, "add_numbers", Map.of("a", 5, "b", 3));
    }

    private static void lookAround(McpClient client, JsonNode context) {
        client.listTools();
        client.ping();
    }

    /** Calls whatever is offered, also what the suite hopes that the library has refused to offer. */
    private static void callEveryTool(McpClient client, JsonNode context) {
        for (var tool : client.listTools()) {
            call(client, tool.name(), SampleArguments.of(tool));
        }
    }

    private static void useEverything(McpClient client, JsonNode context) {
        callEveryTool(client, context);
        client.listResources().stream().map(Resource::uri).forEach(client::readResource);
        client.listPrompts().forEach(prompt -> client.getPrompt(prompt.name(), texts(prompt)));
    }

    private static void replayCalls(McpClient client, JsonNode context) {
        for (var wanted : context.path("toolCalls")) {
            call(client, wanted.path("name").stringValue(), wanted.get("arguments"));
        }
    }

    private static void echoSchema(McpClient client, JsonNode context) {
        var schema = client.listTools().stream()
                .filter(tool -> tool.name().equals("json_schema_2020_12_tool"))
                .map(Tool::inputSchema)
                .findFirst()
                .orElseThrow();
        call(client, "json_schema_echo", Json.object().set("schema", schema));
    }

    private static void call(McpClient client, String tool, @Nullable Object arguments) {
        var result = client.callTool(tool, arguments);
        if (result.isError()) {
            throw new IllegalStateException("tool %s failed: %s".formatted(tool, result.text()));
        }
    }

    private static Map<String, String> texts(Prompt prompt) {
        return prompt.arguments().stream().collect(Collectors.toMap(PromptArgument::name, argument -> "sample"));
    }
}
