package dev.fairlead.client;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What a tool answered.
 *
 * @param answer the answer as the server sent it
 * @param duration how long it took, questions and waiting included
 */
public record ToolResult(CallToolResult answer, Duration duration) {

    /** Returns all text of the answer, block by block on lines of their own. */
    public String text() {
        return answer.text();
    }

    /** Returns the parts of the answer. */
    public List<ContentBlock> content() {
        return answer.content();
    }

    /** Returns the structured answer; empty where the server sent none. */
    public Optional<JsonNode> structuredContent() {
        return Optional.ofNullable(answer.structuredContent());
    }

    /** Returns the structured answer as an object of your own. */
    public <T> T as(Class<T> type) {
        return Json.value(
                structuredContent()
                        .orElseThrow(() -> new IllegalStateException("the answer has no structured content")),
                type);
    }

    /** Tells whether the tool itself reports that it failed; the text says how. */
    public boolean isError() {
        return answer.isError();
    }
}
