package dev.fairlead.console.call;

import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows pieces of content, as much of each as a page should be sent at once. */
public final class Blocks {
    /** How much of a text is sent at once. */
    public static final int LONGEST_TEXT = 64 << 10;

    private static final int LONGEST_DATA = 256 << 10;
    private static final int MOST_BLOCKS = 500;
    private static final int MOST_TEXT = 256 << 10;
    private static final int MOST_DATA = 1 << 20;

    private final int longest;
    private final IntFunction<@Nullable String> addresses;
    private int text = MOST_TEXT;
    private int data = MOST_DATA;
    private boolean cut;

    private Blocks(int longest, IntFunction<@Nullable String> addresses) {
        this.longest = longest;
        this.addresses = addresses;
        if (longest < LONGEST_TEXT) {
            text = 8 * longest;
            data = 0;
        }
    }

    /**
     * What is shown.
     *
     * @param cut whether there is more
     */
    public record Shown(ArrayNode blocks, boolean cut) {}

    /**
     * Shows pieces of content.
     *
     * @param longest how much of each text
     * @param addresses where the bytes of a piece are; null for nowhere
     */
    public static Shown of(List<ContentBlock> content, int longest, IntFunction<@Nullable String> addresses) {
        var all = new Blocks(longest, addresses);
        var list = Json.array();
        for (int i = 0; i < content.size() && i < MOST_BLOCKS; i++) {
            list.add(all.block(content.get(i), i));
        }
        all.cut |= content.size() > MOST_BLOCKS;
        return new Shown(list, all.cut);
    }

    /** Shows what a resource holds. */
    public static ArrayNode contents(List<ResourceContents> contents) {
        var all = new Blocks(4 << 20, index -> null);
        all.text = 4 << 20;
        all.data = 8 << 20;
        var list = Json.array();
        contents.stream().limit(MOST_BLOCKS).forEach(one -> {
            var json = Json.object().put("type", "resource");
            all.resource(json, one, list.size());
            list.add(json);
        });
        return list;
    }

    private ObjectNode block(ContentBlock block, int index) {
        var json = Json.object();
        switch (block) {
            case ContentBlock.Text one -> words(json.put("type", "text"), one.text());
            case ContentBlock.Image one -> bytes(json.put("type", "image"), one.data(), one.mimeType(), index);
            case ContentBlock.Audio one -> bytes(json.put("type", "audio"), one.data(), one.mimeType(), index);
            case ContentBlock.ResourceLink(var resource) ->
                json.put("type", "link")
                        .put("uri", resource.uri())
                        .put("name", resource.title() == null ? resource.name() : resource.title())
                        .put("text", resource.description())
                        .put("mime", resource.mimeType());
            case ContentBlock.EmbeddedResource one -> resource(json.put("type", "resource"), one.resource(), index);
            case ContentBlock.ToolUse one -> words(json.put("type", "text"), Json.write(one.toJson()));
            case ContentBlock.ToolOutput one -> words(json.put("type", "text"), Json.write(one.toJson()));
            case ContentBlock.Unknown one -> words(json.put("type", "text"), Json.write(one.toJson()));
        }
        return json;
    }

    private void resource(ObjectNode json, ResourceContents contents, int index) {
        json.put("uri", contents.uri());
        switch (contents) {
            case ResourceContents.Text one -> words(json.put("mime", one.mimeType()), one.text());
            case ResourceContents.Blob one -> bytes(json, one.blob(), one.mimeType(), index);
        }
    }

    private void words(ObjectNode json, String whole) {
        int room = Math.min(longest, Math.max(0, text));
        boolean more = whole.length() > room;
        // Half a character would be none at all.
        int end = more && room > 0 && Character.isHighSurrogate(whole.charAt(room - 1)) ? room - 1 : room;
        json.put("text", more ? whole.substring(0, end) : whole);
        if (more) {
            json.put("cutAt", whole.length());
            cut = true;
        }
        text -= Math.min(whole.length(), room);
    }

    private void bytes(ObjectNode json, String base64, @Nullable String mime, int index) {
        json.put("mime", mime == null ? "application/octet-stream" : mime.toLowerCase(Locale.ROOT));
        json.put("bytes", base64.length() / 4L * 3);
        if (base64.length() <= Math.min(LONGEST_DATA, data)) {
            json.put("data", base64);
            data -= base64.length();
        }
        json.put("href", addresses.apply(index));
    }
}
