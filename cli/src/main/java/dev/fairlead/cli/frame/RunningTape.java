package dev.fairlead.cli.frame;

import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.recording.BadRecordingException;
import dev.fairlead.host.recording.Recorder;
import dev.fairlead.wire.stdio.StdioTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The recording of a visit, where one was asked for. */
final class RunningTape implements Tape {
    private final Recorder recorder;
    private final Redactor redactor;
    private final Path file;
    private final Consumer<String> warn;
    private Redactor.@Nullable Hold secrets;

    private RunningTape(Recorder recorder, Redactor redactor, Path file, Consumer<String> warn) {
        this.recorder = recorder;
        this.redactor = redactor;
        this.file = file;
        this.warn = warn;
    }

    /**
     * Begins to record, or continues to.
     *
     * @param warn told what is missing in the end
     */
    static Tape to(Path file, Consumer<String> warn) {
        var redactor = Redactor.usual();
        try {
            return new RunningTape(Recorder.to(file, redactor), redactor, file, warn);
        } catch (BadRecordingException other) {
            throw new UsageException(other.getMessage() + "; name another file", other);
        } catch (IOException unwritable) {
            throw new UsageException(
                    "recording %s: cannot be written: %s".formatted(file, unwritable.getMessage()), unwritable);
        }
    }

    /** Also hides the values of the variables that a server is given. */
    @Override
    public Target of(Target target) {
        if (target.transport() instanceof StdioTransport process) {
            secrets = redactor.hold(process.command().environment().values());
        }
        return target.over(recorder.tap(target.transport()));
    }

    /** Ends the recording, and tells what is missing. */
    @Override
    public void close() {
        recorder.close();
        if (secrets != null) {
            secrets.close();
        }
        recorder.trouble()
                .ifPresent(
                        trouble -> warn.accept("recording %s ended early: %s".formatted(file, trouble.getMessage())));
        if (recorder.trouble().isEmpty() && recorder.left() > 0) {
            warn.accept("recording %s is full: %d messages are missing".formatted(file, recorder.left()));
        }
    }
}
