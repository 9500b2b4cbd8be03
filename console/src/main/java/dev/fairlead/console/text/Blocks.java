package dev.fairlead.console.text;

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
    private static final int FEW_BLOCKS = 20;
    private static final int LEAST = 100;
    private static final int MOST_TEXT = 256 << 10;
    private static final int MOST_DATA = 1 << 20;

    private final int longest;
    private int most = MOST_BLOCKS;
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
            most = FEW_BLOCKS;
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
        for (int i = 0; i < content.size() && i < all.most; i++) {
            list.add(all.block(content.get(i), i));
        }
        all.cut |= content.size() > all.most;
        return new Shown(list, all.cut);
    }

    /** Shows all of every text, and of pictures and sounds only what they are, for somebody who is to decide about it. */
    public static Shown whole(List<ContentBlock> content) {
        var all = new Blocks(Integer.MAX_VALUE, index -> null);
        all.text = Integer.MAX_VALUE;
        all.data = 0;
        var list = Json.array();
        content.forEach(block -> list.add(all.block(block, list.size())));
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
                        .put("uri", line(resource.uri(), Shortened.ADDRESS))
                        .put(
                                "name",
                                line(resource.title() == null ? resource.name() : resource.title(), Shortened.NAME))
                        .put("text", line(resource.description(), Shortened.WORDS))
                        .put("mime", line(resource.mimeType(), Shortened.NAME));
            case ContentBlock.EmbeddedResource one -> resource(json.put("type", "resource"), one.resource(), index);
            case ContentBlock.ToolUse one -> words(json.put("type", "text"), Json.write(one.toJson()));
            case ContentBlock.ToolOutput one -> words(json.put("type", "text"), Json.write(one.toJson()));
            case ContentBlock.Unknown one -> words(json.put("type", "text"), Json.write(one.toJson()));
        }
        return json;
    }

    private void resource(ObjectNode json, ResourceContents contents, int index) {
        json.put("uri", line(contents.uri(), Shortened.ADDRESS));
        switch (contents) {
            case ResourceContents.Text one -> words(json.put("mime", line(one.mimeType(), Shortened.NAME)), one.text());
            case ResourceContents.Blob one -> bytes(json, one.blob(), one.mimeType(), index);
        }
    }

    private void words(ObjectNode json, String whole) {
        int room = Math.min(longest, Math.max(0, text));
        boolean more = whole.length() > room;
        json.put("text", Shortened.of(whole, room));
        if (more) {
            json.put("cutAt", whole.length());
            cut = true;
        }
        text -= Math.min(whole.length(), room);
    }

    /** Returns what stands beside a text, which takes of the same room; a little of it is always there. */
    private @Nullable String line(@Nullable String whole, int most) {
        if (whole == null) {
            return null;
        }
        var shown = Shortened.of(whole, Math.min(most, Math.max(LEAST, text)));
        cut |= shown.length() < whole.length();
        text -= shown.length();
        return shown;
    }

    private void bytes(ObjectNode json, String base64, @Nullable String mime, int index) {
        var type = line(mime, Shortened.NAME);
        json.put("mime", type == null ? "application/octet-stream" : type.toLowerCase(Locale.ROOT));
        json.put("bytes", base64.length() / 4L * 3);
        if (base64.length() <= Math.min(LONGEST_DATA, data)) {
            json.put("data", base64);
            data -= base64.length();
        }
        json.put("href", addresses.apply(index));
    }
}
