package dev.fairlead.console.call;

import dev.fairlead.console.text.Blocks;
import dev.fairlead.console.text.Shortened;
import dev.fairlead.host.HostResult;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Shows how a call ended. */
final class Endings {
    private static final int IN_HISTORY = 4 << 10;
    private static final int MOST_VIOLATIONS = 50;
    private static final int LONGEST_STRUCTURED = 64 << 10;

    private final ArgumentCheck check;

    Endings(ArgumentCheck check) {
        this.check = check;
    }

    Call.Ending of(Call call, HostResult result, @Nullable Tool tool, ResultShelf shelf) {
        var answer = result.answer();
        var error = result.error() == null ? null : error(result);
        var state = state(result.ending());
        if (answer == null) {
            return new Call.Ending(state, null, 0, -1, error, false, List.of());
        }
        var whole = answer.answer();
        var text = Json.write(whole.toJson());
        long bytes = text.getBytes(StandardCharsets.UTF_8).length;
        IntFunction<@Nullable String> addresses = index -> "/api/calls/%s/block/%s".formatted(call.id(), index);
        var shown = view(whole, bytes, Blocks.LONGEST_TEXT, LONGEST_STRUCTURED, addresses);
        shelf.put(call.id(), whole, shown, bytes + Json.write(shown).length());
        var small = view(whole, bytes, IN_HISTORY, IN_HISTORY, index -> null);
        var violations = violations(whole, tool);
        return new Call.Ending(
                state,
                small,
                Json.write(small).length(),
                bytes,
                error,
                violations != null,
                violations == null ? List.of() : violations);
    }

    static Call.Ending without(Call.State state, String code, String message) {
        var error = Shortened.words(Json.object().put("code", code), "message", message);
        return new Call.Ending(state, null, 0, -1, error, false, List.of());
    }

    private static ObjectNode view(
            CallToolResult result, long bytes, int text, int structured, IntFunction<@Nullable String> addresses) {
        var json = Json.object();
        var shown = Blocks.of(result.content(), text, addresses);
        json.set("content", shown.blocks());
        boolean cut = shown.cut();
        var value = result.structuredContent();
        if (value == null) {
            json.putNull("structured");
        } else {
            int length = Json.write(value).length();
            boolean fits = length <= structured;
            json.set("structured", fits ? value : null);
            if (!fits) {
                json.put("structuredCut", length);
                cut = true;
            }
        }
        if (result.meta() != null && Json.write(result.meta()).length() <= structured) {
            json.set("meta", result.meta());
        }
        return json.put("isError", result.isError()).put("cut", cut).put("bytes", bytes);
    }

    /** Returns how the structured answer breaks the promise of its tool; null if there was no promise to check. */
    private @Nullable List<String> violations(CallToolResult result, @Nullable Tool tool) {
        var schema = tool == null ? null : tool.outputSchema();
        if (schema == null || result.isError() || !check.usable(schema)) {
            return null;
        }
        var value = result.structuredContent();
        if (value == null) {
            return List.of("the tool promises structured content and sent none");
        }
        var words = new ArrayList<String>();
        check.problems(schema, value).stream()
                .limit(MOST_VIOLATIONS)
                .map(problem -> (problem.where() + " " + problem.what()).strip())
                .forEach(text -> words.add(Shortened.of(text, Shortened.LINE)));
        return words;
    }

    private static ObjectNode error(HostResult result) {
        var code = switch (result.ending()) {
            case SUCCESS, TOOL_ERROR -> "tool-error";
            case NOT_FOUND -> "no-such-tool";
            case REFUSED -> "denied";
            case TIMEOUT -> "timeout";
            case DISCONNECTED -> "disconnected";
            case CANCELLED -> "cancelled";
            case FAILED ->
                switch (result.failure()) {
                    case InvalidArgumentsException bad -> "bad-arguments";
                    case AuthorizationException wall -> "login-needed";
                    case null, default -> "failed";
                };
        };
        var json = Shortened.words(Json.object().put("code", code), "message", result.error());
        var hint = hint(result);
        return hint == null ? json : json.put("hint", hint);
    }

    private static @Nullable String hint(HostResult result) {
        if (result.unknown()) {
            return "It may have been done: look before you run it again.";
        }
        return switch (result.ending()) {
            case TIMEOUT -> "Run it again with more time.";
            case DISCONNECTED -> "Reconnect the server, then run it again.";
            default -> result.failure() instanceof AuthorizationException ? "Log in to the server." : null;
        };
    }

    private static Call.State state(HostResult.Ending ending) {
        return switch (ending) {
            case SUCCESS -> Call.State.SUCCESS;
            case TOOL_ERROR -> Call.State.ERROR;
            case REFUSED -> Call.State.DENIED;
            case TIMEOUT -> Call.State.TIMEOUT;
            case CANCELLED -> Call.State.CANCELLED;
            case NOT_FOUND, DISCONNECTED, FAILED -> Call.State.FAILED;
        };
    }
}
