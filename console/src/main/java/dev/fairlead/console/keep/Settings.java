package dev.fairlead.console.keep;

import dev.fairlead.agent.Budget;
import dev.fairlead.console.event.Broadcast;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What somebody set in the page. Thread-safe. */
public final class Settings {
    /** How the page may look. */
    public static final List<String> THEMES = List.of("auto", "light", "dark");

    /** The longest that somebody may let calls take. */
    public static final Duration LONGEST_CALL = Duration.ofDays(1);

    /** The most steps that somebody may let a model take. */
    public static final int MOST_STEPS = 100;

    private static final String NAME = "settings";
    private static final String MODEL = "model";
    private static final String THEME = "theme";
    private static final String TIMEOUT = "callTimeoutMs";
    private static final String STEPS = "maxSteps";

    private final Keep keep;
    private final Broadcast broadcast;
    private final ReentrantLock lock = new ReentrantLock();
    private final ObjectNode json; // guarded by lock

    /** Reads what is kept, or begins with what is usual. */
    public Settings(Keep keep, Broadcast broadcast) {
        this.keep = keep;
        this.broadcast = broadcast;
        this.json = with(keep.read(NAME));
    }

    /** Returns what is usual, changed by what is kept; what nobody could have set in the page does not count. */
    private static ObjectNode with(Optional<JsonNode> kept) {
        var json = Json.object()
                .putNull(MODEL)
                .put(THEME, THEMES.getFirst())
                .put(TIMEOUT, 0)
                .put(STEPS, Budget.USUAL.steps());
        kept.ifPresent(all -> all.properties().forEach(member -> {
            if (fits(member.getKey(), member.getValue())) {
                json.set(member.getKey(), member.getValue());
            }
        }));
        return json;
    }

    private static boolean fits(String name, JsonNode value) {
        return switch (name) {
            case MODEL -> value.isNull() || value.isString();
            case THEME -> value.isString() && THEMES.contains(value.stringValue());
            case TIMEOUT -> isWithin(value, 0, LONGEST_CALL.toMillis());
            case STEPS -> isWithin(value, 1, MOST_STEPS);
            default -> false;
        };
    }

    private static boolean isWithin(JsonNode value, long least, long most) {
        return value.isIntegralNumber()
                && value.canConvertToLong()
                && value.longValue() >= least
                && value.longValue() <= most;
    }

    /** Returns how many steps a model may take by what a folder of a console keeps, and whether somebody set that. */
    public static Steps stepsIn(Path folder) throws UnreadException {
        var kept = Keep.look(folder, NAME);
        boolean chosen = kept.filter(all -> fits(STEPS, all.path(STEPS))).isPresent();
        return new Steps(steps(with(kept)), chosen);
    }

    /**
     * How many steps a model may take.
     *
     * @param chosen whether somebody set it
     */
    public record Steps(int most, boolean chosen) {}

    private static int steps(ObjectNode json) {
        return json.path(STEPS).intValue();
    }

    /** Returns all of it. */
    public ObjectNode all() {
        lock.lock();
        try {
            return json.deepCopy();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the model that is asked where nobody chose for a conversation; null for the usual one. */
    public @Nullable String model() {
        var model = all().path(MODEL);
        return model.isString() ? model.stringValue() : null;
    }

    /** Returns how many steps a model may take. */
    public int steps() {
        return steps(all());
    }

    /** Returns how long calls may take; 0 for what is usual. */
    public long callTimeout() {
        return all().path(TIMEOUT).longValue();
    }

    /** Changes something that was checked. */
    public void change(Consumer<ObjectNode> change) {
        ObjectNode now;
        lock.lock();
        try {
            now = json.deepCopy();
            change.accept(now);
            keep.write(NAME, now);
            json.setAll(now);
            broadcast.tell(NAME, now);
        } finally {
            lock.unlock();
        }
    }
}
