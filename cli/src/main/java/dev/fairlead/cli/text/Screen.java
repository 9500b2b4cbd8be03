package dev.fairlead.cli.text;

import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What this program reads from and writes to; nothing is found out before it is asked. */
public final class Screen {
    private static final int USUAL_COLUMNS = 80;
    private static final int MOST_COLUMNS = 10_000;

    private final Map<String, String> environment;
    private final IntPredicate streams;
    private final IntSupplier size;
    private final String encoding;
    private volatile @Nullable Integer columns;

    /**
     * Makes a screen of facts that are given.
     *
     * @param environment the variables of this process
     * @param streams whether standard input, output or error (0, 1, 2) is a terminal
     * @param size the columns that the terminal tells; 0 where it does not
     * @param encoding the character set of the system
     */
    public Screen(Map<String, String> environment, IntPredicate streams, IntSupplier size, String encoding) {
        this.environment = Map.copyOf(environment);
        this.streams = streams;
        this.size = size;
        this.encoding = encoding;
    }

    /** Returns the screen of this process, with its variables. */
    public static Screen ofProcess(Map<String, String> environment) {
        return new Screen(
                environment, new StandardStreams(), new TerminalSize(), System.getProperty("native.encoding", ""));
    }

    /** Returns whether a person types what is read. */
    public boolean isInputTerminal() {
        return streams.test(0);
    }

    /** Returns whether a person sees what is written. */
    public boolean isOutputTerminal() {
        return streams.test(1);
    }

    /** Returns whether a person sees what is written about. */
    public boolean isErrorTerminal() {
        return streams.test(2);
    }

    /** Returns how wide the terminal is; finding out takes time, once. */
    public int columns() {
        var known = columns;
        if (known == null) {
            known = findColumns();
            columns = known;
        }
        return known;
    }

    /** Returns how wide standard output is: as the terminal, or without a limit. */
    public int outputWidth() {
        return isOutputTerminal() ? columns() : Width.UNLIMITED;
    }

    /** Returns whether signs beyond ASCII can be written. */
    public boolean isUnicode() {
        var locale = Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse(encoding)
                .toLowerCase(Locale.ROOT);
        return locale.contains("utf-8") || locale.contains("utf8");
    }

    /** Returns how text looks on standard output. */
    public Theme outputTheme(ColourChoice choice) {
        return Theme.of(choice, isOutputTerminal(), environment, isUnicode());
    }

    /** Returns how text looks on standard error. */
    public Theme errorTheme(ColourChoice choice) {
        return Theme.of(choice, isErrorTerminal(), environment, isUnicode());
    }

    /** Returns how progress is told on standard error. */
    public ProgressLine.Mode progress(boolean verbose) {
        if (isErrorTerminal() && !environment.getOrDefault("TERM", "").equals("dumb")) {
            return ProgressLine.Mode.ANIMATED;
        }
        return verbose ? ProgressLine.Mode.STEPS : ProgressLine.Mode.SILENT;
    }

    /** Returns how standard output shows pictures. */
    public Pictures.Protocol pictures() {
        return Pictures.protocol(isOutputTerminal(), environment);
    }

    private int findColumns() {
        var variable = environment.getOrDefault("COLUMNS", "");
        if (variable.matches("[1-9]\\d{0,4}")) {
            return Math.min(MOST_COLUMNS, Integer.parseInt(variable));
        }
        int told = size.getAsInt();
        return told > 0 ? Math.min(MOST_COLUMNS, told) : USUAL_COLUMNS;
    }
}
