package dev.fairlead.cli.chat;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.QuestionOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code fairlead chat}: talks with a model that uses the tools of servers. */
public final class ChatCommand implements Command {
    private List<String> words = List.of();
    private @Nullable String model;
    private @Nullable Integer steps;
    private List<String> tools = List.of();
    private @Nullable String question;
    private boolean yes;
    private @Nullable Path file;
    private final QuestionOptions questions = new QuestionOptions();
    private final ConfigOptions config = new ConfigOptions();
    private final OutputOptions output = new OutputOptions();
    private final Surroundings surroundings;

    /** Chats in these surroundings. */
    public ChatCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead chat [OPTIONS] [SERVER...]",
                "       fairlead chat [OPTIONS] -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead chat demo",
                "  fairlead chat demo --once 'add 2 and 3'",
                "  fairlead chat files tracker --model gemini/gemini-2.5-pro",
                "  fairlead chat demo --once 'add 2 and 3' --yes --json");
        form.words(
                "SERVER",
                given -> words = given,
                "The servers whose tools the model may ask for: URLs, scripts, names.",
                "  Without any, all that are configured.");
        form.text(
                "--model",
                "PROVIDER/NAME",
                given -> model = given,
                "Which model to ask, such as gemini, openai/gpt-5 or ollama/qwen3;",
                "demo is built in, and no language model. Without it, the one of your",
                "configuration, else of the first provider there is a key for",
                "(GEMINI_API_KEY, ANTHROPIC_API_KEY, OPENAI_API_KEY), else demo.");
        form.number(
                "--max-steps",
                "N",
                given -> steps = given,
                "How often the model may use tools for one question; usually 10 times.");
        form.texts(
                "--tool",
                "PATTERN",
                given -> tools = given,
                "Let the model use only such tools, as 'read_*'. Repeat it for more.");
        form.text("--once", "QUESTION", given -> question = given, "Ask this, print the answer, and end.");
        form.flag("--yes", on -> yes = on, "Allow every call that you would be asked about.");
        form.path(
                "--transcript",
                "FILE",
                given -> file = given,
                "Continue the conversation in this file, and keep it there.");
        form.include(questions);
        form.include(config);
        form.include(output);
    }

    @Override
    public Integer call() {
        var wish = new ChatWish(words, config.files(), model, steps, tools, question, yes, file);
        return new Chatting(wish, surroundings, this::visit).run().code();
    }

    private Visit visit(Surroundings there) {
        var connection = new ConnectionOptions();
        connection.take(config);
        questions.give(connection);
        return new Visit(there, connection, output, LoginOffer.Consent.REFUSED);
    }
}
