package dev.fairlead.client;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.client.peer.Attendance;
import dev.fairlead.client.peer.AttendedPeer;
import dev.fairlead.client.peer.CallScope;
import dev.fairlead.client.peer.Closing;
import dev.fairlead.client.peer.Diary;
import dev.fairlead.client.peer.Invocation;
import dev.fairlead.client.peer.Peer;
import dev.fairlead.client.peer.PeerTerms;
import dev.fairlead.client.peer.Questionnaire;
import dev.fairlead.client.peer.Questions;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.Completion;
import dev.fairlead.protocol.CompletionReference;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceTemplate;
import dev.fairlead.protocol.ServerCapabilities;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Task;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One connection to one server, whatever revision of the protocol it speaks.
 *
 * <p>All methods block, may be called from any number of threads at once, and throw an {@link McpException} when they
 * fail. Interrupting the calling thread cancels its call, at the server too.
 */
public final class McpClient implements AutoCloseable {
    private final String server;
    private final ClientProfile profile;
    private final Diary diary;
    private final Closing closing = new Closing();
    private final Transport transport;
    private final Attendance attendance;
    private final Questionnaire questionnaire;
    private final Opening opening;
    private final Peer peer;
    private final Rounds rounds;
    private final Readings readings;
    private final Readings unattended;
    private final Pager pager;
    private final ResultCache cache;
    private final ToolIndex toolIndex;
    private final ToolCalls toolCalls;
    private final AtomicReference<Map<String, String>> leftOut = new AtomicReference<>(Map.of());
    private final ReentrantLock moving = new ReentrantLock();
    private volatile ConnectionState state = new ConnectionState.Connecting(); // written under moving

    private McpClient(Transport transport, ClientProfile profile) {
        this.server = transport.server();
        this.profile = profile;
        this.transport = transport;
        this.attendance = new Attendance(server, profile.login());
        this.diary = new Diary(server, profile.listener(), profile.tolerance());
        this.questionnaire = new Questionnaire(new Questions(profile.handlers()));
        this.cache = new ResultCache(profile.clock(), profile.results());
        this.pager = new Pager(server, diary);
        this.toolIndex = new ToolIndex(
                server, this::fetchTools, () -> cache.forget(new ServerEvent.ToolsChanged()), this::epoch, attendance);
        diary.state(state);
        diary.subscribe(this::changed);
        var opened = open();
        this.opening = opened.opening();
        this.peer = new AttendedPeer(opened.peer(), attendance);
        this.rounds = new Rounds(peer, questionnaire, closing, server);
        this.readings = new Readings(rounds, cache, pager, this::epoch);
        this.unattended =
                new Readings(new Rounds(opened.peer(), questionnaire, closing, server), cache, pager, this::epoch);
        this.toolCalls = new ToolCalls(server, profile, peer, rounds, toolIndex, leftOut::get, diary);
        boolean ignored = enter(new ConnectionState.Ready(peer.server()));
    }

    /**
     * Connects to a server by its URL, or to the one that a script starts: {@code .py}, {@code .js}, {@code .mjs},
     * {@code .cjs} or {@code .jar}.
     *
     * @param arguments for the script
     */
    public static McpClient connect(String target, String... arguments) {
        return target.startsWith("http://") || target.startsWith("https://")
                ? connect(HttpTransport.to(target))
                : connect(ServerCommand.script(target, arguments));
    }

    /** Connects to the server that a command starts. */
    public static McpClient connect(ServerCommand command) {
        return connect(StdioTransport.of(command));
    }

    /** Connects to the server that a transport reaches. */
    public static McpClient connect(Transport transport) {
        return connect(transport, ClientProfile.usual());
    }

    /** Connects to the server that a transport reaches, with special settings. */
    public static McpClient connect(Transport transport, ClientProfile profile) {
        return new McpClient(transport, profile);
    }

    /** Returns what the server said of itself. */
    public ServerProfile server() {
        return peer.server();
    }

    /** Returns how the server was found out and the connection opened. */
    public Opening opening() {
        return opening;
    }

    /** Returns where the connection stands. */
    public ConnectionState state() {
        return state;
    }

    /** Returns how often the server broke a rule and was tolerated, by kind. */
    public Map<Violation.Kind, Long> violations() {
        return diary.counts();
    }

    /** Returns the tools of the latest list that cannot be called over this connection, with the reasons. */
    public Map<String, String> leftOutTools() {
        return leftOut.get();
    }

    /** Returns the same client, answering with futures. */
    public AsyncView async() {
        return new AsyncView(this);
    }

    /** Lists all tools; none where the server offers none. */
    public List<Tool> listTools() {
        return listTools(CallOptions.usual());
    }

    /** Lists all tools in a special way. */
    public List<Tool> listTools(CallOptions options) {
        return toolIndex.all(options.scope(profile.limits()));
    }

