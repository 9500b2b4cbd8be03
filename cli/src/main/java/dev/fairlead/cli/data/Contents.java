package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.ContentShowing;
import dev.fairlead.cli.frame.ContentText;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.protocol.ResourceContents;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a resource contains.
 *
 * @param file where it was written; null where it is to be shown
 */
record Contents(
        String uri, List<ResourceContents> parts, @Nullable Path file) implements Outcome {

    @Override
    public void show(Page page) {
        if (file != null) {
            page.remark("%s is in %s".formatted(uri, file));
            return;
        }
        for (var part : parts) {
            switch (part) {
                case ResourceContents.Text text -> page.prose(text.text());
                case ResourceContents.Blob blob
                when ContentShowing.bytes(blob).filter(page::picture).isPresent() -> {}
                case ResourceContents.Blob blob ->
                    page.remark("%s is %s of %s, which is no text; --output FILE writes it to a file"
                            .formatted(
                                    blob.uri(),
                                    ContentText.size(ContentText.decodedLength(blob.blob())),
                                    blob.mimeType() == null ? "bytes" : blob.mimeType()));
            }
        }
        if (parts.isEmpty()) {
            page.remark("%s is empty".formatted(uri));
        }
    }

    @Override
    public void tell(ObjectNode document) {
        document.put("uri", uri).put("file", file == null ? null : file.toString());
        var contents = document.putArray("contents");
        parts.forEach(part -> contents.add(part.toJson()));
    }
}
