package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.ContentShowing;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.protocol.GetPromptResult;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A prompt with its arguments in their place. */
record FilledPrompt(String name, GetPromptResult result) implements Outcome {

    @Override
    public void show(Page page) {
        for (var message : result.messages()) {
            page.rich(List.of(StyledText.of("[" + message.role() + "]", Role.HEADING)));
            new ContentShowing(page, null).show(message.content());
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
