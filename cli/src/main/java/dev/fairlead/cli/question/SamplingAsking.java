package dev.fairlead.cli.question;

import dev.fairlead.cli.text.Count;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.SamplingResult;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Stream;

/** Has a person see all that a server wants of a model, and agree to it, or say what a model should have said. */
final class SamplingAsking {
    /** Who answers in place of a model. */
    static final String MODEL = "human";

    private static final String END = ".";
    private static final String DECLINE = ":decline";

    /** What has a place of its own; whatever else a request holds is shown as it came. */
    private static final List<String> PLACED = List.of("messages", "maxTokens", "systemPrompt", "tools");

    /** Something that a server says, and what it is. */
    private record Part(String heading, List<String> words) {}

    private final SamplingRequest request;
    private final List<Part> parts;

    SamplingAsking(SamplingRequest request, Function<ContentBlock, String> words) {
        this.request = request;
        this.parts = parts(request, words);
    }

    private static List<Part> parts(SamplingRequest request, Function<ContentBlock, String> words) {
        var parts = new ArrayList<Part>();
        if (request.systemPrompt() != null) {
            parts.add(new Part("system", List.of(request.systemPrompt())));
        }
        request.messages()
                .forEach(message -> parts.add(new Part(
                        message.role(), message.content().stream().map(words).toList())));
        request.tools().forEach(tool -> parts.add(new Part("tool", List.of(Json.write(tool.toJson())))));
        var wishes = request.toJson().remove(PLACED);
        if (!wishes.isEmpty()) {
            parts.add(new Part(
                    "wishes",
                    wishes.properties().stream()
                            .map(wish -> "%s: %s".formatted(wish.getKey(), Json.write(wish.getValue())))
                            .toList()));
        }
        return parts;
    }

    /** Returns all that is shown. */
    List<String> words() {
        return parts.stream()
                .flatMap(part -> Stream.concat(Stream.of(part.heading), part.words.stream()))
                .toList();
    }

    /** Shows the conversation, and returns what the person adds to it; empty for a refusal. */
    Optional<SamplingResult> run(Person person) throws InterruptedException, GoneException {
        show(person);
        person.show(
                "There is no model here. Type the answer yourself (at most %s) and end it with a line that is only a dot, or type %s."
                        .formatted(Count.of(request.maxTokens(), "token"), DECLINE),
                Role.FAINT);
        return typed(person).map(text -> SamplingResult.ofText(MODEL, text));
    }

    /** Shows the conversation, and tells whether a model may continue it. */
    boolean agreed(Person person, String model) throws InterruptedException, GoneException {
        show(person);
        return person.choose(
                        "Let %s answer it (at most %s)? [y/N] "
                                .formatted(Excerpts.line(model), Count.of(request.maxTokens(), "token")),
                        List.of("yes", "no"),
                        "no")
                .equals("yes");
    }

    private void show(Person person) {
        person.show("It wants a language model to continue this conversation (%s):"
                .formatted(Count.of(request.messages().size(), "message")));
        parts.forEach(part -> {
            person.show(Sanitizer.line(part.heading) + ":", Role.STRONG);
            part.words.forEach(words -> person.quote(StyledText.lines(words)));
        });
    }

    private static Optional<String> typed(Person person) throws InterruptedException, GoneException {
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