    /** Lists all tools as they are now, whatever was listed before. */
    public List<Tool> listToolsAnew(CallOptions options) {
        changed(new ServerEvent.ToolsChanged());
        return listTools(options);
    }

    /**
     * Calls a tool.
     *
     * @param arguments a map, a JSON object, any object with properties, or null for none
     */
    public ToolResult callTool(String name, @Nullable Object arguments) {
        return callTool(name, arguments, CallOptions.usual());
    }

    /** Calls a tool in a special way. */
    public ToolResult callTool(String name, @Nullable Object arguments, CallOptions options) {
        return toolCalls.call(name, arguments, options);
    }

    /** Calls a tool, as a background task wherever the server can make one of it. */
    public ToolStart startTool(String name, @Nullable Object arguments, CallOptions options) {
        return toolCalls.start(name, arguments, options);
    }

    /** Lists the tasks that the server keeps for us; servers until 2025-11-25 only. */
    public List<Task> listTasks() {
        return list(
                "tasks/list", "tasks", Task::from, ServerCapabilities::taskList, CallScope.within(profile.limits()));
    }

    /** Has questions that a task waits for answered, by their keys, and tells the server; for tasks of the extension. */
    public void answerTask(String taskId, Map<String, InputRequest> questions, CallOptions options) {
        var scope = options.scope(profile.limits());
        var params = Json.object().put("taskId", taskId);
        var update = Invocation.of("tasks/update", params, taskId);
        var answers = questionnaire.answer(questions, new Asking(server, update.words()), update, scope);
        var responses = params.putObject("inputResponses");
        answers.forEach((key, given) -> responses.set(key, given.toJson()));
        var ignored = rounds.result(Invocation.of("tasks/update", params, taskId), scope);
    }

    /** Lists all prompts; none where the server offers none. */
    public List<Prompt> listPrompts() {
        return list(
                "prompts/list",
                "prompts",
                Prompt::from,
                ServerCapabilities::prompts,
                CallScope.within(profile.limits()));
    }

    /** Gets a prompt, filled in. */
    public GetPromptResult getPrompt(String name, Map<String, String> arguments) {
        return getPrompt(name, arguments, CallOptions.usual());
    }

    /** Gets a prompt, filled in, in a special way. */
    public GetPromptResult getPrompt(String name, Map<String, String> arguments, CallOptions options) {
        require("prompts/get " + name, "prompts", ServerCapabilities::prompts);
        var params = Json.object().put("name", name);
        var given = params.putObject("arguments");
        arguments.forEach(given::put);
        return read(
                GetPromptResult::from,
                Invocation.of("prompts/get", params, name),
                rounds.result(Invocation.of("prompts/get", params, name), options.scope(profile.limits())));
    }

    /** Lists all resources; none where the server offers none. */
    public List<Resource> listResources() {
        return list(
                "resources/list",
                "resources",
                Resource::from,
                ServerCapabilities::resources,
                CallScope.within(profile.limits()));
    }

    /** Lists all templates of resources; none where the server offers none. */
    public List<ResourceTemplate> listResourceTemplates() {
        return list(
                "resources/templates/list",
                "resourceTemplates",
                ResourceTemplate::from,
                ServerCapabilities::resources,
                CallScope.within(profile.limits()));
    }

    /** Reads a resource. */
    public ReadResourceResult readResource(String uri) {
        return readResource(uri, CallOptions.usual());
    }

    /** Reads a resource in a special way. */
    public ReadResourceResult readResource(String uri, CallOptions options) {
        require("resources/read " + uri, "resources", ServerCapabilities::resources);
        var invocation = Invocation.of("resources/read", Json.object().put("uri", uri), uri);
        return read(ReadResourceResult::from, invocation, readings.result(invocation, options.scope(profile.limits())));
    }

    /**
     * Proposes values for an argument.
     *
     * @param earlier the arguments chosen before it, by name
     */
    public Completion complete(CompletionReference of, String argument, String typed, Map<String, String> earlier) {
        boolean old = !peer.server().version().hasCompletionsCapability();
        require("completion/complete " + argument, "completions", offered -> old || offered.completions());
        var params = Json.object();
        params.set("ref", of.toJson());
        params.putObject("argument").put("name", argument).put("value", typed);
        if (!earlier.isEmpty() && peer.server().version().hasCompletionContext()) {
            var context = params.putObject("context").putObject("arguments");
            earlier.forEach(context::put);
        }
        var invocation = Invocation.of("completion/complete", params, argument);
        var result = rounds.result(invocation, CallScope.within(profile.limits()));
        return read(json -> Completion.from(json.path("completion")), invocation, result);
    }

    /** Returns the skills of the server; whether it has any, they say. */
    public Skills skills() {
        return new Skills(
                server, peer.server().capabilities(), profile.limits(), pager, readings::result, rounds::result);
    }

