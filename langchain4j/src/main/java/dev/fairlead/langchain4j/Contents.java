package dev.fairlead.langchain4j;

import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.provider.Pictures;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.VideoContent;
import java.util.List;
import java.util.stream.Collectors;

/** Words and media as LangChain4j has them. */
final class Contents {

    private Contents() {}

    /** Returns parts that somebody other than a model said; neighbouring words together, as most models want them. */
    static List<Content> of(List<Part> parts) {
        return parts.stream().allMatch(Part.Text.class::isInstance)
                ? List.of(TextContent.from(words(parts)))
                : parts.stream().map(Contents::of).toList();
    }

    /** Returns all the words together; empty for none. */
    static String words(List<Part> parts) {
        return parts.stream()
                .filter(Part.Text.class::isInstance)
                .map(part -> ((Part.Text) part).text())
                .collect(Collectors.joining("\n\n"));
    }

    private static Content of(Part part) {
        return switch (part) {
            case Part.Text text -> TextContent.from(text.text());
            case Part.Media media -> media(media);
            case Part.Thinking thinking -> TextContent.from(thinking.text());
            case Part.Call call -> TextContent.from("(a call of %s)".formatted(call.name()));
        };
    }

    private static Content media(Part.Media media) {
        var type = media.mimeType();
        if (type.startsWith("image/")) {
            return ImageContent.from(media.base64(), type, ImageContent.DetailLevel.AUTO);
        }
        if (type.startsWith("audio/")) {
            return AudioContent.from(media.base64(), type);
        }
        if (type.startsWith("video/")) {
            return VideoContent.from(media.base64(), type);
        }
        return type.equals(Pictures.PDF)
                ? PdfFileContent.from(media.base64(), type)
                : TextContent.from("(%s, which cannot be shown here)".formatted(type));
    }
}
