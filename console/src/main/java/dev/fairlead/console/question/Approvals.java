package dev.fairlead.console.question;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.protocol.rpc.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls that wait for somebody's yes or no. Thread-safe. */
public final class Approvals {
    private final Broadcast broadcast;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Card> cards = new LinkedHashMap<>(); // guarded by lock

    /**
     * What somebody decided.
     *
     * @param word {@code once}, {@code chat}, {@code tool}, {@code server} or {@code deny}
     * @param arguments others than those that were asked about; null for the same
     */
    public record Decision(
            String word, String reason, @Nullable ObjectNode arguments) {}

    private record Card(ObjectNode json, ApprovalRequest request, Consumer<Decision> decided) {}

    /** Makes one at which nobody waits. */
    public Approvals(Broadcast broadcast) {
        this.broadcast = broadcast;
    }

    /**
     * Asks.
     *
     * @param decided is told what was decided, once, on the thread of whoever decides
     * @return by which the question can be taken back
     */
    public String ask(
            String call,
            @Nullable String chat,
            @Nullable String app,
            ApprovalRequest request,
            Consumer<Decision> decided) {
        var id = "a-" + UUID.randomUUID();
        var tool = request.definition().tool();
        var json = Json.object()
                .put("id", id)
                .put("call", call)
                .put("chat", chat)
                .put("app", app)
                .put("server", ServerIds.of(request.server()))
                .put("tool", tool.name());
        json.set("arguments", request.arguments());
        json.put("description", tool.description());
        var hints = tool.hints();
        json.putObject("hints")
                .put("readOnly", hints.readOnlyHint())
                .put("destructive", hints.destructiveHint())
                .put("idempotent", hints.idempotentHint())
                .put("openWorld", hints.openWorldHint());
        json.put(
                "why",
                switch (request.reason()) {
                    case ApprovalRequest.Reason.FirstUse first -> "first-use";
                    case ApprovalRequest.Reason.Changed changed -> "changed";
                    case ApprovalRequest.Reason.Rule rule -> "rule";
                });
        json.put("at", System.currentTimeMillis());
        lock.lock();
        try {
            cards.put(id, new Card(json, request, decided));
        } finally {
            lock.unlock();
        }
        broadcast.tell("approval", json);
        return id;
    }

    /** Returns what is asked; refuses if nobody asks it any more. */
    public ApprovalRequest request(String id) {
        lock.lock();
        try {
            return Optional.ofNullable(cards.get(id)).map(Card::request).orElseThrow(Approvals::gone);
        } finally {
            lock.unlock();
        }
    }

    /** Decides; the first decision counts. */
    public void decide(String id, Decision decision) {
        var card = take(id).orElseThrow(Approvals::gone);
        broadcast.tell("approval-gone", Json.object().put("id", id).put("decision", decision.word()));
        card.decided.accept(decision);
    }

    /** Takes a question back that nobody needs to answer any more. */
    public void withdraw(String id) {
        if (take(id).isPresent()) {
            broadcast.tell("approval-gone", Json.object().put("id", id).put("decision", "withdrawn"));
        }
    }

    /** Returns all that is asked. */
    public ArrayNode all() {
        var list = Json.array();
        lock.lock();
        try {
            cards.values().forEach(card -> list.add(card.json));
        } finally {
            lock.unlock();
        }
        return list;
    }

    private Optional<Card> take(String id) {
        lock.lock();
        try {
            return Optional.ofNullable(cards.remove(id));
        } finally {
            lock.unlock();
        }
    }

    private static Refusal gone() {
        return new Refusal(409, "no-such-approval", "This was decided already, or nobody waits for it any more.");
    }
}
