package dev.fairlead.testkit;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.ToolExecution.TaskSupport;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The revisions until 2025-11-25: a handshake first, and questions that travel as requests of the server. */
final class LegacySession implements FakeSession {
    private final FakeServer server;
    private final Connection connection;
    private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
    private volatile @Nullable ProtocolVersion version;
    private volatile boolean initialized;
    private volatile ObjectNode clientCapabilities = Json.object();
    private volatile LogLevel logLevel = LogLevel.INFO;

    LegacySession(FakeServer server, Connection connection) {
        this.server = server;
        this.connection = connection;
    }

    boolean begun() {
        return version != null;
    }

    @Nullable
    ProtocolVersion version() {
        return version;
    }

    /** Takes the handshake as done elsewhere, as a server does that keeps no sessions. */
    void begin(ProtocolVersion agreed) {
        version = agreed;
        initialized = true;
    }

    void initialized() {
        if (!begun() || initialized) {
            server.complain("notifications/initialized at the wrong time");
        }
        initialized = true;
    }

    /** Complains if a notification comes outside a session. */
    void expect(String what) {
        if (!initialized) {
            server.complain(what + " without a session");
        }
    }

    @Override
    public void request(Request request) {
        var agreed = version;
        if (request.method().equals("ping")) {
            connection.send(new Response.Result(request.id(), Json.object()));
        } else if (request.method().equals("initialize")) {
            initialize(request);
        } else if (request.method().equals("server/discover")) {
            // The probe of a client that speaks both eras, which is what a real server of this era says to it.
            connection.refuse(request.id(), Desk.unknown(request.method()).error());
        } else if (agreed == null || !initialized) {
            server.complain(request.method() + " before the handshake was over");
            connection.refuse(request.id(), RpcError.of(ErrorCode.INVALID_REQUEST, "the session has not begun"));
        } else {
            connection.start(request, cancelled -> answer(request, agreed, cancelled));
        }
    }

    @Override
    public void event(ServerEvent event) {
        if (!initialized) {
            return;
        }
        if (event instanceof ServerEvent.ResourceUpdated(var uri)) {
            if (subscribed.stream().anyMatch(watched -> uri.equals(watched) || uri.startsWith(watched + "/"))) {
                connection.tell(FakeSession.method(event), Json.object().put("uri", uri));
            }
        } else {
            connection.tell(FakeSession.method(event), null);
        }
    }

    @Override
    public void taskChanged(FakeTask task) {
        if (initialized && version != null && version.hasTasks()) {
            connection.tell("notifications/tasks/status", task.toJson());
        }
    }

    private void initialize(Request request) {
        var params = request.params() == null ? Json.object() : request.params();
        var info = params.path("clientInfo");
        if (!params.path("protocolVersion").isString()
                || !(params.get("capabilities") instanceof ObjectNode declared)
                || !info.path("name").isString()
                || !info.path("version").isString()
                || begun()) {
            server.complain("a bad initialize: " + params);
            connection.refuse(request.id(), RpcError.of(ErrorCode.INVALID_PARAMS, "bad initialize"));
            return;
        }
        var requested = ProtocolVersion.of(params.path("protocolVersion").stringValue());
        if (requested.filter(asked -> asked.era() == Era.MODERN).isPresent()) {
            server.complain("initialize with a revision that has no handshake");
        }
        var agreed = requested
                .filter(asked ->
                        asked.era() == Era.LEGACY && server.offer().versions().contains(asked))
                .or(() -> server.offer().newest(Era.LEGACY))
                .orElseThrow();
        clientCapabilities = declared;
        version = agreed;
        var result = Json.object().put("protocolVersion", agreed.id());
        result.set("capabilities", server.offer().capabilities(agreed));
        result.set("serverInfo", server.offer().info().toJson());
        if (server.offer().instructions() != null) {
            result.put("instructions", server.offer().instructions());
        }
        connection.send(new Response.Result(request.id(), result));
    }

