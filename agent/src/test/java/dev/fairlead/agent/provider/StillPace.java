package dev.fairlead.agent.provider;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Time that passes only when somebody waits. */
final class StillPace implements Pace {
    private final List<Duration> pauses = new ArrayList<>();

    @Override
    public Duration now() {
        return pauses.stream().reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void pause(Duration length) {
        pauses.add(length);
    }

    List<Duration> pauses() {
        return pauses;
    }
}
