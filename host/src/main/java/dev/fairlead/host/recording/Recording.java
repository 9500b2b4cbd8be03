package dev.fairlead.host.recording;

import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The traffic of a server as it was recorded, or of several.
 *
 * @param traffic what went over its lines, in order; lines of further parts of a file are numbered on
 * @param cut whether the end is missing, because the recorder was stopped in the middle of a line
 * @param full whether more was said than the recorder had room for
 */
public record Recording(List<Traffic> traffic, boolean cut, boolean full) {
    private static final long MOST_BYTES = 256L << 20;
    private static final int LONGEST_LINE = 32 << 20;

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
            if (Files.size(file) > MOST_BYTES) {
                throw new BadRecordingException(file, "is larger than %s MiB".formatted(MOST_BYTES >> 20), null);
            }
            // Bytes that are no text are no JSON either, or stand inside of strings.
            return new Reader(file, new String(Files.readAllBytes(file), StandardCharsets.UTF_8)).read();
        } catch (IOException unreadable) {
            throw new BadRecordingException(file, "cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    /** Returns the names of the servers to which a line was opened, in that order. */
    public List<String> servers() {
        return opened().map(Traffic.Opened::server).distinct().toList();
    }

    /** Returns what of this is about one server. */
    public Recording of(String server) {
        var lines = opened().filter(opened -> opened.server().equals(server))
                .map(Traffic.Opened::line)
                .collect(Collectors.toSet());
        return new Recording(
                traffic.stream().filter(one -> lines.contains(one.line())).toList(), cut, full);
    }

    /**
     * Returns a transport that answers as the recorded server did.
     *
     * @throws IllegalStateException if several were recorded; {@link #of} picks one
     */
    public ReplayTransport replay() {
        var servers = servers();
        if (servers.size() > 1) {
            throw new IllegalStateException(
                    "several servers were recorded, so say which one is to be replayed, such as "
                            + "recording.of(\"%s\").replay(): %s"
                                    .formatted(servers.getFirst(), String.join(", ", servers)));
        }
        return new ReplayTransport(servers.isEmpty() ? "" : servers.getFirst(), this);
    }

    private Stream<Traffic.Opened> opened() {
        return traffic.stream().filter(Traffic.Opened.class::isInstance).map(Traffic.Opened.class::cast);
    }

    /** Reads a file line by line. */
    private static final class Reader {
        private final Path file;
        private final String text;
        private final List<Traffic> traffic = new ArrayList<>();
        private final Map<String, Map<Long, Long>> numbers = new HashMap<>(); // of the lines of each part
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
            BadRecordingException broken = null;
            for (var line : text.substring(0, end).lines().toList()) {
                number++;
                if (!line.isBlank()) {
                    refuse(line.startsWith(TrafficLine.BEGINNING) ? null : broken);
                    broken = read(number, line);
                }
            }
            refuse(broken);
            if (!begun) {
                throw new BadRecordingException(file, "does not begin as a recording does", null);
            }
            return new Recording(traffic, end < text.length(), full);
        }

        /** What is no JSON spoils it all, but right before a part: there the recorder of an earlier one was stopped. */
        private static void refuse(@Nullable BadRecordingException broken) {
            if (broken != null) {
                throw broken;
            }
        }

        /** Reads a line; returns what is wrong if it is no JSON. */
        private @Nullable BadRecordingException read(int number, String line) {
            if (line.length() > LONGEST_LINE) {
                throw new BadRecordingException(
                        file, "line %s: is longer than %s MiB".formatted(number, LONGEST_LINE >> 20), null);
            }
            try {
                read(Json.parse(line));
                return null;
            } catch (JacksonException broken) {
                return unreadable(number, broken);
            } catch (IllegalArgumentException odd) {
                throw unreadable(number, odd);
            }
        }

        private BadRecordingException unreadable(int number, RuntimeException why) {
            return new BadRecordingException(
                    file, "line %s: %s".formatted(number, Excerpt.of(String.valueOf(why.getMessage()))), why);
        }

        private void read(JsonNode json) {
            if (TrafficLine.isHeader(json)) {
                if (json.path("version").asInt(0) != TrafficLine.VERSION) {
                    throw new IllegalArgumentException("version %s, but only version %s is known here"
                            .formatted(json.path("version"), TrafficLine.VERSION));
                }
                begun = true;
                numbers.remove(json.path(TrafficLine.PART).asString(""));
            } else if (!begun) {
                throw new IllegalArgumentException("does not begin as a recording does");
            } else if (json.has("full")) {
                full = true;
            } else {
                var part = json.path(TrafficLine.PART).asString("");
                TrafficLine.read(json).map(one -> renumbered(one, part)).ifPresent(traffic::add);
            }
        }

        private Traffic renumbered(Traffic one, String part) {
            long line =
                    numbers.computeIfAbsent(part, any -> new HashMap<>()).computeIfAbsent(one.line(), any -> ++lines);
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
