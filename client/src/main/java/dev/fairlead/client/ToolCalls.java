package dev.fairlead.client;

import dev.fairlead.client.peer.Begun;
import dev.fairlead.client.peer.CallScope;
import dev.fairlead.client.peer.Diary;
import dev.fairlead.client.peer.Invocation;
import dev.fairlead.client.peer.Peer;
import dev.fairlead.client.peer.Premise;
import dev.fairlead.client.peer.Reply;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Task;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolExecution;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.error.InvalidResultException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.ToolChangedException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls tools: checks what goes out, follows tasks, checks what comes back. */
final class ToolCalls {
    private static final String METHOD = "tools/call";

    private final String server;
    private final ClientProfile profile;
    private final Peer peer;
    private final Rounds rounds;
    private final ToolIndex index;
    private final Supplier<Map<String, String>> leftOut;
    private final Diary diary;

    ToolCalls(
            String server,
            ClientProfile profile,
            Peer peer,
            Rounds rounds,
            ToolIndex index,
            Supplier<Map<String, String>> leftOut,
            Diary diary) {
        this.server = server;
        this.profile = profile;
        this.peer = peer;
        this.rounds = rounds;
        this.index = index;
        this.leftOut = leftOut;
        this.diary = diary;
    }

    /** Calls a tool and waits for its result. */
    ToolResult call(String name, @Nullable Object given, CallOptions options) {
        var scope = options.scope(profile.limitsOf(name));
        var arguments = Arguments.of(given, () -> METHOD + " " + name, server);
        var premise = premise(name, options, scope);
        var tool = definition(name, options, scope);
        check(name, tool, arguments, options, scope);
        boolean asTask = tool.map(this::demandsTask).orElse(false);
        var invocation = invocation(name, tool, arguments, asTask).restingOn(premise);
        return switch (reply(invocation, name, arguments, asTask, options, scope)) {
            case Reply.Complete done -> result(invocation, tool, done.result(), scope);
            case Reply.Deferred later -> result(invocation, tool, peer.await(later.task(), invocation, scope), scope);
            case Reply.InputRequired ask -> throw new AssertionError("answered above: " + ask);
        };
    }

    /** Calls a tool, as a task wherever the server can make one of it. */
    ToolStart start(String name, @Nullable Object given, CallOptions options) {
        var scope = options.scope(profile.limitsOf(name));
        var arguments = Arguments.of(given, () -> METHOD + " " + name, server);
        var premise = premise(name, options, scope);
        var tool = definition(name, options, scope);
        check(name, tool, arguments, options, scope);
        boolean asTask = tool.map(this::allowsTask).orElse(false);
        var invocation = invocation(name, tool, arguments, asTask).restingOn(premise);
        return switch (reply(invocation, name, arguments, asTask, options, scope)) {
            case Reply.Complete done -> new ToolStart.Finished(result(invocation, tool, done.result(), scope));
            case Reply.Deferred later -> new ToolStart.Running(new Background(name, tool, invocation, later.task()));
            case Reply.InputRequired ask -> throw new AssertionError("answered above: " + ask);
        };
    }

    /** Returns what the call rests on, if the caller named the definition; to be had before the definition is looked at. */
    private @Nullable Premise premise(String name, CallOptions options, CallScope scope) {
        return options.expected() == null
                ? null
                : new Premise(peer.session(), () -> {
                    var ignored = definition(name, options, scope);
                });
    }

    private Optional<Tool> definition(String name, CallOptions options, CallScope scope) {
        if (!peer.server().capabilities().tools()) {
            throw new UnsupportedFeatureException(METHOD + " " + name, server, "the server offers no tools");
        }
        var tool = index.find(name, scope);
        var why = leftOut.get().get(name);
        if (tool.isEmpty() && why != null) {
            throw new UnsupportedFeatureException(METHOD + " " + name, server, "the tool is left out: " + why);
        }
        return expected(name, tool, options);
    }

    /** Returns the definition, unless it is another one than the caller wants to call. */
    private Optional<Tool> expected(String name, Optional<Tool> now, CallOptions options) {
        if (options.expected() != null && !now.equals(Optional.of(options.expected()))) {
            throw new ToolChangedException(METHOD + " " + name, server);
        }
        return now;
    }

    private void check(String name, Optional<Tool> tool, ObjectNode arguments, CallOptions options, CallScope scope) {
        if (!profile.checkArguments() || tool.isEmpty()) {
            return; // A tool that is not listed may exist all the same; the server knows.
        }
        var problems = index.problems(tool.get().inputSchema(), arguments);
        if (!problems.isEmpty()) {
            // Perhaps the tool has changed since it was listed.
            problems = expected(name, index.findAgain(name, scope), options)
                    .map(now -> index.problems(now.inputSchema(), arguments))
                    .orElse(problems);
        }
        if (!problems.isEmpty()) {
            throw new InvalidArgumentsException(METHOD + " " + name, server, problems);
        }
    }

    private boolean demandsTask(Tool tool) {
        return support(tool) == ToolExecution.TaskSupport.REQUIRED;
    }

