package dev.fairlead.host.recording;

import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The traffic of one server as it was recorded.
 *
 * @param traffic what went over its lines, in order; lines of further parts of a file are numbered on
 * @param cut whether the end is missing, because the recorder was stopped in the middle of a line
 * @param full whether more was said than the recorder had room for
 */
public record Recording(List<Traffic> traffic, boolean cut, boolean full) {

    /** Copies the list. */
    public Recording {
        traffic = List.copyOf(traffic);
    }

    /**
     * Reads a recording's file.
     *
     * @throws BadRecordingException if it is none, or one of another version
     */
    public static Recording read(Path file) {
        try {
            return new Reader(file, Files.readString(file, StandardCharsets.UTF_8)).read();
        } catch (IOException unreadable) {
            throw new BadRecordingException(file, "cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    /** Returns how texts name the server; empty where no line was ever opened. */
    public String server() {
        return traffic.stream()
                .filter(Traffic.Opened.class::isInstance)
                .map(opened -> ((Traffic.Opened) opened).server())
                .findFirst()
                .orElse("");
    }

    /** Returns a transport that answers as the recorded server did. */
    public ReplayTransport replay() {
        return new ReplayTransport(this);
    }

    /** Reads a file line by line. */
    private static final class Reader {
        private final Path file;
        private final String text;
        private final List<Traffic> traffic = new ArrayList<>();
        private long linesBefore; // in earlier parts of the file
        private long lines;
        private boolean begun;
        private boolean full;

        Reader(Path file, String text) {
            this.file = file;
            this.text = text;
        }

        Recording read() {
            // A line without an end was cut, even if what there is of it can be read.
            int end = text.lastIndexOf('\n') + 1;
            int number = 0;
            for (var line : text.substring(0, end).lines().toList()) {
                number++;
                if (!line.isBlank()) {
                    read(number, line);
                }
            }
            if (!begun) {
                throw new BadRecordingException(file, "does not begin as a recording does", null);
            }
            return new Recording(traffic, end < text.length(), full);
        }

        private void read(int number, String line) {
            try {
                read(Json.parse(line));
            } catch (JacksonException | IllegalArgumentException unreadable) {
                throw new BadRecordingException(
                        file,
                        "line %d: %s".formatted(number, Excerpt.of(String.valueOf(unreadable.getMessage()))),
                        unreadable);
            }
        }

        private void read(JsonNode json) {
            if (TrafficLine.isHeader(json)) {
                if (json.path("version").asInt(0) != TrafficLine.VERSION) {
                    throw new IllegalArgumentException("version %s, but only version %d is known here"
                            .formatted(json.path("version"), TrafficLine.VERSION));
                }
                begun = true;
                linesBefore = lines;
            } else if (!begun) {
                throw new IllegalArgumentException("does not begin as a recording does");
            } else if (json.has("full")) {
                full = true;
            } else {
                TrafficLine.read(json).map(this::renumbered).ifPresent(traffic::add);
            }
        }

        private Traffic renumbered(Traffic one) {
            long line = one.line() + linesBefore;
            lines = Math.max(lines, line);
            return switch (one) {
                case Traffic.Opened it -> new Traffic.Opened(it.at(), line, it.server(), it.kind());
                case Traffic.Sent it -> new Traffic.Sent(it.at(), line, it.exchange(), it.message());
                case Traffic.Received it -> new Traffic.Received(it.at(), line, it.exchange(), it.message());
                case Traffic.Ended it -> new Traffic.Ended(it.at(), line, it.exchange(), it.how());
                case Traffic.Closed it -> new Traffic.Closed(it.at(), line);
            };
        }
    }
}
