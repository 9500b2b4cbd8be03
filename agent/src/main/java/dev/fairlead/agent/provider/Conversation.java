package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.Turn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts what was said so that every provider takes it: calls and results in pairs, nothing blank, a person first and
 * last, no media that cannot be shown and no keepsakes of other models.
 */
public final class Conversation {
    private static final List<Part> NOTHING = List.of(Part.Text.of("(nothing)"));

    private final ModelTraits traits;
    private final String provider;
    private final String model;
    private final boolean
            entire; // whether the model is shown all that it said, also pictures, and words that are only signed
    private final List<Step> steps = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private List<Pending> pending = List.of();

    /** A call that waits for its result: by which id that is known to us, and the call as the provider sees it. */
    private record Pending(String id, Part.Call call) {}

    private Conversation(ModelTraits traits, String provider, String model, boolean entire) {
        this.traits = traits;
        this.provider = provider;
        this.model = model;
        this.entire = entire;
    }

    /**
     * Returns the conversation for a model.
     *
     * @param provider the name that the keepsakes of its provider bear
     * @param model as the provider calls it: what another one of the same provider signed, it may refuse
     */
    public static List<Step> of(List<Turn> turns, ModelTraits traits, String provider, String model) {
        return new Conversation(traits, provider, model, false).steps(turns);
    }

    /** Returns the conversation for one of the models that draw, and sign whatever they say, be it nothing. */
    static List<Step> entire(List<Turn> turns, ModelTraits traits, String provider, String model) {
        return new Conversation(traits, provider, model, true).steps(turns);
    }

    private List<Step> steps(List<Turn> turns) {
        int question = lastQuestion(turns);
        for (int i = 0; i < turns.size(); i++) {
            switch (turns.get(i)) {
                case Turn.Asked asked -> asked(asked);
                case Turn.Replied replied -> replied(replied, i > question);
                case Turn.Results results -> returned(results.results());
            }
        }
        settle(List.of());
        letAPersonBeginAndEnd();
        return steps;
    }

    private static int lastQuestion(List<Turn> turns) {
        for (int i = turns.size() - 1; i >= 0; i--) {
            if (turns.get(i) instanceof Turn.Asked) {
                return i;
            }
        }
        return -1;
    }

    private void asked(Turn.Asked asked) {
        settle(List.of());
        say(shown(asked.parts(), traits.takes()));
    }

    private void replied(Turn.Replied replied, boolean running) {
        settle(List.of());
        var calls = new ArrayList<Pending>();
        var parts = new ArrayList<Part>();
        for (Part part : replied.parts()) {
            Part own = own(part, replied.model().name().equals(model));
            if (own instanceof Part.Call call && part instanceof Part.Call asked) {
                calls.add(new Pending(asked.id(), call));
            }
            if (own != null) {
                parts.add(own);
            }
        }
        // A thought belongs to what follows it; providers refuse one that nothing follows.
        while (!entire && !parts.isEmpty() && parts.getLast() instanceof Part.Thinking) {
            parts.removeLast();
        }
        if (!parts.isEmpty()) {
            answer(parts, running);
        }
        pending = calls;
    }

    private void answer(List<Part> parts, boolean running) {
        if (!steps.isEmpty() && steps.getLast() instanceof Step.Answered before) {
            steps.removeLast();
            steps.add(new Step.Answered(both(before.parts(), parts), running));
        } else {
            steps.add(new Step.Answered(List.copyOf(parts), running));
        }
    }

    private void returned(List<CallResult> results) {
        var strays = settle(results);
        for (CallResult stray : strays) {
            var parts = new ArrayList<Part>();
            parts.add(Part.Text.of("Result of %s:".formatted(WireName.of(stray.name()))));
            parts.addAll(shown(stray.parts(), traits.takes()));
            say(parts);
        }
    }

    /** Gives every pending call its result, and one in its place where there is none; returns what is left over. */
    private List<CallResult> settle(List<CallResult> results) {
        var left = new ArrayList<>(results);
        var paired = new ArrayList<CallResult>();
        for (Pending waiting : pending) {
            var call = waiting.call();
            var result = left.stream().filter(r -> r.id().equals(waiting.id())).findFirst();
            result.ifPresent(left::remove);
            var parts = result.map(r -> shown(r.parts(), traits.takesInResults()))
                    .orElseGet(() -> List.of(Part.Text.of("There is no result of this call.")));
            boolean failed = result.map(CallResult::failed).orElse(true);
            paired.add(new CallResult(call.id(), call.name(), failed, parts));
        }
        if (!paired.isEmpty()) {
            steps.add(new Step.Returned(paired));
        }
        pending = List.of();
        return left;
    }

    private void say(List<Part> parts) {
        if (!steps.isEmpty() && steps.getLast() instanceof Step.Said before) {
            if (!parts.equals(NOTHING)) {
                steps.removeLast();
                steps.add(new Step.Said(both(before.parts(), parts)));
            }
        } else {
            steps.add(new Step.Said(List.copyOf(parts)));
        }
    }

    /** Some servers insist that a person and a model take turns, so what either says twice is said once. */
    private static List<Part> both(List<Part> first, List<Part> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private void letAPersonBeginAndEnd() {
        if (steps.isEmpty() || !(steps.getFirst() instanceof Step.Said)) {
            steps.addFirst(new Step.Said(NOTHING));
        }
        if (steps.getLast() instanceof Step.Answered) {
            say(NOTHING);
        }
    }

    /** Returns what can be shown, never nothing. */
    private static List<Part> shown(List<Part> parts, Predicate<String> takes) {
        var shown = new ArrayList<Part>();
        for (Part part : parts) {
            switch (part) {
                case Part.Text text when !text.text().isBlank() -> shown.add(Part.Text.of(text.text()));
                case Part.Media media
                when takes.test(media.mimeType()) && !media.base64().isEmpty() ->
                    shown.add(new Part.Media(media.mimeType(), media.base64(), null));
                case Part.Media media -> shown.add(Wording.leftOut(media));
                default -> {} // blank, or nothing that a person or a tool says
            }
        }
        return shown.isEmpty() ? NOTHING : shown;
    }

    /** Returns a part of a reply as this provider takes it; null for what it does not. */
    private @Nullable Part own(Part part, boolean saidItself) {
        Keepsake kept = part.keepsake();
        Keepsake keepsake = saidItself && kept != null && kept.provider().equals(provider) ? kept : null;
        return switch (part) {
            case Part.Text text ->
                text.text().isBlank() && !(entire && keepsake != null) ? null : new Part.Text(text.text(), keepsake);
            case Part.Thinking thought -> keepsake == null ? null : thought;
            case Part.Media media
            when entire
                    && traits.takes().test(media.mimeType())
                    && !media.base64().isEmpty() -> new Part.Media(media.mimeType(), media.base64(), keepsake);
            case Part.Media media -> Wording.leftOut(media);
            case Part.Call call ->
                new Part.Call(id(call.id()), WireName.of(call.name()), call.arguments(), null, keepsake);
        };
    }

    private String id(String wanted) {
        String id = WireName.isLegalId(wanted) ? wanted : "call_" + ids.size();
        while (!ids.add(id)) {
            id = id.substring(0, Math.min(id.length(), 30)) + "_" + ids.size();
        }
        return id;
    }
}
