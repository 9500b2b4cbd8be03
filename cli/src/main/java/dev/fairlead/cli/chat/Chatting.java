package dev.fairlead.cli.chat;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.line.LineEditor;
import dev.fairlead.cli.line.LineStyle;
import dev.fairlead.cli.line.Seat;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jline.reader.impl.history.DefaultHistory;
import org.jspecify.annotations.Nullable;

/** The work of {@code fairlead chat}. */
final class Chatting {
    private static final String PROMPT = "> ";

    private final ChatWish wish;
    private final Surroundings surroundings;
    private final Function<Surroundings, Visit> visits;

    Chatting(ChatWish wish, Surroundings surroundings, Function<Surroundings, Visit> visits) {
        this.wish = wish;
        this.surroundings = surroundings;
        this.visits = visits;
    }

    ExitCode run() {
        var attempt = Attempt.begin();
        var visit = visits.apply(surroundings);
        return visit.stay(attempt, () -> begin(visit, attempt));
    }

    private ExitCode begin(Visit visit, Attempt attempt) {
        check(visit);
        var question = wish.question();
        if (question != null) {
            try (var chat = Chat.begin(wish, visit)) {
                return new OneQuestion(chat, visit).ask(attempt, question);
            }
        }
        boolean person =
                surroundings.desktop().attended() && surroundings.screen().isOutputTerminal();
        return person ? typed() : piped();
    }

    private void check(Visit visit) {
        if (wish.question() == null && visit.printsJson()) {
            throw new UsageException("--json prints one document, about one question; ask it with --once QUESTION");
        }
        if (wish.question() != null && wish.question().isBlank()) {
            throw new UsageException("--once needs a question, such as --once 'add 2 and 3'");
        }
        if (wish.steps() != null && wish.steps() < 0) {
            throw new UsageException("--max-steps %s: it cannot be less than 0".formatted(wish.steps()));
        }
        if (surroundings.serverCommand() != null && !wish.words().isEmpty()) {
            throw new UsageException("'%s' and the command after -- both name a server; drop one of them"
                    .formatted(wish.words().getFirst()));
        }
    }

    /** Every line is a question: as a script writes them, or a person whose answers go elsewhere than to the terminal. */
    private ExitCode piped() {
        var lines = surroundings.desktop().keyboard(surroundings.in(), surroundings.err());
        // One keyboard for lines and answers, so that none is taken for the other.
        var visit = visits.apply(
                surroundings.at(new Seat(surroundings.desktop(), () -> lines, () -> null), surroundings.in()));
        var prompt = surroundings.desktop().attended() ? PROMPT : "";
        try (var chat = Chat.begin(wish, visit)) {
            return new Conversation(chat, visit, () -> lines.line(prompt), Runnable::run).run();
        }
    }

    private ExitCode typed() {
        var opened = new AtomicReference<@Nullable Chat>();
        var thread = Thread.currentThread();
        var style = LineStyle.plain(
                new DefaultHistory(), new ChatProposals(opened::get), surroundings.interruption()::stopped);
        try (var editor = new LineEditor(style, () -> cancel(opened.get(), thread))) {
            var visit = visits.apply(
                    surroundings.at(Seat.at(editor, surroundings.desktop()), InputStream.nullInputStream()));
            editor.during(() -> opened.set(Chat.begin(wish, visit)));
            try (var chat = Objects.requireNonNull(opened.get())) {
                return new Conversation(chat, visit, () -> editor.line(PROMPT), editor::during).run();
            }
        } catch (IOException noTerminal) {
            throw new UsageException("the terminal cannot be used: " + noTerminal.getMessage(), noTerminal);
        }
    }

    /** Ends what a line does: the run, and else whatever is waited for. */
    private static void cancel(@Nullable Chat chat, Thread thread) {
        if (chat == null || !chat.stop()) {
            thread.interrupt();
        }
    }
}
