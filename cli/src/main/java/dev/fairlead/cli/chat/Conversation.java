package dev.fairlead.cli.chat;

import dev.fairlead.agent.AgentEvent;
import dev.fairlead.agent.Outcome;
import dev.fairlead.agent.model.Part;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Question;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.host.ServerStatus;
import dev.fairlead.protocol.error.CallCancelledException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A chat that goes on until there are no more lines. */
final class Conversation {

    /** Where lines come from. */
    @FunctionalInterface
    interface Lines {
        /** Waits for the next one; null where there will be no more. */
        @Nullable
        String next() throws InterruptedException;
    }

    private final Chat chat;
    private final Visit visit;
    private final Lines lines;
    private final Consumer<Runnable> during;
    private ExitCode worst = ExitCode.OK;

    /**
     * Prepares one.
     *
     * @param during does what a line says, and meanwhile listens for whoever wants it to end
     */
    Conversation(Chat chat, Visit visit, Lines lines, Consumer<Runnable> during) {
        this.chat = chat;
        this.visit = visit;
        this.lines = lines;
        this.during = during;
    }

    ExitCode run() {
        greet();
        try {
            for (var line = lines.next(); line != null; line = lines.next()) {
                if (ChatLine.isEnd(line)) {
                    break;
                }
                if (!line.isBlank()) {
                    var typed = line.strip();
                    during.accept(() -> answer(typed));
                }
                if (visit.surroundings().interruption().stopped()) {
                    return ExitCode.INTERRUPTED;
                }
                // Whatever was given up was what the line was about, not the chat.
                boolean ours = Thread.interrupted();
                assert ours || !Thread.currentThread().isInterrupted();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("chatting", chat.model().name().toString(), false);
        }
        // Whoever sat here saw what went wrong.
        return visit.mayAsk() ? ExitCode.OK : worst;
    }

    private void greet() {
        if (!visit.mayAsk()) {
            return;
        }
        var servers = chat.host().servers().stream()
                .filter(ServerStatus::ready)
                .map(ServerStatus::name)
                .collect(Collectors.joining(", "));
        visit.warn("chatting with %s; servers: %s. Type /help for what else can be typed, Ctrl-D to leave."
                .formatted(chat.model().name(), servers.isEmpty() ? "none" : servers));
    }

    private void answer(String line) {
        try {
            new ChatLine(chat, visit).meant(line).ifPresent(this::ask);
        } catch (CallCancelledException cancelled) {
            stopped();
        }
    }

    private void ask(List<Part> question) {
        var finished = chat.ask(question, new ChatView(visit, chat.person()));
        while (finished.outcome() instanceof Outcome.OutOfBudget(var limit, var words)) {
            if (!mayGoOn(words)) {
                return;
            }
            finished = chat.resume(new ChatView(visit, chat.person()));
        }
        tell(finished);
    }

    private boolean mayGoOn(String words) {
        if (!visit.mayAsk()) {
            visit.warn(words + "; --max-steps allows more");
            note(ExitCode.TIMED_OUT);
            return false;
        }
        return new Question(
                        visit.surroundings(),
                        visit.floor(),
                        "chatting",
                        chat.model().name().toString())
                .agreed(words + ". Go on?", true);
    }

    private void tell(AgentEvent.Finished finished) {
        switch (finished.outcome()) {
            case Outcome.Stopped stopped -> stopped();
            case Outcome.Failed(var words, var cause) -> {
                visit.warn(words);
                note(cause == null ? ExitCode.UNEXPECTED : visit.judge(cause).exitCode());
            }
            case Outcome.Answered answered -> {
                AnswerEnd.trouble(answered).ifPresent(words -> {
                    visit.warn(words);
                    note(ExitCode.UNREACHABLE);
                });
                chat.obstacle().ifPresent(why -> note(visit.judge(why).exitCode()));
            }
            case Outcome.OutOfBudget spent -> {}
        }
    }

    private void stopped() {
        if (!visit.surroundings().interruption().stopped()) {
            visit.warn("stopped; what was said until then is remembered");
        }
    }

    private void note(ExitCode code) {
        if (worst == ExitCode.OK) {
            worst = code;
        }
    }
}