    /** Listens to changes at the server. */
    public Subscription subscribe(SubscriptionFilter filter) {
        return new Subscription(
                filter,
                deadline -> peer.listen(filter, CallScope.within(profile.limits(), deadline)),
                () -> state instanceof ConnectionState.Ready);
    }

    /** Asks the server to log from this level on. */
    public void setLogLevel(LogLevel level) {
        require("logging/setLevel", "logging", ServerCapabilities::logging);
        peer.logFrom(level, CallScope.within(profile.limits()));
    }

    /** Asks the server for a sign of life and returns how long it took; modern servers are asked what they are instead. */
    public Duration ping() {
        return ping(CallOptions.usual());
    }

    /** Asks the server for a sign of life in a special way. */
    public Duration ping(CallOptions options) {
        var scope = options.scope(profile.limits());
        peer.ping(scope);
        return scope.elapsed();
    }

    /** Tells the server that the roots changed. */
    public void rootsChanged() {
        if (profile.handlers().roots() != null) {
            peer.rootsChanged();
        }
    }

    /** Makes any other request, for instance one of an extension. */
    public ObjectNode request(String method, ObjectNode params, CallOptions options) {
        return rounds.result(Invocation.of(method, params, null), options.scope(profile.limits()));
    }

    /** Cancels what is under way and ends the connection, and the process behind it, within a few seconds. */
    @Override
    public void close() {
        if (enter(new ConnectionState.Disconnected())) {
            closing.leave();
            closing.awaitLastWords();
            attendance.close();
            questionnaire.close();
            peer.close();
            diary.close();
        }
    }

    private Negotiator.Outcome open() {
        var terms = new PeerTerms(
                server,
                profile.identity(),
                profile.handlers(),
                profile.extensions(),
                diary,
                closing,
                profile.politeShutdown());
        boolean open = false;
        try {
            var opened = attendance.attended(
                    () -> "connecting", () -> {}, () -> Negotiator.negotiate(transport, profile, terms, this::broke));
            open = true;
            return opened;
        } catch (McpException failure) {
            boolean ignored = enter(new ConnectionState.Failed(failure));
            throw failure;
        } finally {
            if (!open) {
                diary.close();
            }
        }
    }

    /** Returns a mark of whoever asks in a call: what was kept for one is not shown to another. */
    private String epoch(CallScope scope) {
        var said = scope.headers().get("Authorization").orElse("");
        return transport.epoch() + " " + attendance.logins() + " " + said; // Asked at every call.
    }

    private void broke(McpException cause) {
        closing.ring();
        if (!(cause instanceof ClientClosedException)) {
            boolean ignored = enter(new ConnectionState.Failed(cause));
        }
    }

    /** Enters a state, unless the present one does not lead there, and tells so in the order in which it happens. */
    private boolean enter(ConnectionState next) {
        moving.lock();
        try {
            boolean leads = state.leadsTo(next);
            if (leads) {
                state = next;
                diary.state(next);
            }
            return leads;
        } finally {
            moving.unlock();
        }
    }

    private void changed(ServerEvent event) {
        cache.forget(event);
        if (event instanceof ServerEvent.ToolsChanged) {
            toolIndex.forget();
        }
    }

    /** Lists the tools; leaves out what cannot be called, and says so once as long as it is listed. */
    private List<Tool> fetchTools(CallScope scope) {
        if (!peer.server().capabilities().tools()) {
            return List.of();
        }
        var listed = unattended.list("tools/list", "tools", Tool::from, scope);
        var usable = new ArrayList<Tool>(listed.size());
        var others = new HashMap<String, String>();
        for (var tool : listed) {
            peer.unusable(tool).ifPresentOrElse(why -> others.put(tool.name(), why), () -> usable.add(tool));
        }
        if (!others.isEmpty()) {
            usable.forEach(tool -> others.remove(tool.name()));
        }
        var before = leftOut.getAndSet(Map.copyOf(others));
        others.forEach((name, why) -> {
            if (!before.containsKey(name)) {
                diary.badShape("tool %s is left out: %s".formatted(name, why));
            }
        });
        return usable.size() == listed.size() ? listed : List.copyOf(usable);
    }

    private <T> List<T> list(
            String method,
            String member,
            Function<JsonNode, T> read,
            Predicate<ServerCapabilities> offered,
            CallScope scope) {
        return offered.test(peer.server().capabilities()) ? readings.list(method, member, read, scope) : List.of();
    }

    private void require(String attempted, String feature, Predicate<ServerCapabilities> offered) {
        if (!offered.test(peer.server().capabilities())) {
            throw new UnsupportedFeatureException(attempted, server, "the server offers no " + feature);
        }
    }

    private <T> T read(Function<JsonNode, T> shape, Invocation invocation, JsonNode result) {
        try {
            return shape.apply(result);
        } catch (BadShape unreadable) {
            throw new ProtocolViolationException(
                    "%s on server '%s': %s".formatted(invocation.words(), server, unreadable.getMessage()), unreadable);
        }
    }
}
