package dev.fairlead.cli.chat;

import dev.fairlead.agent.Agent;
import dev.fairlead.agent.AgentEvent;
import dev.fairlead.agent.AgentRun;
import dev.fairlead.agent.Budget;
import dev.fairlead.agent.CallRecord.Status;
import dev.fairlead.agent.Desk;
import dev.fairlead.agent.Transcript;
import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.Part;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.ConsentStoreException;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.UnusableException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.host.Host;
import dev.fairlead.host.ServerStatus;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.store.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A conversation with a model that uses the tools of servers: what is connected for it, and how far it is. */
final class Chat implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Visit visit;
    private final NotedStore store;
    private final ChatServers servers;
    private final Host host;
    private final Model model;
    private final ChatTools tools;
    private final ChatQuestions questions;
    private final ChatPerson person;
    private final KeptTranscript kept;
    private final Agent agent;
    private final AtomicReference<@Nullable AgentRun> running = new AtomicReference<>();
    private Transcript transcript;
    private @Nullable StoreException undecidable;

    private Chat(ChatWish wish, Visit visit, Model model, KeptTranscript kept, NotedStore store) {
        var desk = new Desk();
        this.visit = visit;
        this.model = model;
        this.store = store;
        this.kept = kept;
        this.transcript = kept.transcript();
        this.questions = new ChatQuestions(visit, desk);
        this.servers = new ChatServers(visit.surroundings(), wish.files());
        this.host = servers.open(wish.words(), store, questions.handlers());
        this.tools = new ChatTools(wish.tools());
        this.person = new ChatPerson(visit, wish.yes(), servers, questions, model.name());
        this.agent = Agent.builder(host, model)
                .budget(wish.steps() == null ? Budget.USUAL : Budget.USUAL.withSteps(wish.steps()))
                .tools(tools)
                .desk(desk)
                .build();
    }

    /** Chooses the model, and connects to the servers. */
    static Chat begin(ChatWish wish, Visit visit) {
        var model = new ChatModels(visit).choose(wish.model());
        var surroundings = visit.surroundings();
        var kept = KeptTranscript.at(
                wish.transcript(), ConfiguredServers.storeFile(surroundings).resolveSibling("transcripts-lock"));
        var store = new NotedStore(ConfiguredServers.store(surroundings));
        try {
            var chat = new Chat(wish, visit, model, kept, store);
            try {
                chat.settle();
                return chat;
            } catch (RuntimeException | Error failure) {
                chat.host.close();
                throw failure;
            }
        } catch (RuntimeException | Error failure) {
            store.close();
            kept.close();
            throw failure;
        }
    }

    Host host() {
        return host;
    }

    Model model() {
        return model;
    }

    ChatTools tools() {
        return tools;
    }

    ChatPerson person() {
        return person;
    }

    /** Returns why calls were denied although nobody decided so: none could be looked up, or nobody was there. */
    Optional<RuntimeException> obstacle() {
        if (undecidable != null) {
            return Optional.of(new ConsentStoreException(undecidable));
        }
        return Optional.of(person.missing())
                .filter(missing -> !missing.isEmpty())
                .map(missing -> new UnusableException(ExitCode.DECLINED, "nobody-asked", missing));
    }

    /** Returns what was said and done so far. */
    Transcript transcript() {
        return transcript;
    }

    /** Asks, shows everything that happens until it is over, and keeps what was said. */
    AgentEvent.Finished ask(List<Part> question, ChatView view) {
        return follow(agent.run(transcript, question), view);
    }

    /** Goes on where the budget was used up. */
    AgentEvent.Finished resume(ChatView view) {
        return follow(agent.resume(transcript), view);
    }

    private AgentEvent.Finished follow(AgentRun begun, ChatView view) {
        questions.begin();
        running.set(begun);
        AgentEvent event;
        try (begun) {
            do {
                event = begun.next();
                view.show(event);
                if (event instanceof AgentEvent.ToolDone(var record, var told)) {
                    var failure = store.failure(); // Of this call, or of another at the same time.
                    undecidable = record.status() == Status.DENIED ? failure.orElse(undecidable) : undecidable;
                }
            } while (!(event instanceof AgentEvent.Finished));
        } finally {
            running.set(null);
            visit.narrator().ends();
            // Also where somebody left in the middle of a question.
            transcript = begun.transcript();
            keep();
        }
        if (questions.end()) {
            person.missedQuestions();
        }
        return (AgentEvent.Finished) event;
    }

    private void keep() {
        try {
            kept.keep(transcript);
        } catch (IOException full) {
            visit.warn("the conversation could not be kept: %s".formatted(full));
        }
    }

    /** Stops what the model is at; tells whether it was at something. Anybody may do so. */
    boolean stop() {
        var run = running.get();
        if (run != null) {
            run.stop();
        }
        return run != null;
    }

    /** Waits for the servers, and tells of those that cannot be used. */
    private void settle() {
        visit.narrator().begins("connecting");
        try {
            boolean all = host.settled(PATIENCE);
            host.servers().stream()
                    .filter(server -> !server.ready())
                    .forEach(server -> visit.warn(trouble(server, all)));
            if (host.servers().isEmpty()) {
                visit.warn("no server is configured, so that the model has no tools; 'fairlead add' configures one, and"
                        + " 'fairlead chat demo' has one to try");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("connecting", "all", false);
        } finally {
            visit.narrator().ends();
        }
        servers.check(host);
    }

    private String trouble(ServerStatus server, boolean settled) {
        var cause = server.cause();
        return "server '%s' cannot be used%s: %s%s"
                .formatted(
                        server.name(),
                        settled ? "" : " yet",
                        cause.isEmpty() ? "it is " + server.state() : cause,
                        servers.advice(server));
    }

    @Override
    public void close() {
        questions.finish();
        try {
            host.close();
        } finally {
            store.close();
            kept.close();
        }
    }
}
