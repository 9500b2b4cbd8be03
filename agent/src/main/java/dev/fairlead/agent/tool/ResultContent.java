package dev.fairlead.agent.tool;

import dev.fairlead.agent.model.Part;
import dev.fairlead.client.ToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.PromptMessage;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Gathers what a server sent: text, and media that the model takes; of everything else a note. For one result. */
final class ResultContent {
    private static final Pattern MIME = Pattern.compile("[a-z]{1,32}/[a-z0-9][a-z0-9.+-]{0,95}");
    private static final Pattern DATA_URL = Pattern.compile("data:[^,]{0,200};base64,");
    private static final int LONGEST_FIELD = 500;

    private final Predicate<String> takes;
    private final int mostMedia;
    private int mediaRoom;
    private int hidden;
    private final List<String> texts = new ArrayList<>();
    private final List<Part> media = new ArrayList<>();

    ResultContent(Predicate<String> takes, int mostMedia, int mostMediaCharacters) {
        this.takes = takes;
        this.mostMedia = mostMedia;
        this.mediaRoom = mostMediaCharacters;
    }

    void add(ToolResult result) {
        result.content().forEach(this::add);
        var structured = result.answer().structuredContent();
        if (structured != null && !SameContent.said(structured, result.content())) {
            text(Json.write(structured));
        }
    }

    void add(PromptMessage message) {
        text("[message of role %s]".formatted(field(message.role())));
        add(message.content());
    }

    void add(ResourceContents contents) {
        resource(contents);
    }

    String text() {
        return String.join("\n", texts);
    }

    List<Part> media() {
        return media;
    }

    /** Returns how many characters were left out that nobody sees. */
    int hidden() {
        return hidden;
    }

    private void add(ContentBlock block) {
        switch (block) {
            case ContentBlock.Text text -> text(text.text());
            case ContentBlock.Image image -> media("image", image.mimeType(), image.data(), "");
            case ContentBlock.Audio audio -> media("audio", audio.mimeType(), audio.data(), "");
            case ContentBlock.ResourceLink link -> text(link(link.resource()));
            case ContentBlock.EmbeddedResource embedded -> resource(embedded.resource());
            case ContentBlock.ToolUse use -> text(Json.write(use.toJson()));
            case ContentBlock.ToolOutput output -> output.content().forEach(this::add);
            case ContentBlock.Unknown unknown -> text(Json.write(unknown.json()));
        }
    }

    private void text(String raw) {
        var clean = ModelText.clean(raw);
        hidden += clean.hidden();
        texts.add(clean.text());
    }

    private void resource(ResourceContents resource) {
        var uri = field(resource.uri());
        switch (resource) {
            case ResourceContents.Text text -> {
                var type = text.mimeType() == null ? "" : " (%s)".formatted(field(text.mimeType()));
                text("[resource %s%s]\n%s".formatted(uri, type, text.text()));
            }
            case ResourceContents.Blob blob -> media("resource", blob.mimeType(), blob.blob(), " " + uri);
        }
    }

    private static String link(Resource resource) {
        var text = new StringBuilder(
                "[link to resource %s, named \"%s\"".formatted(field(resource.uri()), field(resource.name())));
        append(text, ", titled ", resource.title());
        append(text, ", type ", resource.mimeType());
        append(text, ": ", resource.description());
        return text.append(']').toString();
    }

    private static void append(StringBuilder text, String between, @Nullable String value) {
        if (value != null && !value.isBlank()) {
            text.append(between).append(field(value));
        }
    }

    private static String field(String value) {
        return ModelText.line(value, LONGEST_FIELD);
    }

    private void media(String kind, @Nullable String mimeType, String base64, String where) {
        var called = mimeType == null ? MediaKind.ANYTHING : MediaKind.proper(mimeType);
        var what = "%s%s, %s, %s".formatted(kind, where, field(called), size(base64.length()));
        var type = MediaKind.of(called, decodedHead(base64));
        if (!takes.test(type.orElse(called)) || !MIME.matcher(called).matches()) {
            note(what, "the model does not take it");
        } else if (media.size() >= mostMedia) {
            note(what, "there are too many");
        } else if (base64.length() > mediaRoom) {
            note(what, "it is too big");
        } else {
            var bytes = decoded(base64);
            if (bytes == null || type.isEmpty()) {
                note(what, "it is damaged");
                return;
            }
            var whole = Base64.getEncoder().encodeToString(bytes);
            mediaRoom -= whole.length();
            media.add(new Part.Media(type.get(), whole, null));
            texts.add("[%s, attached as number %s]".formatted(what, media.size()));
        }
    }

    /** Reads the beginning of base64 alone: what is to be left out anyway may be large. */
    private static byte[] decodedHead(String base64) {
        int longest = 2 * MediaKind.HEAD; // with its breaks of lines, and what stands before it
        var data = plain(base64.length() <= longest ? base64 : base64.substring(0, longest));
        var head = decoded(data.substring(0, data.length() - data.length() % 4));
        return head == null ? new byte[0] : Arrays.copyOf(head, Math.min(head.length, MediaKind.HEAD));
    }

    private void note(String what, String why) {
        texts.add("[%s, not shown: %s; the user has it]".formatted(what, why));
    }

    private static byte @Nullable [] decoded(String base64) {
        try {
            var bytes = Base64.getDecoder().decode(plain(base64));
            return bytes.length == 0 ? null : bytes;
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
    }

    /** Returns base64 as it should be of what servers write: with lines, for URLs, without its end, as the rest of a URL. */
    private static String plain(String base64) {
        var text = DATA_URL.matcher(base64);
        return (text.lookingAt() ? base64.substring(text.end()) : base64)
                .replaceAll("\\s", "")
                .replace('-', '+')
                .replace('_', '/');
    }

    private static String size(int base64) {
        long bytes = base64 * 3L / 4;
        return bytes < 1_000 ? bytes + " bytes" : String.format(Locale.ROOT, "%,d kB", Math.round(bytes / 1_000.0));
    }
}
