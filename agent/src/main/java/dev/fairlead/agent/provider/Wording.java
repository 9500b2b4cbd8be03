package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.Part;
import java.util.List;
import java.util.stream.Collectors;

/** The words among parts, and words for what a model cannot be shown. */
final class Wording {
    private Wording() {}

    /** Returns all the words together; empty for none. */
    static String of(List<Part> parts) {
        return parts.stream()
                .filter(Part.Text.class::isInstance)
                .map(part -> ((Part.Text) part).text())
                .collect(Collectors.joining("\n\n"));
    }

    /** Returns the media. */
    static List<Part.Media> media(List<Part> parts) {
        return parts.stream()
                .filter(Part.Media.class::isInstance)
                .map(Part.Media.class::cast)
                .toList();
    }

    /** Says that something was here. */
    static Part leftOut(Part.Media media) {
        return Part.Text.of("(%s, which cannot be shown here)".formatted(ReplyJson.excerpt(media.mimeType())));
    }
}
