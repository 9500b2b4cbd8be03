package dev.fairlead.cli.line;

import dev.fairlead.cli.question.Keyboard;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.protocol.error.McpException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jline.keymap.KeyMap;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.LineReaderImpl;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Curses;
import org.jline.utils.InfoCmp.Capability;
import org.jspecify.annotations.Nullable;

/** Lines that a person types, with history and completion. Ctrl-C ends what a line does, and nothing else. */
public final class LineEditor implements AutoCloseable {
    private static final String INTERRUPT = "fairlead-interrupt";
    private static final char UNSEEN = 0; // Not even how much is typed.
    private static final int PATIENCE_SECONDS = 3;
    private static final int MOST_WAITING = 100;
    private static final int MOST_HISTORY = 5_000;

    private final Terminal terminal;
    private final LineReader reader;
    private final LineReader questions;
    private final BooleanSupplier over;
    private final Runnable cancel;
    private final byte[] calming;
    private final Attributes original;
    private final KeyWatch keys;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<String> waiting = new ArrayDeque<>(); // guarded by lock

    /**
     * Opens the terminal of this process.
     *
     * @param cancel ends what a line does
     */
    public LineEditor(LineStyle style, Runnable cancel) throws IOException {
        this.over = style.over();
        this.cancel = cancel;
        this.terminal = TerminalBuilder.builder()
                .system(true)
                .dumb(true)
                .graphemeCluster(false)
                .nativeSignals(true)
                .build();
        this.calming = calming(terminal);
        this.original = terminal.getAttributes();
        var quiet = new Attributes(original);
        quiet.setControlChar(Attributes.ControlChar.VINTR, 0);
        terminal.setAttributes(quiet);
        this.keys = new KeyWatch(terminal, cancel);
        terminal.handle(Terminal.Signal.INT, signal -> Thread.ofVirtual().start(cancel));
        var builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("fairlead")
                .parser(style.parser())
                .history(style.history())
                .completer((ignored, line, candidates) -> candidates.addAll(
                        candidates(style.proposals(), line.words().subList(0, line.wordIndex()), line.word())))
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, "> ")
                .variable(LineReader.HISTORY_SIZE, MOST_HISTORY)
                .variable(LineReader.HISTORY_FILE_SIZE, MOST_HISTORY)
                .variable(LineReader.BELL_STYLE, "none")
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.HISTORY_IGNORE_SPACE, true)
                .option(LineReader.Option.HISTORY_TIMESTAMPED, false)
                .option(LineReader.Option.BRACKETED_PASTE, true)
                .option(LineReader.Option.AUTO_FRESH_LINE, false);
        this.reader =
                (style.file() == null ? builder : builder.variable(LineReader.HISTORY_FILE, style.file())).build();
        this.questions = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("fairlead")
                .variable(LineReader.BELL_STYLE, "none")
                .variable(LineReader.DISABLE_HISTORY, true)
                .variable(LineReader.DISABLE_COMPLETION, true)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .parser(new PlainParser())
                .build();
        interruptible(reader);
        interruptible(questions);
    }

    /** Waits for the next whole line; null where there will be no more. */
    public @Nullable String line(String prompt) {
        flush();
        var shown = Sanitizer.line(prompt).replace("%", "%%");
        while (true) {
            try {
                return reader.readLine(shown);
            } catch (UserInterruptException again) {
                // A line that was cancelled while it ended may leave an interruption behind.
                boolean late = Thread.interrupted();
                assert late || !Thread.currentThread().isInterrupted();
                if (over.getAsBoolean()) {
                    return null;
                }
            } catch (EndOfFileException over) {
                return null;
            }
        }
    }

    /** Has Ctrl-C, which the terminal leaves to us, end the reading of a line. */
    private static void interruptible(LineReader lines) {
        lines.getWidgets().put(INTERRUPT, () -> {
            throw new UserInterruptException(lines.getBuffer().toString());
        });
        lines.getKeyMaps().values().forEach(map -> map.bind(new Reference(INTERRUPT), KeyMap.ctrl('C')));
    }

    /** Does what a line says, and meanwhile listens for whoever wants it to end. */
    public void during(Runnable work) {
        var typed = keys.during(work);
        if (!typed.isEmpty()) {
            reader.runMacro(typed);
        }
    }

    /** Tells something beside the answers. */
    public void tell(String sentence) {
        lock.lock();
        try {
            if (reader.isReading()) {
                reader.printAbove("fairlead: " + Sanitizer.line(sentence));
            } else if (waiting.size() < MOST_WAITING) {
                waiting.add(sentence);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tells what was to be told while a line was run. */
    private void flush() {
        lock.lock();
        try {
            waiting.forEach(sentence -> terminal.writer().println("fairlead: " + Sanitizer.line(sentence)));
            waiting.clear();
            terminal.flush();
        } finally {
            lock.unlock();
        }
    }

    /** Returns where the person types who is asked something while a line is run. */
    public Keyboard keyboard() {
        return asking(null);
    }

    /** Returns where that person types what is not shown. */
    public Keyboard hidden() {
        return asking(UNSEEN);
    }

    private Keyboard asking(@Nullable Character mask) {
        return new Keyboard() {
            @Override
            public @Nullable String line(String prompt) throws InterruptedException {
                return asked(prompt, mask, false);
            }

            @Override
            public @Nullable String answer(String prompt) throws InterruptedException {
                return asked(prompt, mask, true);
            }
        };
    }

    private @Nullable String asked(String prompt, @Nullable Character mask, boolean fresh) throws InterruptedException {
        keys.reading().lockInterruptibly();
        try {
            if (fresh) {
                keys.drop();
            }
            return questions.readLine(prompt.replace("%", "%%"), mask);
        } catch (UserInterruptException stopped) {
            if (!Thread.interrupted()) {
                Thread.ofVirtual().start(cancel); // Somebody pressed Ctrl-C.
            }
            throw new InterruptedException("the question was given up");
        } catch (EndOfFileException over) {
            return null;
        } finally {
            keys.reading().unlock();
        }
    }

    @Override
    public void close() {
        try {
            calm();
            terminal.setAttributes(original);
            terminal.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /**
     * Takes back what reading a line asks of a terminal. A reading that is interrupted does not, and when the process is
     * told to end the library closes the terminal by itself, which takes nothing from then on: so this goes past it.
     */
    private void calm() throws IOException {
        var out = new FileOutputStream(FileDescriptor.out); // Not to be closed: it is everybody's.
        out.write(calming);
    }

    private static byte[] calming(Terminal terminal) {
        if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
            return new byte[0];
        }
        var keys = terminal.getStringCapability(Capability.keypad_local);
        var end = LineReaderImpl.BRACKETED_PASTE_OFF + (keys == null ? "" : Curses.tputs(keys));
        return end.getBytes(StandardCharsets.US_ASCII);
    }

    /** A server may be asked; nobody wants to wait for that at every key. */
    private static List<Candidate> candidates(LineStyle.Proposals proposals, List<String> before, String typed) {
        var asking = new FutureTask<>(() -> proposals.propose(before, typed));
        Thread.ofVirtual().name("fairlead-completion").start(asking);
        try {
            var candidates = new ArrayList<Candidate>();
            for (var proposal : asking.get(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                candidates.add(new Candidate(
                        proposal.value(),
                        proposal.value(),
                        null,
                        proposal.about().isEmpty() ? null : Sanitizer.line(proposal.about()),
                        null,
                        null,
                        !proposal.open()));
            }
            return candidates;
        } catch (ExecutionException unknown) {
            if (unknown.getCause() instanceof McpException) {
                return List.of(); // A server that cannot say what it has proposes nothing.
            }
            throw new IllegalStateException(unknown.getCause());
        } catch (TimeoutException slow) {
            asking.cancel(true);
            return List.of();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }
}
