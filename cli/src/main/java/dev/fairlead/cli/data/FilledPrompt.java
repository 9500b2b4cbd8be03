package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.ContentText;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.protocol.GetPromptResult;
import tools.jackson.databind.node.ObjectNode;

/** A prompt with its arguments in their place. */
record FilledPrompt(String name, GetPromptResult result) implements Outcome {

    @Override
    public void show(Page page) {
        for (var message : result.messages()) {
            page.line("[" + message.role() + "]");
            page.text(ContentText.of(message.content()));
        }
        if (result.messages().isEmpty()) {
            page.remark("prompt '%s' has no messages".formatted(name));
        }
    }

    @Override
    public void tell(ObjectNode document) {
        document.put("prompt", name).put("description", result.description());
        var messages = document.putArray("messages");
        result.messages().forEach(message -> messages.add(message.toJson()));
    }
}