    private ObjectNode answer(Request request, ProtocolVersion agreed, CountDownLatch cancelled) throws Exception {
        var call = new ServerCall(
                        connection,
                        request,
                        agreed,
                        clientCapabilities,
                        () -> server.offer().logging() ? logLevel : null,
                        cancelled)
                .askingBy(questions -> ask(questions, agreed, null));
        return switch (request.method()) {
            case "logging/setLevel" -> setLevel(call);
            case "resources/subscribe" -> subscribe(call, true);
            case "resources/unsubscribe" -> subscribe(call, false);
            case "tasks/get", "tasks/result", "tasks/cancel", "tasks/list" -> task(call, agreed);
            case "tools/call" -> callTool(call, agreed);
            default -> server.desk().answer(call);
        };
    }

    private List<ObjectNode> ask(List<InputRequest> questions, ProtocolVersion agreed, @Nullable FakeTask task)
            throws InterruptedException {
        for (var question : questions) {
            if (Question.missing(question, clientCapabilities).isPresent()) {
                throw new QuestionRefused(
                        question.method(), RpcError.of(ErrorCode.METHOD_NOT_FOUND, "the client never declared it"));
            }
        }
        var open = new ArrayList<Connection.Asked>();
        for (var question : questions) {
            var params = Question.params(question, agreed);
            if (task != null) {
                params.withObjectProperty("_meta")
                        .putObject(MetaKey.RELATED_TASK)
                        .put("taskId", task.id());
            }
            open.add(connection.ask(question, params));
        }
        var answers = new ArrayList<ObjectNode>();
        for (var one : open) {
            answers.add(one.result());
        }
        return answers;
    }

    private ObjectNode setLevel(ServerCall call) {
        if (!server.offer().logging()) {
            throw Desk.unknown("logging/setLevel");
        }
        var word = Desk.string(call.params(), "level");
        logLevel = LogLevel.of(word).orElseThrow(() -> Refusal.invalid("Unknown level: " + word));
        return Json.object();
    }

    private ObjectNode subscribe(ServerCall call, boolean wanted) {
        var uri = Desk.string(call.params(), "uri");
        if (wanted) {
            if (server.offer().catalogue().reader(uri).isEmpty()) {
                throw Refusal.of(-32002, "Resource not found: " + uri);
            }
            subscribed.add(uri);
        } else if (!subscribed.remove(uri)) {
            server.complain("resources/unsubscribe without a subscription: " + uri);
        }
        return Json.object();
    }

    private ObjectNode callTool(ServerCall call, ProtocolVersion agreed) throws Exception {
        boolean able = agreed.hasTasks() && server.offer().pollInterval() != null;
        var support = able ? server.desk().toolOf(call).tool().taskSupport() : TaskSupport.FORBIDDEN;
        if (!call.params().has("task") || !able) {
            if (support == TaskSupport.REQUIRED) {
                throw Refusal.of(ErrorCode.METHOD_NOT_FOUND, "this tool runs as a task only");
            }
            return server.desk().answer(call);
        }
        if (support == TaskSupport.FORBIDDEN) {
            throw Refusal.of(ErrorCode.METHOD_NOT_FOUND, "this tool cannot run as a task");
        }
        var ttl = call.params().path("task").path("ttl");
        var task = server.tasks().create(ttl.isIntegralNumber() ? Duration.ofMillis(ttl.longValue()) : null);
        var result = Json.object();
        result.set("task", task.toJson());
        task.onChange(this::taskChanged);
        task.start(call, () -> server.desk().answer(call));
        return result;
    }

    private ObjectNode task(ServerCall call, ProtocolVersion agreed) throws InterruptedException {
        if (!agreed.hasTasks() || server.offer().pollInterval() == null) {
            throw Desk.unknown(call.request().method());
        }
        if (call.request().method().equals("tasks/list")) {
            var result = Json.object();
            var list = result.putArray("tasks");
            server.tasks().all().forEach(task -> list.add(task.toJson()));
            return result;
        }
        var task = server.tasks().task(Desk.string(call.params(), "taskId"));
        return switch (call.request().method()) {
            case "tasks/get" -> task.toJson();
            case "tasks/cancel" -> {
                if (!task.cancel()) {
                    throw Refusal.invalid("the task is over");
                }
                yield task.toJson();
            }
            default -> task.payload(open -> ask(open, agreed, task));
        };
    }
}
