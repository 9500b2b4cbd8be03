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
    private static final Map<String, Scenario> ALL = Map.ofEntries(
            Map.entry("tools_call", Scenarios::addNumbers),
            Map.entry("elicitation-sep1034-client-defaults", Scenarios::callEveryTool),
            Map.entry("sse-retry", Scenarios::callEveryTool),
            Map.entry("request-metadata", Scenarios::lookAround),
            Map.entry("sep-2322-client-request-state", Scenarios::callEveryTool),
            Map.entry("http-standard-headers", Scenarios::useEverything),
            Map.entry("http-custom-headers", Scenarios::replayCalls),
            Map.entry("http-invalid-tool-headers", Scenarios::callEveryTool),
            Map.entry("json-schema-2020-12-preservation", Scenarios::echoSchema),
            Map.entry("sep-2640-client-no-prefetch", Scenarios::listSkills),
            Map.entry("sep-2640-client-verify-digest", Scenarios::useEverySkill),
            Map.entry("sep-2640-client-verify-size", Scenarios::useEverySkill),
            Map.entry("sep-2640-client-verify-frontmatter", Scenarios::useEverySkill));

    private Scenarios() {}

    /** Something to do with a connected client. */
    @FunctionalInterface
    interface Scenario {

        /** Does it; fails where something does not work. */
        void play(McpClient client, JsonNode context);
    }

    /** Returns what to do in a scenario; in those that are not known, calling or listing the tools. */
    static Scenario named(String name) {
        Scenario usual = name.startsWith("auth/") ? Scenarios::callEveryTool : Scenarios::listTools;
        return ALL.getOrDefault(name, usual);
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

    private static void listSkills(McpClient client, JsonNode context) {
        client.skills().list();
    }

    /** Uses all of every skill, also what the suite hopes that the library refuses to load. */
    private static void useEverySkill(McpClient client, JsonNode context) {
        for (var skill : client.skills().list()) {
            var loaded = client.skills().load(skill);
            loaded.paths().forEach(loaded::read);
        }
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
