package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ReplyPiece;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Answers of providers as they come over the wire, and what becomes of them. */
final class Recorded {
    static final Path FOLDER = Path.of("src", "test", "resources", "recorded");

    /** An event or a line. */
    record Event(String type, String data) {}

    /** A provider, by the folder of its recordings. */
    enum Provider {
        OPENAI_CHAT("openai-chat"),
        OPENAI_RESPONSES("openai-responses"),
        ANTHROPIC("anthropic"),
        OLLAMA("ollama");

        final String folder;

        Provider(String folder) {
            this.folder = folder;
        }

        /** Returns a codec that numbers the calls which come without an id. */
        Codec codec() {
            var numbers = new AtomicInteger();
            Supplier<String> ids = () -> "made-up-" + numbers.incrementAndGet();
            return switch (this) {
                case OPENAI_CHAT -> new OpenAiChatCodec(ids);
                case OPENAI_RESPONSES -> new OpenAiResponsesCodec(ids);
                case ANTHROPIC -> new AnthropicCodec(ids);
                case OLLAMA -> new OllamaCodec(ids);
            };
        }

        /** Returns the names of its recordings. */
        List<Path> recordings() {
            try (var files = Files.list(FOLDER.resolve(folder))) {
                return files.filter(file -> file.toString().matches(".*\\.(sse|ndjson)"))
                        .sorted()
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private Recorded() {}

    /** Cuts a recording into events or lines. */
    static List<Event> events(Path file) {
        String text = text(file);
        if (file.toString().endsWith(".ndjson")) {
            return text.lines().map(line -> new Event("", line)).toList();
        }
        var events = new ArrayList<Event>();
        for (String block : text.split("\n\n", -1)) {
            String type = field(block, "event: ");
            String data = field(block, "data: ");
            if (!data.isEmpty()) {
                events.add(new Event(type, data));
            }
        }
        return events;
    }

    static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String field(String block, String name) {
        return block.lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()))
                .findFirst()
                .orElse("");
    }

    /** Reads an answer to its end. */
    static List<ReplyPiece> read(Codec codec, List<Event> events) throws BadReplyException, ComplaintException {
        var decoder = codec.decoder();
        var pieces = new ArrayList<ReplyPiece>();
        for (Event event : events) {
            pieces.addAll(decoder.read(event.type(), event.data()));
        }
        pieces.addAll(decoder.finish());
        return pieces;
    }

    /** Describes an answer, one line for each event, with what it brought, and one for the end. */
    static String describe(Codec codec, List<Event> events) {
        var decoder = codec.decoder();
        var lines = new ArrayList<String>();
        try {
            for (Event event : events) {
                decoder.read(event.type(), event.data()).forEach(piece -> lines.add(Pieces.describe(piece)));
            }
            decoder.finish().forEach(piece -> lines.add(Pieces.describe(piece)));
        } catch (BadReplyException e) {
            lines.add("bad: " + e.getMessage());
        } catch (ComplaintException e) {
            var complaint = e.complaint();
            lines.add("complaint: %s %s%s"
                    .formatted(
                            complaint.kind(),
                            complaint.words(),
                            complaint.retryAfter() == null ? "" : " [again after " + complaint.retryAfter() + "]"));
        }
        return String.join("\n", lines) + "\n";
    }
}
