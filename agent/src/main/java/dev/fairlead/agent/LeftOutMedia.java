package dev.fairlead.agent;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.tool.ModelText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Pictures, sounds and documents of conversations that one model is not shown: a conversation that its provider turns away
 * with them would be turned away from then on. Conversations themselves keep them, for people and for other models. For any
 * threads.
 */
final class LeftOutMedia {
    private static final int LONGEST_TYPE = 100;

    private final Map<Place, Cause> leftOut = new ConcurrentHashMap<>();

    /** Why something is not shown, as the model is told. */
    private enum Cause {
        TURNED_AWAY("not shown: the provider turned it away"),
        TOO_LONG("left out: the conversation is longer than the model takes");

        private final String words;

        Cause(String words) {
            this.words = words;
        }
    }

    /** Where something is in a conversation; the same picture, shown again later, is another one. */
    private record Place(String transcript, int turn, Part.Media media) {}

    /** What might be left out in addition. */
    record Step(Set<Place> places, Cause cause) {}

    /**
     * Returns what to try, one after the other, with a conversation that was turned away; each has what those before have. Of
     * what is not taken the newest is tried first, since the rest was taken before; of what is too long, the oldest.
     */
    List<Step> steps(Transcript transcript, ModelException.Kind kind) {
        int size = transcript.turns().size();
        int answered = size;
        while (answered > 0 && !(transcript.turns().get(answered - 1) instanceof Turn.Replied)) {
            answered--;
        }
        boolean tooLong = kind == ModelException.Kind.TOO_LONG;
        var some = tooLong ? shown(transcript, 0, answered) : shown(transcript, answered, size);
        var all = shown(transcript, 0, size);
        return Stream.of(some, all)
                .filter(places -> !places.isEmpty())
                .distinct()
                .map(places -> new Step(places, tooLong ? Cause.TOO_LONG : Cause.TURNED_AWAY))
                .toList();
    }

    /** Shows the model less from now on. */
    void take(Step step) {
        step.places.forEach(place -> leftOut.put(place, step.cause));
    }

    /** Shows it again what a step left out. */
    void takeBack(Step step) {
        leftOut.keySet().removeAll(step.places);
    }

    /** Returns the turns of a conversation as the model is shown them. */
    List<Turn> turns(Transcript transcript) {
        if (leftOut.isEmpty()) {
            return transcript.turns();
        }
        var turns = new ArrayList<Turn>();
        for (var turn : transcript.turns()) {
            turns.add(without(turn, transcript.id(), turns.size()));
        }
        return turns;
    }

    private Set<Place> shown(Transcript transcript, int from, int to) {
        var places = new HashSet<Place>();
        for (int i = from; i < to; i++) {
            int turn = i;
            media(transcript.turns().get(i))
                    .map(media -> new Place(transcript.id(), turn, media))
                    .filter(place -> !leftOut.containsKey(place))
                    .forEach(places::add);
        }
        return places;
    }

    private static Stream<Part.Media> media(Turn turn) {
        var parts = switch (turn) {
            case Turn.Asked(var asked) -> asked.stream();
            case Turn.Replied replied -> Stream.<Part>empty(); // The provider made those, or its body leaves them out.
            case Turn.Results(var results) -> results.stream().flatMap(result -> result.parts().stream());
        };
        return parts.flatMap(part -> part instanceof Part.Media media ? Stream.of(media) : Stream.empty());
    }

    private Turn without(Turn turn, String transcript, int index) {
        return switch (turn) {
            case Turn.Asked(var parts) -> new Turn.Asked(without(parts, transcript, index));
            case Turn.Replied replied -> replied;
            case Turn.Results(var results) ->
                new Turn.Results(results.stream()
                        .map(result -> new CallResult(
                                result.id(),
                                result.name(),
                                result.failed(),
                                without(result.parts(), transcript, index)))
                        .toList());
        };
    }

    private List<Part> without(List<Part> parts, String transcript, int index) {
        return parts.stream().map(part -> shownAs(part, transcript, index)).toList();
    }

    private Part shownAs(Part part, String transcript, int index) {
        if (!(part instanceof Part.Media media)) {
            return part;
        }
        var cause = leftOut.get(new Place(transcript, index, media));
        return cause == null
                ? media
                : Part.Text.of("[%s, %s; the user has it]"
                        .formatted(ModelText.line(media.mimeType(), LONGEST_TYPE), cause.words));
    }
}
