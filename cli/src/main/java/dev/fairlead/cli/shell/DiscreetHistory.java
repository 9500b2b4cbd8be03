package dev.fairlead.cli.shell;

import java.time.Instant;
import org.jline.reader.impl.history.DefaultHistory;

/** Remembers lines, but none that holds a secret. */
final class DiscreetHistory extends DefaultHistory {

    @Override
    public void add(Instant time, String line) {
        if (!SecretLines.holdSecret(line)) {
            super.add(time, line);
        }
    }
}
