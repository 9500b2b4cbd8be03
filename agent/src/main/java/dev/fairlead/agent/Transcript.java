package dev.fairlead.agent;

import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.model.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A conversation as a value: it can be kept, written, read and continued, also with another model.
 *
 * @param id by which it is known
 * @param turns what was said, oldest first
 * @param calls what became of the calls, one for each result in the turns, in their order
 */
public record Transcript(String id, Instant began, List<Turn> turns, List<CallRecord> calls) {

    /**
     * Keeps copies.
     *
     * @throws IllegalArgumentException if there is not one record for each result
     */
    public Transcript {
        turns = List.copyOf(turns);
        calls = List.copyOf(calls);
        if (results(turns) != calls.size()) {
            throw new IllegalArgumentException(
                    "a transcript with %s results has %s records of calls".formatted(results(turns), calls.size()));
        }
    }

    /** Returns a conversation in which nothing was said yet. */
    public static Transcript begin() {
        return new Transcript(UUID.randomUUID().toString(), Instant.now(), List.of(), List.of());
    }

    /**
     * Reads what {@link #toJson} wrote.
     *
     * @throws IllegalArgumentException if it is something else, in words that say where
     */
    public static Transcript of(JsonNode json) {
        return TranscriptJson.read(json);
    }

    /** Writes it all. */
    public ObjectNode toJson() {
        return TranscriptJson.write(this);
    }

    /** Returns the tools that the model asked for last, if nothing became of that yet. */
    public List<Part.Call> pending() {
        return !turns.isEmpty() && turns.getLast() instanceof Turn.Replied replied ? replied.calls() : List.of();
    }

    /** Returns the words of the model's last turn; empty if it said none. */
    public String lastAnswer() {
        for (var turn : turns.reversed()) {
            if (turn instanceof Turn.Replied replied) {
                return text(replied.parts());
            }
        }
        return "";
    }

    /** Returns how many tokens all of it cost. */
    public Usage usage() {
        return turns.stream()
                .flatMap(turn -> turn instanceof Turn.Replied replied ? Stream.of(replied.usage()) : Stream.empty())
                .reduce(Usage.NONE, Usage::plus);
    }

    /** Returns this conversation with one more turn, which has no results. */
    Transcript plus(Turn turn) {
        return plus(turn, List.of());
    }

    /** Returns this conversation with results, and what they are made of. */
    Transcript plus(Turn turn, List<CallRecord> records) {
        return new Transcript(id, began, with(turns, List.of(turn)), with(calls, records));
    }

    static String text(List<Part> parts) {
        var text = new StringBuilder();
        parts.forEach(part -> text.append(part instanceof Part.Text(var words, var keepsake) ? words : ""));
        return text.toString();
    }

    private static <T> List<T> with(List<T> some, List<? extends T> more) {
        var all = new ArrayList<T>(some);
        all.addAll(more);
        return all;
    }

    private static int results(List<Turn> turns) {
        return turns.stream()
                .mapToInt(turn -> turn instanceof Turn.Results(var results) ? results.size() : 0)
                .sum();
    }
}
