package dev.fairlead.cli.frame;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is said during a visit, recorded where somebody wants that. */
public interface Tape extends AutoCloseable {

    /** Nothing is recorded. */
    Tape NONE = new Tape() {
        @Override
        public Target of(Target target) {
            return target;
        }

        @Override
        public void close() {
            // Nothing was begun.
        }
    };

    /**
     * Begins to record, or continues to.
     *
     * @param file null for no recording
     * @param discretion hides what nobody else should read
     * @param warn told what is missing in the end
     */
    static Tape to(@Nullable Path file, @Nullable Discretion discretion, Consumer<String> warn) {
        return file == null || discretion == null ? NONE : RunningTape.to(file, discretion, warn);
    }

    /** Returns the same server, recorded. */
    Target of(Target target);

    /** Ends the recording, and tells what is missing. */
    @Override
    void close();
}
