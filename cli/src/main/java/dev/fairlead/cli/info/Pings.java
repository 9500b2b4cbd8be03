package dev.fairlead.cli.info;

import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Milliseconds;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What came of several pings.
 *
 * @param failure why the answer to all of them is no; null where one was answered
 */
public record Pings(List<Ping> all, @Nullable Failure failure) implements Outcome {

    public Pings {
        all = List.copyOf(all);
    }

    @Override
    public void show(Page page) {
        var times = answered() == 0
                ? ""
                : "; min/avg/max %s / %s / %s"
                        .formatted(
                                Milliseconds.text(shortest()),
                                Milliseconds.text(average()),
                                Milliseconds.text(longest()));
        page.line("%s sent, %s answered%s".formatted(all.size(), answered(), times));
    }

    @Override
    public void tell(ObjectNode document) {
        document.put("sent", all.size()).put("answered", answered());
        document.put("minMs", Milliseconds.number(shortest()));
        document.put("avgMs", Milliseconds.number(average()));
        document.put("maxMs", Milliseconds.number(longest()));
        var list = document.putArray("pings");
        for (var ping : all) {
            var why = ping.failure();
            list.addObject()
                    .put("ms", Milliseconds.number(ping.took()))
                    .set("error", why == null ? null : why.toJson());
        }
    }

    /** Returns how many were answered. */
    int answered() {
        return (int) times().count();
    }

    /** Returns the shortest time; null where there is none. */
    @Nullable
    Duration shortest() {
        return times().min(Duration::compareTo).orElse(null);
    }

    /** Returns the longest time; null where there is none. */
    @Nullable
    Duration longest() {
        return times().max(Duration::compareTo).orElse(null);
    }

    /** Returns the mean time; null where there is none. */
    @Nullable
    Duration average() {
        int answered = answered();
        return answered == 0
                ? null
                : times().reduce(Duration.ZERO, Duration::plus).dividedBy(answered);
    }

    private Stream<Duration> times() {
        return all.stream().flatMap(ping -> Stream.ofNullable(ping.took()));
    }
}
