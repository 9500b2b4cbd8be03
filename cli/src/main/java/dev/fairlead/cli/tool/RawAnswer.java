package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.ContentShowing;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.text.Count;
import dev.fairlead.client.ToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/** The answer of a tool as it was sent: its text to the letter, or the bytes of the one thing that is no text. */
record RawAnswer(ToolResult result) {

    void show(Page page) {
        var content = result.content();
        if (content.size() == 1) {
            var bytes = ContentShowing.bytes(content.getFirst());
            if (bytes.isPresent()) {
                showBytes(page, bytes.get());
                return;
            }
        }
        var texts = new ArrayList<String>();
        content.forEach(block -> {
            if (block instanceof ContentBlock.Text text) {
                texts.add(text.text());
            }
        });
        if (texts.size() < content.size()) {
            page.remark("left out, being no text: %s of %s; --json has all"
                    .formatted(content.size() - texts.size(), Count.of(content.size(), "part")));
        }
        if (texts.isEmpty()) {
            result.structuredContent().ifPresent(value -> texts.add(Json.write(value)));
        }
        showText(page, String.join("\n", texts));
    }

    private static void showBytes(Page page, byte[] bytes) {
        if (page.isTerminal()) {
            page.remark("the answer is no text; send it to a file, as in '... > FILE'");
        } else {
            page.bytes(bytes);
        }
    }

    /** On a terminal nobody's text is exact: it could drive it. */
    private static void showText(Page page, String text) {
        if (page.isTerminal()) {
            page.text(text);
        } else {
            page.bytes(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
