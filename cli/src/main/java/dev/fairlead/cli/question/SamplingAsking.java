package dev.fairlead.cli.question;

import dev.fairlead.cli.text.Count;
import dev.fairlead.cli.text.Role;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.SamplingResult;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;

/** Has a person say what a model should have said. */
final class SamplingAsking {
    /** Who answers in place of a model. */
    static final String MODEL = "human";

    private static final String END = ".";
    private static final String DECLINE = ":decline";
    private static final int SHOWN_MESSAGES = 10;

    private final Person person;
    private final Function<ContentBlock, String> words;

    SamplingAsking(Person person, Function<ContentBlock, String> words) {
        this.person = person;
        this.words = words;
    }

    /** Shows the conversation, and returns what the person adds to it; empty for a refusal. */
    Optional<SamplingResult> run(SamplingRequest request) throws InterruptedException, GoneException {
        show(request);
        person.show(
                "There is no model here. Type the answer yourself (at most %s) and end it with a line that is only a dot, or type %s."
                        .formatted(Count.of(request.maxTokens(), "token"), DECLINE),
                Role.FAINT);
        return typed().map(text -> SamplingResult.ofText(MODEL, text));
    }

    /** Shows the conversation, and tells whether a model may continue it. */
    boolean agreed(SamplingRequest request, String model) throws InterruptedException, GoneException {
        show(request);
        return person.choose(
                        "Let %s answer it (at most %s)? [y/N] "
                                .formatted(Excerpts.line(model), Count.of(request.maxTokens(), "token")),
                        List.of("yes", "no"),
                        "no")
                .equals("yes");
    }

    private void show(SamplingRequest request) {
        person.show("It wants a language model to continue this conversation:");
        if (request.systemPrompt() != null) {
            person.show("system:", Role.STRONG);
            person.quote(Excerpts.lines(request.systemPrompt()));
        }
        int first = Math.max(0, request.messages().size() - SHOWN_MESSAGES);
        if (first > 0) {
            person.show("(%d earlier messages are not shown)".formatted(first), Role.FAINT);
        }
        request.messages().subList(first, request.messages().size()).forEach(message -> {
            person.show(Excerpts.line(message.role()) + ":", Role.STRONG);
            message.content().forEach(block -> person.quote(Excerpts.lines(words.apply(block))));
        });
    }

    private Optional<String> typed() throws InterruptedException, GoneException {
        var text = new StringJoiner("\n");
        while (true) {
            var line = person.ask("> ");
            if (line.strip().equals(DECLINE)) {
                return Optional.empty();
            }
            if (!line.strip().equals(END)) {
                text.add(line);
            } else if (!text.toString().isBlank()) {
                return Optional.of(text.toString());
            } else {
                person.show("An answer is not empty; type one, or %s.".formatted(DECLINE), Role.WARNING);
            }
        }
    }
}
