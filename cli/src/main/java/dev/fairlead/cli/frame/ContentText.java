package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.rpc.Json;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns content into text: words as they are, everything else as a line about it. */
public final class ContentText {
    private static final int STEP = 1000;

    private ContentText() {}

    public static String of(ContentBlock block) {
        return switch (block) {
            case ContentBlock.Text text -> text.text();
            case ContentBlock.Image image -> about("image", image.mimeType(), image.data());
            case ContentBlock.Audio audio -> about("audio", audio.mimeType(), audio.data());
            case ContentBlock.ResourceLink link ->
                "[link] %s %s"
                        .formatted(
                                line(link.resource().name()),
                                line(link.resource().uri()));
            case ContentBlock.EmbeddedResource embedded -> contents(embedded.resource());
            case ContentBlock.ToolUse use -> other(use);
            case ContentBlock.ToolOutput output -> other(output);
            case ContentBlock.Unknown unknown -> other(unknown);
        };
    }

    private static String contents(ResourceContents contents) {
        return switch (contents) {
            case ResourceContents.Text text -> "[resource] %s\n%s".formatted(line(text.uri()), text.text());
            case ResourceContents.Blob blob -> about("blob", blob.mimeType(), blob.blob()) + " " + line(blob.uri());
        };
    }

    private static String other(ContentBlock block) {
        return "[%s] %s".formatted(block.type().isEmpty() ? "unknown" : line(block.type()), Json.write(block.toJson()));
    }

    private static String about(String kind, @Nullable String mimeType, String base64) {
        var type = mimeType == null ? "application/octet-stream" : line(mimeType);
        return "[%s %s, %s]".formatted(kind, type, size(decodedLength(base64)));
    }

    private static String line(String text) {
        return Sanitizer.line(text);
    }

    /** Returns how many bytes this stands for, about so many where it is garbled. */
    public static long decodedLength(String base64) {
        long digits = base64.chars().filter(c -> c != '=' && c > ' ').count();
        return digits * 3 / 4;
    }

    /** Returns for instance {@code 812 B}, {@code 1.2 kB} or {@code 3.4 MB}. */
    public static String size(long bytes) {
        if (bytes < STEP) {
            return bytes + " B";
        }
        double amount = bytes;
        var units = new String[] {"kB", "MB", "GB"};
        int unit = -1;
        while (unit + 1 < units.length && amount >= STEP - 0.05) {
            amount /= STEP;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", amount, units[unit]);
    }
}
