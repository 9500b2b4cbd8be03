package dev.fairlead.console.question;

import dev.fairlead.agent.ModelSampler;
import dev.fairlead.agent.model.ModelException;
import dev.fairlead.client.handler.Asking;
import dev.fairlead.client.handler.FormCheck;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.client.handler.NobodyAskedException;
import dev.fairlead.client.handler.RootsProvider;
import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.model.Models;
import dev.fairlead.console.text.Shortened;
import dev.fairlead.console.web.Fields;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.Root;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.SamplingResult;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What servers ask, each question shown where the call is that caused it. Thread-safe. */
public final class Questions implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Questions.class.getName());
    /** How many questions of one server may be open at once; what it asks beyond them is put to nobody. */
    public static final int MOST_OPEN = 50;

    private final Broadcast broadcast;
    private final Models models;
    private final Causes causes;
    private volatile BiConsumer<String, String> unread = (server, what) -> {};
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Card> cards = new LinkedHashMap<>(); // guarded by lock, as the next
    private final Map<String, Integer> open = new HashMap<>(); // by server; each has room of its own
    private final Map<String, Thread> answering = new HashMap<>(); // by question: who has a model answer it

    /** Knows which call made a server ask. */
    public interface Causes {
        /** Finds the call that made a server ask, and notes the question there. */
        Optional<Cause> find(Asking asking, String question);

        /** Notes how long a question of a call was open. */
        void answered(Cause cause, long fromNanos, long toNanos);
    }

    /** A call that made a server ask, and the conversation it belongs to, if any. */
    public record Cause(String call, Optional<String> chat) {}

    /** An answer: what the person chose, and what belongs to it. */
    private record Given(String action, ObjectNode content, Optional<SamplingResult> sampled, List<Root> roots) {
        static Given of(SamplingResult sampled) {
            return new Given("accept", Json.object(), Optional.of(sampled), List.of());
        }
    }

    private record Card(
            ObjectNode json,
            Optional<FormSchema> form,
            Optional<SamplingRequest> sampling,
            ArrayBlockingQueue<Given> answer) {

        /** Returns it as it is shown while a model answers it. */
        ObjectNode answering() {
            return json.deepCopy().put("answering", true);
        }
    }

    /** Makes one that asks nothing yet. */
    public Questions(Broadcast broadcast, Models models, Causes causes) {
        this.broadcast = broadcast;
        this.models = models;
        this.causes = causes;
    }

    /** Tells somebody of every question that nobody was asked, and why. */
    public void whenUnread(BiConsumer<String, String> listener) {
        unread = listener;
    }

    /** Returns what clients answer with. */
    public InputHandlers handlers() {
        return InputHandlers.none()
                .onForm(this::form)
                .onUrl(this::page)
                .onSampling(this::sampling)
                .onRoots(new RootsProvider() {
                    @Override
                    public List<Root> roots() {
                        return List.of();
                    }

                    @Override
                    public List<Root> roots(Asking asking) throws InterruptedException {
                        return ask(
                                        "roots",
                                        asking,
                                        "It asks which folders it may know of.",
                                        Json.object(),
                                        Optional.empty(),
                                        Optional.empty())
                                .roots();
                    }
                });
    }

    private InputResponse form(InputRequest.Form form, Asking asking) throws InterruptedException {
        if (form.message().length() > Shortened.WORDS
                || Json.write(form.schema().json()).length() > Shortened.WHOLE
                || !ShownForm.isWhole(form.schema().json())) {
            tooLong(asking, "form");
            return InputResponse.decline();
        }
        var more = Json.object();
        more.set("schema", form.schema().json());
        var given = ask("form", asking, form.message(), more, Optional.of(form.schema()), Optional.empty());
        return switch (given.action()) {
            case "accept" -> InputResponse.accept(given.content());
            case "cancel" -> InputResponse.cancel();
            default -> InputResponse.decline();
        };
    }

    private InputResponse page(InputRequest.Url page, Asking asking) throws InterruptedException {
        if (page.message().length() > Shortened.WORDS || page.url().length() > Shortened.ADDRESS) {
            tooLong(asking, "page to open");
            return InputResponse.decline();
        }
        var more = Json.object().put("url", page.url()).put("urlHost", PageAddress.host(page.url()));
        var given = ask("page", asking, page.message(), more, Optional.empty(), Optional.empty());
        return switch (given.action()) {
            case "accept" -> InputResponse.accept();
            case "cancel" -> InputResponse.cancel();
            default -> InputResponse.decline();
        };
    }

    /** Notes that something was declined: it could not be shown whole, and nobody agrees to what they have not seen. */
    private void tooLong(Asking asking, String what) {
        unread.accept(
                asking.server(),
                "declined a question of the server (%s): it is too long to be read before somebody agrees to it"
                        .formatted(what));
    }

    private Optional<SamplingResult> sampling(SamplingRequest request, Asking asking) throws InterruptedException {
        var shown = SamplingView.of(request);
        if (shown.isEmpty()) {
            tooLong(asking, "conversation for a model");
            return Optional.empty();
        }
        var ids = shown.get().putArray("models");
        models.all().stream().filter(Models.Choice::ready).forEach(model -> ids.add(model.id()));
        var more = Json.object();
        more.set("sampling", shown.get());
        return ask("sampling", asking, "It wants an answer from a model.", more, Optional.empty(), Optional.of(request))
                .sampled();
    }

    private Given ask(
            String kind,
            Asking asking,
            String message,
            ObjectNode more,
            Optional<FormSchema> form,
            Optional<SamplingRequest> sampling)
            throws InterruptedException {
        if (!count(asking.server(), +1)) {
            unread.accept(
                    asking.server(),
                    "refused a question of the server (%s): %s others of it wait for an answer already"
                            .formatted(kind, MOST_OPEN));
            throw new NobodyAskedException("too many questions are open");
        }
        try {
            return put(kind, asking, message, more, form, sampling);
        } finally {
            boolean ignored = count(asking.server(), -1);
        }
    }

    /** Counts the open questions of a server; false, and nothing is counted, if there is no room for more. */
    private boolean count(String server, int by) {
        lock.lock();
        try {
            int now = open.getOrDefault(server, 0) + by;
            if (now > MOST_OPEN) {
                return false;
            }
            if (now == 0) {
                open.remove(server);
            } else {
                open.put(server, now);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private Given put(
            String kind,
            Asking asking,
            String message,
            ObjectNode more,
            Optional<FormSchema> form,
            Optional<SamplingRequest> sampling)
            throws InterruptedException {
        var id = "q-" + UUID.randomUUID();
        var cause = causes.find(asking, id);
        var json = Json.object()
                .put("id", id)
                .put("server", ServerIds.of(asking.server()))
                .put("call", cause.map(Cause::call).orElse(null))
                .put("chat", cause.flatMap(Cause::chat).orElse(null))
                .put("kind", kind);
        Shortened.words(json, "message", message);
        json.putNull("schema").putNull("url").putNull("urlHost").putNull("sampling");
        json.setAll(more);
        json.put("at", System.currentTimeMillis());
        var card = new Card(json, form, sampling, new ArrayBlockingQueue<>(1));
        lock.lock();
        try {
            cards.put(id, card);
            broadcast.tell("question", json);
        } finally {
            lock.unlock();
        }
        long began = System.nanoTime();
        try {
            return card.answer.take();
        } finally {
            // Also where nobody waits for the answer any more.
            cause.ifPresent(one -> causes.answered(one, began, System.nanoTime()));
            gone(id);
        }
    }

    /** Answers a question; the first answer counts, and ends what a model is still writing. */
    public void answer(String id, Fields body) throws InterruptedException {
        Card card;
        lock.lock();
        try {
            card = waiting(id);
        } finally {
            lock.unlock();
        }
        var action = body.choice("action", "accept", "decline", "cancel");
        if (action.equals("accept") && card.sampling.isPresent()) {
            var answer = body.maybeFields("answer", "text", "byModel")
                    .orElseThrow(() -> Refusal.field("answer", "is missing"));
            if (answer.has("byModel")) {
                answerByModel(id, card.sampling.get(), answer.text("byModel", 300));
            } else {
                give(
                        card,
                        Given.of(SamplingResult.ofText(
                                "person", answer.maybeText("text", 1 << 20).orElse(""))));
            }
            return;
        }
        give(
                card,
                action.equals("accept")
                        ? accepted(card, body)
                        : new Given(action, Json.object(), Optional.empty(), List.of()));
    }

    private static void give(Card card, Given given) {
        if (!card.answer.offer(given)) {
            throw gone();
        }
    }

    /** Returns a question that waits for somebody. The caller has the lock. */
    private Card waiting(String id) {
        return Optional.ofNullable(cards.get(id))
                .filter(card -> card.answer.isEmpty())
                .orElseThrow(Questions::gone);
    }

    private Given accepted(Card card, Fields body) {
        var content = body.object("content");
        if (card.form.isPresent()) {
            var problems = FormCheck.problems(card.form.get(), content);
            if (!problems.isEmpty()) {
                var list = Json.array();
                problems.forEach(list::add);
                throw new Refusal(400, "bad-answer", "The answer does not fit: %s.".formatted(problems.getFirst()))
                        .in("content")
                        .with("problems", list);
            }
        }
        var roots = card.json.path("kind").asString("").equals("roots")
                ? folders(Fields.of(content, "roots"))
                : List.<Root>of();
        return new Given("accept", content, Optional.empty(), roots);
    }

    /** Lets a model write an answer. That takes long and is paid for, so one does, and no longer than somebody waits for it. */
    private void answerByModel(String id, SamplingRequest request, String model) throws InterruptedException {
        take(id);
        var sampled = Optional.<SamplingResult>empty();
        boolean given;
        try {
            sampled = Optional.of(new ModelSampler(models.model(model)).answer(request));
        } catch (InterruptedException ended) {
            // Otherwise it was ended with the question.
            if (isAsked(id)) {
                throw ended;
            }
        } catch (ModelException failure) {
            LOG.log(Level.WARNING, "A model did not answer for a server", failure);
            throw new Refusal(409, "model-failed", Shortened.of(String.valueOf(failure.getMessage()), Shortened.WORDS));
        } finally {
            given = release(id, sampled);
        }
        if (!given) {
            throw gone();
        }
    }

    /** Keeps a question from everybody else who would have a model answer it. */
    private void take(String id) {
        lock.lock();
        try {
            var card = waiting(id);
            if (answering.putIfAbsent(id, Thread.currentThread()) != null) {
                throw new Refusal(409, "answering", "A model is writing an answer to this at the moment.")
                        .hint("Wait for it, or decline the question, which stops it.");
            }
            broadcast.tell("question", card.answering());
        } finally {
            lock.unlock();
        }
    }

    /** Gives what a model has written, or lets others answer where it has not; false if nobody waits any more. */
    private boolean release(String id, Optional<SamplingResult> sampled) {
        lock.lock();
        try {
            answering.remove(id);
            var card = cards.get(id);
            if (card == null) {
                boolean ignored = Thread.interrupted(); // by whoever took the question away
                return false;
            }
            if (sampled.isPresent()) {
                return card.answer.offer(Given.of(sampled.get()));
            }
            broadcast.tell("question", card.json);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean isAsked(String id) {
        lock.lock();
        try {
            return cards.containsKey(id);
        } finally {
            lock.unlock();
        }
    }

    private static List<Root> folders(Fields content) {
        return content.maybeTexts("roots", 50, 4_000).orElse(List.of()).stream()
                .map(text -> {
                    try {
                        var folder = text.startsWith("file:") ? Path.of(URI.create(text)) : Path.of(text);
                        if (folder.isAbsolute() && Files.isDirectory(folder)) {
                            return Root.of(folder.toRealPath());
                        }
                    } catch (IllegalArgumentException | FileSystemNotFoundException | IOException noPath) {
                        throw Refusal.field("content.roots", "holds something that is no path");
                    }
                    throw Refusal.field("content.roots", "holds something that is no folder of this machine");
                })
                .toList();
    }

    /** Returns all that is asked. */
    public ArrayNode all() {
        var list = Json.array();
        lock.lock();
        try {
            cards.forEach((id, card) -> list.add(answering.containsKey(id) ? card.answering() : card.json));
        } finally {
            lock.unlock();
        }
        return list;
    }

    private void gone(String id) {
        lock.lock();
        try {
            if (cards.remove(id) != null) {
                Optional.ofNullable(answering.get(id)).ifPresent(Thread::interrupt);
                broadcast.tell("question-gone", Json.object().put("id", id));
            }
        } finally {
            lock.unlock();
        }
    }

    private static Refusal gone() {
        return new Refusal(409, "no-such-question", "This was answered already, or nobody waits for it any more.");
    }

    /** Takes back what a server asks that is not there any more, by the id that the page knows. */
    public void forget(String server) {
        cancel(card -> card.json.path("server").asString("").equals(server));
    }

    /** Tells every server that still asks that nobody is there any more. */
    @Override
    public void close() {
        cancel(card -> true);
    }

    private void cancel(Predicate<Card> which) {
        List<Card> some;
        lock.lock();
        try {
            some = cards.values().stream().filter(which).toList();
        } finally {
            lock.unlock();
        }
        some.forEach(card -> {
            boolean ignored = card.answer.offer(new Given("cancel", Json.object(), Optional.empty(), List.of()));
        });
    }
}
