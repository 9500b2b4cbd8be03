package dev.fairlead.testkit;

import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.ToolExecution.TaskSupport;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.RpcError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ObjectNode;

/** The revision 2026-07-28: every request stands alone, and questions travel in results. */
final class ModernSession implements FakeSession {
    private static final Set<String> CACHEABLE = Set.of(
            "server/discover",
            "tools/list",
            "prompts/list",
            "resources/list",
            "resources/templates/list",
            "resources/read");

    /** A subscription; the latch opens when the server ends it in good order. */
    private record Listener(SubscriptionFilter filter, Set<String> taskIds, CountDownLatch end) {}

    private final FakeServer server;
    private final Connection connection;
    private final Map<RequestId, Listener> listeners = new ConcurrentHashMap<>();
    // Held while anything is told about a subscription, so that nothing comes before its acknowledgement.
    private final ReentrantLock telling = new ReentrantLock();

    ModernSession(FakeServer server, Connection connection) {
        this.server = server;
        this.connection = connection;
    }

    @Override
    public void request(Request request) {
        try {
            var version = version(request);
            connection.start(request, cancelled -> answer(request, version, cancelled));
        } catch (Refusal refusal) {
            connection.refuse(request.id(), refusal.error());
        }
    }

    @Override
    public void event(ServerEvent event) {
        eachListener((id, listener) -> {
            if (listener.filter().wants(event)) {
                var params = Json.object();
                if (event instanceof ServerEvent.ResourceUpdated(var uri)) {
                    params.put("uri", uri);
                }
                tell(id, FakeSession.method(event), params);
            }
        });
    }

    @Override
    public void taskChanged(FakeTask task) {
        eachListener((id, listener) -> {
            if (listener.taskIds().contains(task.id())) {
                tell(id, "notifications/tasks", task.toExtensionJson(ProtocolVersion.V2026_07_28));
            }
        });
    }

    /** Ends all subscriptions, in good order. */
    void endListening() {
        eachListener((id, listener) -> listener.end().countDown());
    }

    /** Breaks off all subscriptions. */
    void dropListening() {
        eachListener((id, listener) -> {
            var params = Json.object();
            params.set("requestId", id.toJson());
            connection.tell("notifications/cancelled", params);
            connection.cancel(id);
        });
    }

    /** Does something about every subscription that was acknowledged. */
    private void eachListener(BiConsumer<RequestId, Listener> action) {
        telling.lock();
        try {
            listeners.forEach(action);
        } finally {
            telling.unlock();
        }
    }

    private ProtocolVersion version(Request request) {
        var params = request.params() == null ? Json.object() : request.params();
        var meta = params.path("_meta");
        var requested = meta.path(MetaKey.PROTOCOL_VERSION);
        if (request.method().equals("initialize")) {
            throw unsupported(params.path("protocolVersion").asString(""));
        }
        if (!requested.isString() || !meta.path(MetaKey.CLIENT_CAPABILITIES).isObject()) {
            server.complain(request.method() + " without its envelope");
            throw Refusal.invalid("'_meta' lacks " + MetaKey.PROTOCOL_VERSION + " or " + MetaKey.CLIENT_CAPABILITIES);
        }
        return ProtocolVersion.of(requested.stringValue())
                .filter(version ->
                        version.era() == Era.MODERN && server.offer().versions().contains(version))
                .orElseThrow(() -> unsupported(requested.stringValue()));
    }

    private Refusal unsupported(String requested) {
        var data = Json.object().put("requested", requested);
        var supported = data.putArray("supported");
        server.offer().versions().forEach(version -> supported.add(version.id()));
        return new Refusal(new RpcError(ErrorCode.UNSUPPORTED_VERSION, "Unsupported protocol version", data));
    }

    private ObjectNode answer(Request request, ProtocolVersion version, CountDownLatch cancelled) throws Exception {
        var params = request.params() == null ? Json.object() : request.params();
        var meta = params.path("_meta");
        var level = LogLevel.of(meta.path(MetaKey.LOG_LEVEL).stringValue("")).orElse(null);
        var call = new ServerCall(
                connection,
                request,
                version,
                (ObjectNode) meta.path(MetaKey.CLIENT_CAPABILITIES),
                () -> server.offer().logging() ? level : null,
                cancelled);
        return switch (request.method()) {
            case "server/discover" -> complete(call, discover(version));
            case "subscriptions/listen" -> listen(call);
            case "tasks/get", "tasks/update", "tasks/cancel" -> complete(call, task(call));
            default -> rounds(call);
        };
    }

    private ObjectNode discover(ProtocolVersion version) {
        var result = Json.object();
        var supported = result.putArray("supportedVersions");
        server.offer().versions().forEach(one -> supported.add(one.id()));
        result.set("capabilities", server.offer().capabilities(version));
        if (server.offer().instructions() != null) {
            result.put("instructions", server.offer().instructions());
        }
        return result;
    }

    private ObjectNode rounds(ServerCall call) throws Exception {
        var answers = server.rounds().answers(call.request());
        call.askingBy(new Rounds(call, answers));
        try {
            if (call.request().method().equals("tools/call") && runsAsTask(call)) {
                return createTask(call);
            }
            return complete(call, server.desk().answer(call));
        } catch (InputNeeded needed) {
            var result = Json.object().put("resultType", "input_required");
            var requests = result.putObject("inputRequests");
            needed.questions().forEach(requests::set);
            result.put(
                    "requestState",
                    server.rounds()
                            .pack(call.request(), answers, needed.questions().keySet()));
            return signed(result);
        }
    }

