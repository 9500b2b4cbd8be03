package dev.fairlead.console.question;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.text.Shortened;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.DefinitionDiff;
import dev.fairlead.protocol.rpc.Json;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls that wait for somebody's yes or no. Thread-safe. */
public final class Approvals {
    private static final String WITHDRAWN = "withdrawn";

    private final Broadcast broadcast;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by lock.
    private final Map<String, Card> cards = new LinkedHashMap<>();
    private final Set<String> deciding = new HashSet<>(); // what somebody is deciding at the moment

    /**
     * What somebody decided.
     *
     * @param word {@code once}, {@code chat}, {@code tool}, {@code server} or {@code deny}
     * @param arguments others than those that were asked about; null for the same
     */
    public record Decision(
            String word, String reason, @Nullable ObjectNode arguments) {}

    private record Card(ObjectNode json, ApprovalRequest request, Predicate<Decision> decided) {}

    /** Makes one at which nobody waits. */
    public Approvals(Broadcast broadcast) {
        this.broadcast = broadcast;
    }

    /**
     * Asks.
     *
     * @param decided is told what was decided, once, on the thread of whoever decides; says whether anybody still waited
     * @return by which the question can be taken back
     */
    public String ask(
            String call,
            @Nullable String chat,
            @Nullable String app,
            ApprovalRequest request,
            Predicate<Decision> decided) {
        var id = "a-" + UUID.randomUUID();
        var tool = request.definition().tool();
        var json = Json.object()
                .put("id", id)
                .put("call", call)
                .put("chat", chat)
                .put("app", app)
                .put("server", ServerIds.of(request.server()))
                .put("tool", Shortened.of(tool.name(), Shortened.NAME));
        json.set("arguments", request.arguments());
        Shortened.words(json, "description", tool.description());
        // What a yes approves; the difference alone is an excerpt, and so is the description.
        if (isShownWhole(request)) {
            json.set("definition", tool.toJson());
        } else {
            json.putNull("definition")
                    .put("definitionCut", request.definition().text().length());
        }
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
        json.put("ruled", request.ruled());
        if (request.reason() instanceof ApprovalRequest.Reason.Changed(var diff)) {
            json.set("difference", difference(diff));
        }
        json.put("at", System.currentTimeMillis());
        lock.lock();
        try {
            cards.put(id, new Card(json, request, decided));
            broadcast.tell("approval", json);
        } finally {
            lock.unlock();
        }
        return id;
    }

    /** Its texts are short and fit to be shown: whoever compares definitions sees to that. */
    private static ObjectNode difference(DefinitionDiff diff) {
        var json = Json.object();
        var changes = json.putArray("changes");
        diff.changes()
                .forEach(change -> changes.addObject()
                        .put("pointer", change.pointer())
                        .put("before", change.before())
                        .put("after", change.after())
                        .put("remark", change.remark()));
        return json.put("left", diff.left());
    }

    /** Returns what is asked; refuses if nobody asks it any more. */
    public ApprovalRequest request(String id) {
        lock.lock();
        try {
            return waiting(id).request;
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether a question was asked in a conversation; refuses if nobody asks it any more. */
    public boolean inChat(String id) {
        lock.lock();
        try {
            return waiting(id).json.path("chat").isString();
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether a page shows all of a tool's definition; nobody agrees to one that it cannot show. */
    private static boolean isShownWhole(ApprovalRequest request) {
        return request.definition().text().length() <= Shortened.WHOLE;
    }

    /**
     * Decides; the first decision counts, as long as somebody waits for one. One that fails, as it cannot be kept, has not been
     * made: the question is asked again.
     */
    public void decide(String id, Decision decision) {
        if (!decision.word().equals("deny") && !isShownWhole(request(id))) {
            throw new Refusal(
                            409,
                            "too-long",
                            "The call was not allowed: the definition of the tool is too long to be shown whole, and"
                                    + " nobody agrees to what they have not seen.")
                    .hint("Deny the call.");
        }
        var card = take(id);
        boolean settled = false;
        boolean waited;
        try {
            waited = card.decided.test(decision);
            settled = true;
        } finally {
            release(id, settled ? decision.word() : null);
        }
        if (!waited) {
            throw gone();
        }
    }

    /** Takes a question back that nobody needs to answer any more. */
    public void withdraw(String id) {
        lock.lock();
        try {
            boolean there = cards.remove(id) != null;
            if (there && !deciding.contains(id)) {
                tellGone(id, WITHDRAWN);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns all that is asked. */
    public ArrayNode all() {
        var list = Json.array();
        lock.lock();
        try {
            cards.forEach((id, card) -> {
                if (!deciding.contains(id)) {
                    list.add(card.json);
                }
            });
        } finally {
            lock.unlock();
        }
        return list;
    }

    /** Returns a question that waits for somebody. The caller has the lock. */
    private Card waiting(String id) {
        if (deciding.contains(id)) {
            throw new Refusal(409, "deciding", "Somebody is deciding this at the moment.")
                    .hint("If the question stays, decide it again.");
        }
        return Optional.ofNullable(cards.get(id)).orElseThrow(Approvals::gone);
    }

    /** Keeps a question from everybody else who would decide it. */
    private Card take(String id) {
        lock.lock();
        try {
            var card = waiting(id);
            deciding.add(id);
            return card;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Forgets a question that was decided; asks it again if it was not, and nobody has taken it back meanwhile.
     *
     * @param decision null if it could not be made
     */
    private void release(String id, @Nullable String decision) {
        lock.lock();
        try {
            deciding.remove(id);
            var card = decision == null ? cards.get(id) : null;
            if (card == null) {
                cards.remove(id);
                tellGone(id, decision == null ? WITHDRAWN : decision);
            } else {
                broadcast.tell("approval", card.json);
            }
        } finally {
            lock.unlock();
        }
    }

    private void tellGone(String id, String decision) {
        broadcast.tell("approval-gone", Json.object().put("id", id).put("decision", decision));
    }

    private static Refusal gone() {
        return new Refusal(409, "answered", "This was decided already, or nobody waits for it any more.");
    }
}
