package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Transport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** A program that uses a client in the few ways that transcripts name. */
final class TranscriptProgram implements AutoCloseable {
    private static final Duration HASTE = Duration.ofSeconds(1);

    private final McpClient client;
    private final ArrayDeque<Subscription> subscriptions = new ArrayDeque<>();

    private TranscriptProgram(McpClient client) {
        this.client = client;
    }

    /**
     * Connects a client.
     *
     * @param offers {@code tasks}, or {@code forms {...}} with what a person fills in
     */
    static TranscriptProgram connect(Transport transport, List<String> offers) {
        var profile = NegotiationTest.profile().probePatience(LIMIT);
        for (var offer : offers) {
            var words = offer.split(" ", 2);
            switch (words[0]) {
                case "tasks" -> profile.tasks();
                case "forms" -> {
                    var answer = (ObjectNode) Json.parse(words[1]);
                    profile.handlers(
                            InputHandlers.none().onForm((form, asking) -> InputResponse.accept(answer.deepCopy())));
                }
                default -> throw new IllegalArgumentException("nobody can offer " + offer);
            }
        }
        return new TranscriptProgram(McpClient.connect(transport, profile.build()));
    }

    /** Takes a step, and checks what comes of it if the step says so. */
    void play(String step) throws Exception {
        var parts = step.split(" -> ", 2);
        var words = parts[0].split(" ", 3);
        String outcome;
        try {
            outcome = take(words);
        } catch (McpException failure) {
            if (parts.length < 2 || !parts[1].equals(failure.getClass().getSimpleName())) {
                throw failure;
            }
            return;
        }
        assertThat(outcome).as("%s", step).isEqualTo(parts.length < 2 ? "" : parts[1]);
    }

    private String take(String[] words) throws Exception {
        return switch (words[0]) {
            case "listTools" -> client.listTools().stream().map(Tool::name).collect(Collectors.joining(" "));
            case "callTool" -> client.callTool(words[1], arguments(words)).text();
            case "callToolInHaste" ->
                client.callTool(words[1], arguments(words), CallOptions.within(HASTE))
                        .text();
            case "ping" -> {
                client.ping();
                yield "";
            }
            case "watchResource" -> watch(SubscriptionFilter.resource(words[1]));
            case "watchTools" -> watch(SubscriptionFilter.toolsChanged());
            case "next" ->
                subscriptions
                        .element()
                        .next(LIMIT)
                        .map(TranscriptProgram::words)
                        .orElse("the end");
            case "stopWatching" -> {
                subscriptions.remove().close();
                yield "";
            }
            default -> throw new IllegalArgumentException("no such step: " + words[0]);
        };
    }

    private static ObjectNode arguments(String[] words) {
        return words.length < 3 ? Json.object() : (ObjectNode) Json.parse(words[2]);
    }

    private String watch(SubscriptionFilter filter) {
        subscriptions.add(client.subscribe(filter));
        return "";
    }

    private static String words(ServerEvent event) {
        return switch (event) {
            case ServerEvent.ResourceUpdated(var uri) -> "updated " + uri;
            case ServerEvent.ToolsChanged changed -> "tools changed";
            case ServerEvent.PromptsChanged changed -> "prompts changed";
            case ServerEvent.ResourcesChanged changed -> "resources changed";
        };
    }

    @Override
    public void close() {
        client.close();
    }
}