    /** Asks by leaving the handler; it is run again with the answers. */
    private static final class Rounds implements Asker {
        private final ServerCall call;
        private final ObjectNode answers;
        private int asked;

        Rounds(ServerCall call, ObjectNode answers) {
            this.call = call;
            this.answers = answers;
        }

        @Override
        public List<ObjectNode> ask(List<InputRequest> questions) {
            var given = new ArrayList<ObjectNode>();
            var open = new LinkedHashMap<String, ObjectNode>();
            for (var question : questions) {
                requireCapability(question);
                var key = "q" + ++asked;
                if (answers.get(key) instanceof ObjectNode answer) {
                    given.add(answer);
                } else {
                    open.put(key, Question.entry(question, call.version()));
                }
            }
            if (!open.isEmpty()) {
                throw new InputNeeded(open);
            }
            return given;
        }

        private void requireCapability(InputRequest question) {
            Question.missing(question, call.clientCapabilities()).ifPresent(capability -> {
                throw missing(capability);
            });
        }
    }

    private static Refusal missing(ObjectNode capability) {
        var data = Json.object();
        data.set("requiredCapabilities", capability);
        return new Refusal(new RpcError(ErrorCode.MISSING_CAPABILITY, "Missing required client capability", data));
    }

    private boolean runsAsTask(ServerCall call) {
        if (server.offer().pollInterval() == null) {
            return false;
        }
        var support = server.desk().toolOf(call).tool().taskSupport();
        if (support == TaskSupport.REQUIRED) {
            requireTasks(call);
        }
        return support != TaskSupport.FORBIDDEN && declaresTasks(call);
    }

    private static boolean declaresTasks(ServerCall call) {
        return call.clientCapabilities().path("extensions").has(Offer.TASKS);
    }

    private static void requireTasks(ServerCall call) {
        if (!declaresTasks(call)) {
            var capability = Json.object();
            capability.putObject("extensions").putObject(Offer.TASKS);
            throw missing(capability);
        }
    }

    private ObjectNode createTask(ServerCall call) {
        var task = server.tasks().create(null);
        task.onChange(server::taskChanged);
        var result = task.toExtensionJson(call.version());
        task.start(call, () -> server.desk().answer(call));
        return signed(result.put("resultType", "task"));
    }

    private ObjectNode task(ServerCall call) {
        if (server.offer().pollInterval() == null) {
            throw Desk.unknown(call.request().method());
        }
        requireTasks(call);
        var task = server.tasks().task(Desk.string(call.params(), "taskId"));
        return switch (call.request().method()) {
            case "tasks/update" -> {
                if (!(call.params().get("inputResponses") instanceof ObjectNode responses)) {
                    throw Refusal.invalid("'inputResponses' must be an object");
                }
                task.answer(responses);
                yield Json.object();
            }
            case "tasks/cancel" -> {
                task.cancel();
                yield Json.object();
            }
            default -> task.toExtensionJson(call.version());
        };
    }

    private ObjectNode listen(ServerCall call) throws InterruptedException {
        var id = call.request().id();
        var listener = listener(call);
        var accepted = listener.filter().toJson();
        if (!listener.taskIds().isEmpty()) {
            listener.taskIds().forEach(accepted.putArray("taskIds")::add);
        }
        var acknowledged = Json.object();
        acknowledged.set("notifications", accepted);
        telling.lock();
        try {
            tell(id, "notifications/subscriptions/acknowledged", acknowledged);
            listeners.put(id, listener);
        } finally {
            telling.unlock();
        }
        try {
            listener.end().await();
        } finally {
            listeners.remove(id);
        }
        var result = signed(Json.object().put("resultType", "complete"));
        result.withObjectProperty("_meta").set(MetaKey.SUBSCRIPTION_ID, id.toJson());
        return result;
    }

    /** Accepts what the server can tell about. */
    private Listener listener(ServerCall call) {
        var capabilities = server.offer().capabilities(call.version());
        var wanted = call.params().path("notifications");
        try {
            var asked = SubscriptionFilter.from(wanted);
            var accepted = new SubscriptionFilter(
                    asked.tools() && capabilities.has("tools"),
                    asked.prompts() && capabilities.has("prompts"),
                    asked.resources() && capabilities.has("resources"),
                    capabilities.has("resources") ? asked.resourceUris() : Set.of());
            Set<String> taskIds = ConcurrentHashMap.newKeySet();
            if (declaresTasks(call) && server.offer().pollInterval() != null) {
                wanted.path("taskIds").forEach(id -> taskIds.add(id.asString()));
            }
            return new Listener(accepted, taskIds, new CountDownLatch(1));
        } catch (BadShape unreadable) {
            throw Refusal.invalid(String.valueOf(unreadable.getMessage()));
        }
    }

    private void tell(RequestId subscription, String method, ObjectNode params) {
        params.withObjectProperty("_meta").set(MetaKey.SUBSCRIPTION_ID, subscription.toJson());
        connection.tell(method, params);
    }

    private ObjectNode complete(ServerCall call, ObjectNode result) {
        result.put("resultType", "complete");
        if (CACHEABLE.contains(call.request().method())) {
            var hint = server.offer().cache();
            result.put("ttlMs", hint.ttl().toMillis()).put("cacheScope", hint.shared() ? "public" : "private");
        }
        return signed(result);
    }

    private ObjectNode signed(ObjectNode result) {
        result.withObjectProperty("_meta")
                .set(MetaKey.SERVER_INFO, server.offer().info().toJson());
        return result;
    }
}
