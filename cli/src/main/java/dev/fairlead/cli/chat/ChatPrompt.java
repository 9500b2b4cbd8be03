package dev.fairlead.cli.chat;

import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.tool.ResultView;
import dev.fairlead.cli.frame.Question;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.host.catalog.OfferedPrompt;
import dev.fairlead.protocol.PromptArgument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A prompt of a server that was typed in a chat. */
final class ChatPrompt {
    private static final Pattern GIVEN = Pattern.compile("([^\\s=]+)=(?:\"([^\"]*)\"|(\\S*))");

    private final Chat chat;
    private final Visit visit;
    private final OfferedPrompt prompt;

    ChatPrompt(Chat chat, Visit visit, OfferedPrompt prompt) {
        this.chat = chat;
        this.visit = visit;
        this.prompt = prompt;
    }

    /** Returns what it asks with these words; nothing where some are missing, which is told. */
    Optional<List<Part>> filledIn(String typed) throws InterruptedException {
        var given = given(typed);
        for (var argument : prompt.definition().arguments()) {
            if (argument.required() && !given.containsKey(argument.name())) {
                var answer = asked(argument);
                if (answer.isEmpty()) {
                    visit.warn("/%s needs %s; type /%s %s=VALUE"
                            .formatted(prompt.name(), argument.name(), prompt.name(), argument.name()));
                    return Optional.empty();
                }
                given.put(argument.name(), answer.get());
            }
        }
        var messages = chat.host().prompt(prompt.name(), given).messages();
        return Optional.of(ResultView.USUAL.prompt(
                prompt.server(), prompt.name(), messages, chat.model().traits()));
    }

    /** Reads {@code key=value}; words without a key are for the only argument of a prompt that has one. */
    private Map<String, String> given(String typed) {
        var given = new LinkedHashMap<String, String>();
        var names = prompt.definition().arguments().stream()
                .map(PromptArgument::name)
                .toList();
        var words = GIVEN.matcher(typed);
        while (words.find()) {
            given.put(words.group(1), words.group(2) == null ? words.group(3) : words.group(2));
        }
        boolean keyed = given.keySet().stream().anyMatch(names::contains);
        if (names.size() == 1 && !keyed && !typed.isEmpty()) {
            return new LinkedHashMap<>(Map.of(names.getFirst(), typed));
        }
        return given;
    }

    private Optional<String> asked(PromptArgument argument) {
        if (!visit.mayAsk()) {
            return Optional.empty();
        }
        var about = ChatLine.firstLine(argument.description());
        return new Question(visit.surroundings(), visit.floor(), "filling in " + prompt.name(), prompt.server())
                .text("%s%s > ".formatted(argument.name(), about.isEmpty() ? "" : " (%s)".formatted(about)))
                .filter(text -> !text.isEmpty());
    }
}
