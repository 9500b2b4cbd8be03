package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.SavedFiles;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.ResourceContents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows content to people: words as prose, pictures where the terminal can, and everything else as a line about it. */
public final class ContentShowing {
    private final Page page;
    private final @Nullable Path folder;

    /**
     * Shows on a page.
     *
     * @param folder where what is no text is written; null where it is not
     */
    public ContentShowing(Page page, @Nullable Path folder) {
        this.page = page;
        this.folder = folder;
    }

    /** Shows one piece. */
    public void show(ContentBlock block) {
        var bytes = bytes(block);
        if (bytes.isPresent() && folder != null) {
            page.line("%s is in %s".formatted(ContentText.of(block), save(bytes.get(), type(block), folder)));
        } else if (bytes.isEmpty() || !page.picture(bytes.get())) {
            page.prose(ContentText.of(block));
        }
    }

    /** Returns what a piece is made of, if that is no text. */
    public static Optional<byte[]> bytes(ContentBlock block) {
        return switch (block) {
            case ContentBlock.Image image -> decoded(image::bytes);
            case ContentBlock.Audio audio -> decoded(audio::bytes);
            case ContentBlock.EmbeddedResource embedded
            when embedded.resource() instanceof ResourceContents.Blob blob -> bytes(blob);
            default -> Optional.empty();
        };
    }

    /** Returns what a resource is made of; nothing where the server garbled it. */
    public static Optional<byte[]> bytes(ResourceContents.Blob blob) {
        return decoded(blob::bytes);
    }

    private static Optional<byte[]> decoded(Supplier<byte[]> data) {
        try {
            return Optional.of(data.get());
        } catch (BadShape garbled) {
            return Optional.empty(); // The line about it is all there is to show.
        }
    }

    private static String type(ContentBlock block) {
        var type = switch (block) {
            case ContentBlock.Image image -> image.mimeType();
            case ContentBlock.Audio audio -> audio.mimeType();
            case ContentBlock.EmbeddedResource embedded -> embedded.resource().mimeType();
            default -> null;
        };
        return type == null ? "" : type;
    }

    private static Path save(byte[] bytes, String type, Path folder) {
        try {
            return new SavedFiles(folder).save(bytes, type);
        } catch (IOException unwritable) {
            throw UnusableException.unwritten(
                    "the server has answered, but what it sent could not be written to " + folder, unwritable);
        }
    }
}
