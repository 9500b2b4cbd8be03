package dev.fairlead.testkit;

import dev.fairlead.protocol.CacheHint;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Implementation;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceTemplate;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.wire.Duplex;
import dev.fairlead.wire.PipeTransport;
import dev.fairlead.wire.Transport;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A well-behaved server of both eras, in this program, that keeps every message it is sent. */
public final class FakeServer {
    private final Offer offer;
    private final Desk desk;
    private final FakeTasks tasks;
    private final RoundStates rounds = new RoundStates();
    private final Transcript transcript = new Transcript();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();

    private FakeServer(Offer offer) {
        this.offer = offer;
        this.desk = new Desk(offer);
        this.tasks = new FakeTasks(offer.pollInterval());
    }

    /** Starts describing a server that speaks every revision and has nothing yet. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** Serves one client until it goes away. */
    public void serve(Duplex duplex) {
        serve(new Connection(this, duplex));
    }

    /** Serves a client until it goes away. */
    void serve(Connection connection) {
        connections.add(connection);
        try {
            connection.run();
        } finally {
            connections.remove(connection);
        }
    }

    /** Returns a way to reach this server without leaving the program. */
    public Transport transport() {
        return PipeTransport.to(name(), this::serve);
    }

    /** Returns its name. */
    public String name() {
        return offer.info().name();
    }

    /** Lists every message received so far, over all connections, oldest first. */
    public List<Message> received() {
        return transcript.all();
    }

    /** Returns the first message received that is of this kind, waiting for it; throws {@link AssertionError} if none comes. */
    public Message awaitReceived(Predicate<Message> wanted, Duration limit) throws InterruptedException {
        return transcript.await(wanted, limit);
    }

    /** Forgets the messages received so far, for servers that are to run for long. */
    public void forgetReceived() {
        transcript.clear();
    }

    /** Lists what clients have done that the protocol does not allow. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Returns how many clients are connected. */
    public int connections() {
        return connections.size();
    }

    /** Adds a tool and tells the clients. */
    public void add(Tool tool, ToolHandler handler) {
        offer.catalogue().tools().add(new Catalogue.ServedTool(tool, handler));
        tell(new ServerEvent.ToolsChanged());
    }

    /** Offers another tool in the place of the one of the same name, with no moment between them, and tells the clients. */
    public void replace(Tool tool, ToolHandler handler) {
        offer.catalogue()
                .tools()
                .replaceAll(
                        one -> one.tool().name().equals(tool.name()) ? new Catalogue.ServedTool(tool, handler) : one);
        tell(new ServerEvent.ToolsChanged());
    }

    /** Removes a tool and tells the clients. */
    public void removeTool(String name) {
        offer.catalogue().tools().removeIf(one -> one.tool().name().equals(name));
        tell(new ServerEvent.ToolsChanged());
    }

    /** Adds a prompt and tells the clients. */
    public void add(Prompt prompt, PromptHandler handler) {
        offer.catalogue().prompts().add(new Catalogue.ServedPrompt(prompt, handler));
        tell(new ServerEvent.PromptsChanged());
    }

    /** Adds a resource and tells the clients. */
    public void add(Resource resource, ResourceReader reader) {
        offer.catalogue().resources().add(new Catalogue.ServedResource(resource, reader));
        tell(new ServerEvent.ResourcesChanged());
    }

    /** Tells the clients of a change, those of them that want to know. */
    public void tell(ServerEvent event) {
        each(connection -> {
            connection.legacy().event(event);
            connection.modern().event(event);
        });
    }

    /** Ends every subscription of the modern era in good order. */
    public void endSubscriptions() {
        each(connection -> connection.modern().endListening());
    }

    /** Breaks off every subscription of the modern era. */
    public void dropSubscriptions() {
        each(connection -> connection.modern().dropListening());
    }

    /** Closes every connection. */
    public void disconnect() {
        connections.forEach(Connection::close);
    }

    Offer offer() {
        return offer;
    }

    Desk desk() {
        return desk;
    }

    FakeTasks tasks() {
        return tasks;
    }

    RoundStates rounds() {
        return rounds;
    }

    void record(Message message) {
        transcript.add(message);
    }

    void complain(String complaint) {
        complaints.add(complaint);
    }

    void taskChanged(FakeTask task) {
        each(connection -> connection.modern().taskChanged(task));
    }

    private void each(Consumer<Connection> action) {
        for (var connection : List.copyOf(connections)) {
            try {
                action.accept(connection);
            } catch (UncheckedIOException gone) {
                connections.remove(connection); // Its reader has not noticed yet.
            }
        }
    }

    /** A server that is being described. */
    public static final class Builder {
        private final Catalogue catalogue = new Catalogue();
        private Implementation info;
        private List<ProtocolVersion> versions = ProtocolVersion.newestFirst();
        private @Nullable String instructions;
        private int pageSize = Integer.MAX_VALUE / 2;
        private CacheHint cache = CacheHint.NONE;
        private boolean logging;
        private @Nullable Duration pollInterval;

        private Builder(String name) {
            info = Implementation.of(name, "1.0.0");
        }

        /** Says who the server is. */
        public Builder info(Implementation given) {
            info = given;
            return this;
        }

        /** Limits the revisions. */
        public Builder versions(ProtocolVersion... given) {
            versions = Arrays.stream(given).sorted(Comparator.reverseOrder()).toList();
            return this;
        }

        /** Limits the revisions to those of one era. */
        public Builder era(Era era) {
            versions = ProtocolVersion.newestFirst().stream()
                    .filter(version -> version.era() == era)
                    .toList();
            return this;
        }

        /** Gives the server instructions for the model. */
        public Builder instructions(String given) {
            instructions = given;
            return this;
        }

        /** Breaks lists into pages. */
        public Builder pageSize(int given) {
            pageSize = given;
            return this;
        }

        /** Says for how long and for whom results may be kept. */
        public Builder cache(CacheHint given) {
            cache = given;
            return this;
        }

        /** Lets the server send log messages. */
        public Builder logging() {
            logging = true;
            return this;
        }

        /** Lets tools that support it run as tasks, asked for at this pace. */
        public Builder tasks(Duration pace) {
            pollInterval = pace;
            return this;
        }

        /** Adds a tool. */
        public Builder tool(Tool tool, ToolHandler handler) {
            catalogue.tools().add(new Catalogue.ServedTool(tool, handler));
            return this;
        }

        /** Adds a prompt. */
        public Builder prompt(Prompt prompt, PromptHandler handler) {
            catalogue.prompts().add(new Catalogue.ServedPrompt(prompt, handler));
            return this;
        }

        /** Adds a resource. */
        public Builder resource(Resource resource, ResourceReader reader) {
            catalogue.resources().add(new Catalogue.ServedResource(resource, reader));
            return this;
        }

        /** Adds a family of resources. */
        public Builder template(ResourceTemplate template, ResourceReader reader) {
            catalogue.template(template, reader);
            return this;
        }

        /** Lets the server complete arguments. */
        public Builder completion(Completer completer) {
            catalogue.completer(completer);
            return this;
        }

        /** Returns the server. */
        public FakeServer build() {
            return new FakeServer(
                    new Offer(info, versions, instructions, pageSize, cache, logging, pollInterval, catalogue));
        }
    }
}