    private boolean allowsTask(Tool tool) {
        return support(tool) != ToolExecution.TaskSupport.FORBIDDEN;
    }

    private ToolExecution.TaskSupport support(Tool tool) {
        // Without the server's word for it, what the tool says does not count.
        if (!peer.server().capabilities().taskCalls() || tool.execution() == null) {
            return ToolExecution.TaskSupport.FORBIDDEN;
        }
        return tool.execution().support();
    }

    /** Makes the call, and once more with the newest definition where the server says that ours must be out of date. */
    private Reply reply(
            Invocation invocation,
            String name,
            ObjectNode arguments,
            boolean asTask,
            CallOptions options,
            CallScope scope) {
        try {
            return rounds.complete(invocation, scope);
        } catch (ServerErrorException refused) {
            boolean unread = refused.error().code() == ErrorCode.HEADER_MISMATCH && !refused.maybeExecuted();
            if (!unread || !peer.mirrorsArguments()) {
                throw refused;
            }
            // Nothing was carried out, so that repeating it is safe.
            var now = expected(name, index.findAgain(name, scope), options);
            return rounds.complete(invocation(name, now, arguments, asTask).restingOn(invocation.premise()), scope);
        }
    }

    private static Invocation invocation(String name, Optional<Tool> tool, ObjectNode arguments, boolean asTask) {
        var params = Json.object().put("name", name);
        params.set("arguments", arguments);
        if (asTask) {
            params.putObject("task");
        }
        var invocation = Invocation.of(METHOD, params, name);
        return tool.map(invocation::of).orElse(invocation);
    }

    private ToolResult result(Invocation call, Optional<Tool> tool, ObjectNode json, CallScope scope) {
        if (json.path("content").isMissingNode() || json.path("content").isNull()) {
            diary.badShape("a result of tool %s without content".formatted(call.subject()));
        }
        CallToolResult answer;
        try {
            answer = CallToolResult.from(json);
        } catch (BadShape unreadable) {
            throw new ProtocolViolationException(
                    "%s on server '%s': %s".formatted(call.words(), server, unreadable.getMessage()), unreadable);
        }
        tool.ifPresent(known -> checkResult(call, known, answer, scope));
        return new ToolResult(answer, scope.elapsed());
    }

    private void checkResult(Invocation call, Tool tool, CallToolResult answer, CallScope scope) {
        var schema = tool.outputSchema();
        if (schema == null || answer.isError() || !profile.checkResults()) {
            return;
        }
        var structured = answer.structuredContent();
        if (structured == null) {
            diary.badShape("tool %s promises structured content and sent none".formatted(tool.name()));
            return;
        }
        var problems = index.problems(schema, structured);
        if (!problems.isEmpty()) {
            // Perhaps the tool has changed since it was listed.
            problems = newestSchema(call, tool, problems, scope)
                    .map(now -> index.problems(now, structured))
                    .orElse(problems);
        }
        if (!problems.isEmpty()) {
            throw new InvalidResultException(call.words(), server, problems);
        }
    }

    /** Looks once more at what a tool promises. It has run by then, whatever comes of looking. */
    private Optional<JsonNode> newestSchema(Invocation call, Tool tool, List<String> problems, CallScope scope) {
        try {
            return index.findAgain(tool.name(), scope).flatMap(now -> Optional.ofNullable(now.outputSchema()));
        } catch (CallCancelledException | ClientClosedException gaveUp) {
            throw new Begun(call, server).told(gaveUp);
        } catch (McpException unseen) {
            // What was known before is all that there is to judge by.
            var invalid = new InvalidResultException(call.words(), server, problems);
            invalid.addSuppressed(unseen);
            throw invalid;
        }
    }

    /** A call under way in the background. */
    private final class Background implements RunningTask {
        private final String name;
        private final Optional<Tool> tool;
        private final Invocation invocation;
        private final ObjectNode created;
        private final Task description;

        Background(String name, Optional<Tool> tool, Invocation invocation, ObjectNode created) {
            this.name = name;
            this.tool = tool;
            this.invocation = invocation;
            this.created = created;
            this.description = task(created);
        }

        @Override
        public Task created() {
            return description;
        }

        @Override
        public Task state() {
            return task(ask("tasks/get"));
        }

        @Override
        public ToolResult await(CallOptions options) {
            var scope = options.scope(profile.limitsOf(name));
            return result(invocation, tool, peer.await(created, invocation, scope), scope);
        }

        @Override
        public void cancel() {
            var ignored = ask("tasks/cancel");
        }

        private Task task(ObjectNode json) {
            try {
                return Task.from(json);
            } catch (BadShape unreadable) {
                throw new ProtocolViolationException(
                        "%s %s on server '%s': %s".formatted(METHOD, name, server, unreadable.getMessage()),
                        unreadable);
            }
        }

        private ObjectNode ask(String method) {
            var id = description.taskId();
            return rounds.result(
                    Invocation.of(method, Json.object().put("taskId", id), id),
                    CallOptions.usual().scope(profile.limits()));
        }
    }
}
