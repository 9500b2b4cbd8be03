package dev.fairlead.console.question;

import dev.fairlead.console.text.Blocks;
import dev.fairlead.console.text.Shortened;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** All that a server wants of a model, as somebody is shown it before they agree. */
final class SamplingView {
    /** What has a place of its own; whatever else a request holds is shown as it came. */
    private static final List<String> PLACED = List.of("messages", "maxTokens", "systemPrompt");

    private SamplingView() {}

    /** Shows a request, pictures and sounds by their type and size; empty if a page cannot show all of it. */
    static Optional<ObjectNode> of(SamplingRequest request) {
        var json = Json.object();
        var messages = json.putArray("messages");
        boolean cut = false;
        for (var message : request.messages()) {
            var content = Blocks.whole(message.content());
            messages.addObject().put("role", message.role()).set("content", content.blocks());
            cut |= content.cut();
        }
        json.put("systemPrompt", request.systemPrompt()).put("maxTokens", request.maxTokens());
        json.set("wishes", request.toJson().remove(PLACED));
        return cut || Json.write(json).length() > Shortened.WHOLE ? Optional.empty() : Optional.of(json);
    }
}
