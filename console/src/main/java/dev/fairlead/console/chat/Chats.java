package dev.fairlead.console.chat;

import dev.fairlead.agent.Agent;
import dev.fairlead.agent.AgentRun;
import dev.fairlead.agent.Budget;
import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.tool.ToolBelt;
import dev.fairlead.console.call.AppLink;
import dev.fairlead.console.call.Calls;
import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.keep.Saver;
import dev.fairlead.console.keep.Settings;
import dev.fairlead.console.model.Models;
import dev.fairlead.console.question.Approvals;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.Host;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The conversations of a console. */
public final class Chats implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Chats.class.getName());
    private static final String GROUP = "chats";
    private static final int MOST = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration FIRST_CONNECTIONS = Duration.ofSeconds(1); // Somebody looks at the page.

    private final Host host;
    private final Models models;
    private final Settings settings;
    private final Calls calls;
    private final Approvals approvals;
    private final Broadcast broadcast;
    private final Saver saver;
    private final Map<String, Chat> chats = new ConcurrentHashMap<>();
    private final Map<String, Seat> seats = new ConcurrentHashMap<>();

    /** An agent, which remembers what is allowed in its conversation, and the run that it is at. */
    private record Seat(String modelId, Model model, int steps, Agent agent, AtomicReference<@Nullable ChatRun> run) {
        boolean isFor(String otherModel, int otherSteps) {
            return modelId.equals(otherModel) && steps == otherSteps;
        }
    }

    /** Reads those that are kept. */
    public Chats(
            Host host,
            Models models,
            Settings settings,
            Calls calls,
            Approvals approvals,
            Broadcast broadcast,
            Keep keep,
            Saver saver) {
        this.host = host;
        this.models = models;
        this.settings = settings;
        this.calls = calls;
        this.approvals = approvals;
        this.broadcast = broadcast;
        this.saver = saver;
        for (var name : keep.names(GROUP)) {
            var id = name.substring(GROUP.length() + 1);
            keep.read(name).ifPresent(json -> {
                try {
                    chats.put(id, Chat.from(id, json, broadcast, calls));
                } catch (RuntimeException unreadable) {
                    LOG.log(
                            Level.WARNING,
                            "Conversation '%s' cannot be read and stays as it is".formatted(id),
                            unreadable);
                }
            });
        }
    }

    /** Returns the heads of all, newest first. */
    public ArrayNode heads() {
        var list = Json.array();
        chats.values().stream()
                .map(Chat::head)
                .sorted(Comparator.comparingLong(
                                (ObjectNode head) -> head.path("at").asLong(0))
                        .reversed())
                .forEach(list::add);
        return list;
    }

    /** Begins a conversation, and returns its id. */
    public String create(Optional<String> model, Optional<List<String>> servers) {
        if (chats.size() >= MOST) {
            throw new Refusal(409, "too-many", "There are %s conversations already; delete some.".formatted(MOST));
        }
        var chat = new Chat(UUID.randomUUID().toString(), broadcast, calls);
        chats.put(chat.id(), chat);
        chat.describe(Optional.empty(), model.map(this::known));
        chat.invite(servers);
        saver.now(name(chat), chat.toKeep());
        return chat.id();
    }

    /** Gives a conversation another title or model. */
    public void change(String id, Optional<String> title, Optional<String> model) {
        var chat = find(id);
        chat.describe(title, model.map(name -> name.isEmpty() ? name : known(name)));
        keep(chat);
    }

    /** Sets which servers take part in a conversation; empty for all. */
    public void invite(String id, Optional<List<String>> servers) {
        var chat = find(id);
        chat.invite(servers);
        keep(chat);
    }

    /** Deletes a conversation; stops what goes on in it. */
    public void delete(String id) throws InterruptedException {
        var chat = Optional.ofNullable(chats.remove(id)).orElseThrow(Chats::missing);
        try {
            // Before anything is waited for: the console may end meanwhile.
            saver.remove(name(chat));
        } catch (RuntimeException failure) {
            chats.put(id, chat);
            throw failure;
        }
        try {
            var run = chat.close();
            if (run.isPresent()) {
                run.get().stop();
                boolean over = run.get().await(PATIENCE);
                if (!over) {
                    LOG.log(Level.WARNING, "A conversation is deleted although its model does not stop");
                }
            }
        } finally {
            seats.remove(id);
            chat.leave();
        }
    }

    /** Returns all of a conversation. */
    public ObjectNode show(String id) {
        return find(id).toJson();
    }

    /**
     * Says something to the model.
     *
     * @param shown what stands in the conversation
     * @param parts makes what the model is told, for this model
     */
    public void send(String id, String shown, Asking parts) throws InterruptedException {
        var chat = find(id);
        var seat = seat(chat);
        var told = parts.parts(seat.model);
        begin(chat, seat, shown, agent -> agent.run(chat.transcript(), told));
    }

    /** Makes what a model is told of what a person says. */
    @FunctionalInterface
    public interface Asking {
        /** Returns it, for a model. */
        List<Part> parts(Model model) throws InterruptedException;
    }

    /** Goes on where the model had used up its steps, or was stopped. */
    public void resume(String id) {
        var chat = find(id);
        if (chat.transcript().turns().isEmpty()) {
            throw new Refusal(409, "nothing-to-continue", "Nothing was said in this conversation yet.");
        }
        begin(chat, seat(chat), null, agent -> agent.resume(chat.transcript()));
    }

    private void begin(Chat chat, Seat seat, @Nullable String shown, Function<Agent, AgentRun> begin) {
        var run = new ChatRun(chat, calls, approvals, host, () -> keep(chat), () -> keepNow(chat));
        var transcript = chat.transcript(); // Before the run is there, which would be asked for its own.
        if (!chat.begin(run, seat.steps, tokens(chat, seat.model))) {
            throw new Refusal(409, "running", "The model is still at work; stop it first, or wait.");
        }
        seat.run.set(run);
        if (shown != null) {
            chat.titled(shown);
            chat.add(ChatItem.of("user", shown));
        }
        keep(chat);
        LOG.log(Level.DEBUG, "A run begins after {0} turns", transcript.turns().size());
        run.start(seat.agent, begin);
    }

    /** Stops the model and the calls that it makes. */
    public void stop(String id) {
        find(id).running()
                .orElseThrow(() -> new Refusal(409, "not-running", "The model is not at work here."))
                .stop();
    }

    private Seat seat(Chat chat) {
        var id = Optional.ofNullable(chat.model())
                .or(() -> Optional.ofNullable(settings.model()))
                .orElseGet(models::usual);
        int steps = settings.steps();
        return seats.compute(
                chat.id(),
                (key, before) -> before != null && before.isFor(id, steps) ? before : seat(chat, id, before));
    }

    /** Another model, or another limit, is no other conversation: what is allowed in it stays. */
    private Seat seat(Chat chat, String id, @Nullable Seat before) {
        var model = before != null && before.modelId.equals(id) ? before.model : made(id);
        int steps = settings.steps();
        var budget = Budget.USUAL.withSteps(steps);
        if (before != null) {
            return new Seat(id, model, steps, before.agent.with(model, budget), before.run);
        }
        var current = new AtomicReference<@Nullable ChatRun>();
        var agent = Agent.builder(host, model)
                .budget(budget)
                .tools(tool -> chosen(chat, tool))
                .calls(() -> Calls.limited(settings.callTimeout()))
                .patience(FIRST_CONNECTIONS)
                .watch((call, work) -> {
                    var run = current.get();
                    return run == null ? work.get() : run.during(call, work);
                })
                .build();
        return new Seat(id, model, steps, agent, current);
    }

    private static boolean chosen(Chat chat, OfferedTool tool) {
        return chat.has(ServerIds.of(tool.server())) && AppLink.forModels(tool.definition());
    }

    private long tokens(Chat chat, Model model) {
        var traits = model.traits();
        return ToolBelt.of(host.catalog().tools(), traits.dialect(), traits.mostTools(), tool -> chosen(chat, tool))
                .tokens();
    }

    private Model made(String id) {
        try {
            return models.model(id);
        } catch (ModelException unusable) {
            throw new Refusal(409, "model-not-ready", String.valueOf(unusable.getMessage())).in("model");
        }
    }

    private String known(String id) {
        if (models.all().stream().noneMatch(model -> model.id().equals(id))) {
            throw new Refusal(400, "no-such-model", "There is no model '%s'.".formatted(id)).in("model");
        }
        return id;
    }

    private Chat find(String id) {
        return Optional.ofNullable(chats.get(id)).orElseThrow(Chats::missing);
    }

    private static Refusal missing() {
        return Refusal.missing("no-such-chat", "There is no such conversation.");
    }

    private void keep(Chat chat) {
        // In one step with looking for it: what is deleted meanwhile must not be kept again.
        var ignored = chats.computeIfPresent(chat.id(), (id, known) -> {
            saver.later(name(known), known::toKeep);
            return known;
        });
    }

    private void keepNow(Chat chat) {
        var ignored = chats.computeIfPresent(chat.id(), (id, known) -> {
            saver.now(name(known), known.toKeep());
            return known;
        });
    }

    private static String name(Chat chat) {
        return GROUP + "/" + chat.id();
    }

    /** Stops every model, and waits until what they said is in their conversations. */
    @Override
    public void close() {
        var runs = chats.values().stream()
                .map(Chat::close)
                .flatMap(Optional::stream)
                .toList();
        runs.forEach(ChatRun::stop);
        var deadline = Deadline.after(PATIENCE);
        try {
            for (var run : runs) {
                if (!run.await(deadline.remaining())) {
                    LOG.log(Level.WARNING, "A model does not stop, and what it said last may be lost");
                }
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
