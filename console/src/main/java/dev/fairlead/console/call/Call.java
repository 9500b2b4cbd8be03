package dev.fairlead.console.call;

import dev.fairlead.console.text.Shortened;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One call of a tool, from the wish to whatever became of it. What is over stays as it ended. Thread-safe. */
public final class Call {
    private static final int MOST_LINKS = 1_000;

    private volatile boolean givenUp;
    private final ReentrantLock lock = new ReentrantLock();
    private final String id;
    private final Wish wish;
    private final ResultShelf shelf;
    private final long startedAt = System.currentTimeMillis();

    // Guarded by lock.
    private final CallTimes times = new CallTimes(System.nanoTime());
    private ObjectNode arguments;
    private long argumentChars;
    private State state = State.PENDING;
    private @Nullable Progress progress;
    private @Nullable Ending ending;
    private final Set<String> rows = new LinkedHashSet<>();
    private final List<String> questions = new ArrayList<>();

    /** How a call can stand. */
    public enum State {
        /** Nothing happened yet. */
        PENDING("pending", false),
        /** Somebody has to decide. */
        APPROVAL("approval", false),
        /** It is made. */
        RUNNING("running", false),
        /** The tool answered. */
        SUCCESS("success", true),
        /** The tool answered that it failed. */
        ERROR("error", true),
        /** There was no answer. */
        FAILED("failed", true),
        /** Somebody gave it up. */
        CANCELLED("cancelled", true),
        /** It was not allowed. */
        DENIED("denied", true),
        /** It took too long. */
        TIMEOUT("timeout", true);

        private final String word;
        private final boolean over;

        State(String word, boolean over) {
            this.word = word;
            this.over = over;
        }

        /** Returns what the page calls it. */
        public String word() {
            return word;
        }

        /** Tells whether nothing more becomes of it. */
        public boolean over() {
            return over;
        }
    }

    /**
     * What is to be called, and for whom.
     *
     * @param server by its configured name
     * @param serverId as the page names it
     * @param tool as its server calls it
     * @param by {@code you}, {@code model} or {@code app}
     * @param timeoutMillis how long it may take; 0 for what is usual
     */
    public record Wish(
            String server,
            String serverId,
            String tool,
            ObjectNode arguments,
            String by,
            @Nullable String chat,
            @Nullable String appUri,
            long timeoutMillis,
            @Nullable String rerunOf) {
        Wish withApp(@Nullable String uri) {
            return uri == null || appUri != null
                    ? this
                    : new Wish(server, serverId, tool, arguments, by, chat, uri, timeoutMillis, rerunOf);
        }
    }

    /**
     * What a call ends with.
     *
     * @param small little of the result, which is kept when all of it is not any more
     */
    record Ending(
            State state,
            @Nullable ObjectNode small,
            long smallChars,
            long bytes,
            @Nullable ObjectNode error,
            boolean checked,
            List<String> violations) {}

    Call(String id, Wish wish, ResultShelf shelf) {
        this.id = id;
        this.wish = wish;
        this.shelf = shelf;
        this.arguments = wish.arguments();
        this.argumentChars = Json.write(arguments).length();
    }

    /** Returns its id. */
    public String id() {
        return id;
    }

    /** Returns what was wished for. */
    public Wish wish() {
        return wish;
    }

    long startedNanos() {
        return locked(times::began);
    }

    /** Returns the state. */
    public State state() {
        return locked(() -> state);
    }

    /** Tells whether nothing more becomes of it. */
    public boolean over() {
        return state().over();
    }

    /** Returns what it is called with. */
    public ObjectNode arguments() {
        return locked(() -> arguments);
    }

    /** Goes on; tells whether it did, which what is over does not. */
    boolean state(State now) {
        return locked(() -> {
            if (state.over()) {
                return false;
            }
            state = now;
            return true;
        });
    }

    void edited(ObjectNode now) {
        locked(() -> {
            arguments = now;
            argumentChars = Json.write(now).length();
            return true;
        });
    }

    /** Notes when somebody was waited for. */
    public void waited(long fromNanos, long toNanos) {
        locked(() -> {
            times.waited(fromNanos, toNanos);
            return true;
        });
    }

    void progress(Progress now) {
        locked(() ->
                progress = new Progress(now.progress(), now.total(), Shortened.maybe(now.message(), Shortened.LINE)));
    }

    @Nullable
    Progress progress() {
        return locked(() -> progress);
    }

    void sent(String row, boolean tool, long atNanos) {
        locked(() -> {
            if (rows.size() < MOST_LINKS) {
                rows.add(row);
            }
            if (tool) {
                times.sent(row, atNanos);
            }
            return true;
        });
    }

    void answered(String row, long tookNanos) {
        locked(() -> {
            times.answered(row, tookNanos);
            return true;
        });
    }

    void asked(String question) {
        locked(() -> questions.size() < MOST_LINKS && questions.add(question));
    }

    /** Notes whether somebody wants it to end, so that its end is no failure. */
    void giveUp(boolean wanted) {
        givenUp = wanted;
    }

    boolean givenUp() {
        return givenUp;
    }

    /** Ends; tells whether it did, which it does only once. */
    boolean end(Ending with) {
        return locked(() -> {
            if (state.over()) {
                return false;
            }
            state = with.state;
            ending = with;
            times.end(System.nanoTime());
            return true;
        });
    }

    /** Returns how long the server took, in milliseconds, without what people took. */
    public double latencyMs() {
        return locked(times::latency);
    }

    /** Returns about how many characters of it are kept. */
    long weight() {
        return locked(() -> argumentChars + (ending == null ? 0 : ending.smallChars));
    }

    /** Returns all of it, with as much of the result as a page should be sent at once. */
    public ObjectNode toJson() {
        return locked(() -> {
            var little = ending == null ? null : ending.small;
            return json(little == null ? null : shelf.shown(id).orElse(little));
        });
    }

    /** Returns all of it, with little of the result. */
    public ObjectNode toSmallJson() {
        return locked(() -> json(ending == null ? null : ending.small));
    }

    private ObjectNode json(@Nullable ObjectNode shown) {
        var json = Json.object()
                .put("id", id)
                .put("server", wish.serverId())
                .put("tool", Shortened.of(wish.tool(), Shortened.NAME));
        json.set("arguments", arguments);
        json.put("state", state.word()).put("startedAt", startedAt);
        times.toJson(json);
        if (ending != null && ending.bytes >= 0) {
            json.put("bytes", ending.bytes);
        } else {
            json.putNull("bytes");
        }
        if (progress == null) {
            json.putNull("progress");
        } else {
            progress(json.putObject("progress"), progress);
        }
        json.set("result", shown);
        json.set("error", ending == null ? null : ending.error);
        json.put("by", wish.by()).put("chat", wish.chat());
        texts(json.putArray("traffic"), rows::forEach);
        texts(json.putArray("questions"), questions::forEach);
        var schema = json.putObject("schema").put("checked", ending != null && ending.checked);
        texts(schema.putArray("violations"), each -> {
            if (ending != null) {
                ending.violations.forEach(each);
            }
        });
        if (wish.appUri() == null) {
            json.putNull("app");
        } else {
            json.putObject("app").put("uri", wish.appUri());
        }
        return json.put("rerunOf", wish.rerunOf());
    }

    static void progress(ObjectNode json, Progress progress) {
        json.put("progress", progress.progress()).put("total", progress.total()).put("message", progress.message());
    }

    private static void texts(ArrayNode list, Consumer<Consumer<String>> each) {
        each.accept(list::add);
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
