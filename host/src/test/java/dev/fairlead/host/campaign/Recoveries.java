package dev.fairlead.host.campaign;

import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.supervision.RestartPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How servers went and came back, as the host told it. */
final class Recoveries implements Consumer<HostEvent> {
    private static final Pattern ATTEMPT = Pattern.compile("attempt (\\d+) follows in");

    private final Map<String, List<HostEvent.StateChanged>> told = new ConcurrentHashMap<>();

    /**
     * One time that a server was lost and came back.
     *
     * @param step which step of the back-off it was, from 1
     * @param pause from the loss to the next attempt
     * @param start from there until it could be used
     */
    record Recovery(String server, int step, Instant lost, Duration pause, Duration start) {
        /** Returns the longest pause of this step, its jitter included. */
        Duration longest() {
            var policy = RestartPolicy.PROCESS;
            long base = Math.min(
                    policy.first().toMillis() << (step - 1), policy.longest().toMillis());
            return Duration.ofMillis(base + base / 2);
        }
    }

    @Override
    public void accept(HostEvent event) {
        if (event instanceof HostEvent.StateChanged changed) {
            told.computeIfAbsent(changed.server(), fresh -> new CopyOnWriteArrayList<>())
                    .add(changed);
        }
    }

    /** Returns when a server last became usable. */
    Instant lastReady(String server) {
        return told.getOrDefault(server, List.of()).stream()
                .filter(changed -> changed.state().equals("ready"))
                .map(HostEvent.StateChanged::at)
                .reduce(Instant.MIN, (one, other) -> other);
    }

    /** Returns all recoveries; whatever does not look like one is added to the faults. */
    List<Recovery> all(List<String> faults) {
        var found = new ArrayList<Recovery>();
        told.forEach((server, states) -> {
            int i = 0;
            while (i < states.size() && !states.get(i).state().equals("ready")) {
                i++; // How it started in the first place.
            }
            for (i++; i < states.size(); i += 3) {
                var recovery = i + 2 < states.size() ? recovery(states.subList(i, i + 3)) : null;
                if (recovery == null) {
                    faults.add("server %s did not go and come back in one step: %s"
                            .formatted(server, states.subList(i, Math.min(states.size(), i + 4))));
                    return;
                }
                found.add(recovery);
            }
        });
        return found;
    }

    private static @Nullable Recovery recovery(List<HostEvent.StateChanged> three) {
        var names = three.stream().map(HostEvent.StateChanged::state).toList();
        var attempt = ATTEMPT.matcher(String.valueOf(three.getFirst().reason()));
        if (!names.equals(List.of("waiting", "connecting", "ready")) || !attempt.find()) {
            return null;
        }
        var lost = three.get(0).at();
        var tried = three.get(1).at();
        return new Recovery(
                three.getFirst().server(),
                Integer.parseInt(attempt.group(1)) - 1,
                lost,
                Duration.between(lost, tried),
                Duration.between(tried, three.get(2).at()));
    }
}
