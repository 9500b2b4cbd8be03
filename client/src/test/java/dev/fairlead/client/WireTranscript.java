package dev.fairlead.client;

import dev.fairlead.wire.Release;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A conversation written down in a file.
 *
 * <p>The first line is a sentence that says what is shown. After it, in any order that makes sense to a reader:
 *
 * <ul>
 *   <li>{@code > {...}} is what the client says, {@code < {...}} what the server says, in the order on the wire;
 *   <li>{@code client: ...} is what the program that uses the client does, one step after the other, from the moment
 *       it is connected, and after {@code ->} what comes of it;
 *   <li>{@code proves: ...} names requirements, {@code offers: ...} what the client declares that it can do;
 *   <li>{@code # ...} is a remark; lines that begin with a space continue the line before.
 * </ul>
 *
 * {@code {version}} stands for the release of this client.
 */
record WireTranscript(
        String title, List<String> proves, List<String> offers, List<String> steps, List<Line> conversation) {

    /** One message, and where it stands in the file. */
    record Line(int number, boolean fromClient, String json) {}

    static WireTranscript read(Path file) {
        try {
            return parse(file.getFileName().toString(), Files.readAllLines(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static WireTranscript parse(String name, List<String> lines) {
        var read = new WireTranscript(
                lines.getFirst(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int at = 1; at < lines.size(); at++) {
            int number = at + 1;
            var line = new StringBuilder(lines.get(at));
            while (at + 1 < lines.size() && lines.get(at + 1).startsWith(" ")) {
                line.append(lines.get(++at).strip());
            }
            read.add(name, number, line.toString().replace("{version}", Release.VERSION));
        }
        return read;
    }

    private void add(String name, int number, String line) {
        if (line.startsWith("> ") || line.startsWith("< ")) {
            conversation.add(new Line(number, line.charAt(0) == '>', line.substring(2)));
        } else if (line.startsWith("client: ")) {
            steps.add(after(line));
        } else if (line.startsWith("proves: ")) {
            proves.addAll(List.of(after(line).split(" ")));
        } else if (line.startsWith("offers: ")) {
            offers.add(after(line));
        } else if (!line.isEmpty() && !line.startsWith("#")) {
            throw new IllegalArgumentException("%s:%d cannot be understood: %s".formatted(name, number, line));
        }
    }

    private static String after(String line) {
        return line.substring(line.indexOf(' ') + 1).strip();
    }
}
