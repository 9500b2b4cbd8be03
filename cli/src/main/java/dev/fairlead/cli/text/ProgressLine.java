package dev.fairlead.cli.text;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One line that tells what is being waited for, and is gone afterwards.
 *
 * <p>Whatever else is printed meanwhile goes through {@link #print}, or follows {@link #clear}.
 */
public final class ProgressLine implements AutoCloseable {
    private static final long APART = TimeUnit.MILLISECONDS.toNanos(100);
    /** What is done sooner than this does not flicker. */
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(200);

    private static final String ERASE = "\r\u001b[K";

    /** How progress is told. */
    public enum Mode {
        /** On a terminal that can erase a line. */
        ANIMATED,
        /** One line for each step that matters. */
        STEPS,
        /** Not at all. */
        SILENT
    }

    private final PrintStream out;
    private final Mode mode;
    private final IntSupplier columns;
    private final Renderer renderer;
    private final LongSupplier clock;
    private final boolean painting;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // All guarded by lock.
    private @Nullable Work work;
    private @Nullable Thread painter;
    private boolean visible;
    private boolean held;
    private int suspended;
    private long paintAt;

    /** Makes a line on a stream; the columns are asked for whenever it is painted. */
    public ProgressLine(PrintStream out, Mode mode, IntSupplier columns, Theme theme) {
        this(out, mode, columns, theme, System::nanoTime, mode == Mode.ANIMATED);
    }

    /** With a clock of its own; without a painter somebody calls {@link #tick}. */
    ProgressLine(PrintStream out, Mode mode, IntSupplier columns, Theme theme, LongSupplier clock, boolean painting) {
        this.out = out;
        this.mode = mode;
        this.columns = columns;
        this.renderer = new Renderer(theme);
        this.clock = clock;
        this.painting = painting;
    }

    /** Begins to tell of something that takes time, in place of what was told before. */
    public void begin(String label) {
        lock.lock();
        try {
            erase();
            work = new Work(label, clock.getAsLong(), renderer.theme().glyphs());
            held = false;
            paintAt = clock.getAsLong() + PATIENCE;
            if (mode == Mode.STEPS) {
                out.print(renderer.render(StyledText.of(label)) + "\n");
                out.flush();
            }
            if (painting && painter == null) {
                painter = Thread.ofVirtual().name("progress").start(this::paintUntilTheEnd);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tells how far it is; a total that is not above zero is not known. */
    public void report(double done, double total, String message) {
        lock.lock();
        try {
            var current = work;
            if (current == null) {
                return;
            }
            boolean step = current.report(done, total, message);
            held = false;
            if (mode == Mode.STEPS && step) {
                out.print(renderer.render(current.step()) + "\n");
                out.flush();
            }
            tick();
        } finally {
            lock.unlock();
        }
    }

    /** Takes the line away until more is reported, so that something else can be printed. */
    public void clear() {
        lock.lock();
        try {
            erase();
            held = true;
        } finally {
            lock.unlock();
        }
    }

    /** Lets something else be printed where the line was; it comes back below that. */
    public void print(Runnable printing) {
        lock.lock();
        try {
            erase();
            paintAt = Math.max(paintAt, clock.getAsLong());
            printing.run();
        } finally {
            lock.unlock();
        }
    }

    /** Takes the line away until {@link #resume}, whatever is reported. */
    void suspend() {
        lock.lock();
        try {
            erase();
            suspended++;
        } finally {
            lock.unlock();
        }
    }

    /** Lets the line come back. */
    void resume() {
        lock.lock();
        try {
            suspended = Math.max(0, suspended - 1);
        } finally {
            lock.unlock();
        }
    }

    /** Ends what is told of, and takes the line away. */
    public void end() {
        lock.lock();
        try {
            erase();
            work = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        end();
    }

    /** Paints the line if that is due. */
    void tick() {
        lock.lock();
        try {
            long now = clock.getAsLong();
            if (work == null || mode != Mode.ANIMATED || held || suspended > 0 || now - paintAt < 0) {
                return;
            }
            paintAt = now + APART;
            visible = true;
            // A line as wide as the terminal would leave the cursor in the next one.
            var line = work.line(now)
                    .cut(Math.max(1, columns.getAsInt() - 1), renderer.theme().ellipsis());
            out.print(ERASE + renderer.render(line));
            out.flush();
        } finally {
            lock.unlock();
        }
    }

    private void paintUntilTheEnd() {
        lock.lock();
        try {
            while (work != null) {
                tick();
                var unused = changed.awaitNanos(APART);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            painter = null;
            lock.unlock();
        }
    }

    private void erase() {
        if (visible) {
            out.print(ERASE);
            out.flush();
            visible = false;
        }
    }
}
