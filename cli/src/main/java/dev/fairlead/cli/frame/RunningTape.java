package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.Count;
import dev.fairlead.host.recording.BadRecordingException;
import dev.fairlead.host.recording.Recorder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The recording of a visit, where one was asked for. */
final class RunningTape implements Tape {
    private final Recorder recorder;
    private final Path file;
    private final Consumer<String> warn;

    private RunningTape(Recorder recorder, Path file, Consumer<String> warn) {
        this.recorder = recorder;
        this.file = file;
        this.warn = warn;
    }

    /**
     * Begins to record, or continues to.
     *
     * @param discretion hides what nobody else should read
     * @param warn told what is missing in the end
     */
    static Tape to(Path file, Discretion discretion, Consumer<String> warn) {
        try {
            return new RunningTape(Recorder.to(file, discretion.redactor()), file, warn);
        } catch (BadRecordingException other) {
            throw new UsageException(other.getMessage() + "; name another file", other);
        } catch (IOException unwritable) {
            throw new UsageException(
                    "recording %s: cannot be written: %s".formatted(file, unwritable.getMessage()), unwritable);
        }
    }

    @Override
    public Target of(Target target) {
        return target.over(recorder.tap(target.transport()));
    }

    /** Ends the recording, and tells what is missing. */
    @Override
    public void close() {
        recorder.close();
        recorder.trouble()
                .ifPresent(
                        trouble -> warn.accept("recording %s ended early: %s".formatted(file, trouble.getMessage())));
        if (recorder.trouble().isEmpty() && recorder.left() > 0) {
            warn.accept("recording %s is full, and lacks %s".formatted(file, Count.of(recorder.left(), "message")));
        }
    }
}
