package dev.fairlead.agent;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What happened in a session, a line for each event, without what depends on the provider: how the words are cut, what
 * it counts, what it keeps of its thoughts, and by which ids calls are known. Calls that are made at once are told one after the other.
 */
final class SessionLines {
    private static final Pattern MARK = Pattern.compile("between the marks ([0-9a-f]{24}) is");

    private final String folder;
    private final List<String> ids = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final List<OfCall> ofCalls = new ArrayList<>();
    private final StringBuilder words = new StringBuilder();

    /** A line about a call, which is told with the others of the same call. */
    private record OfCall(int number, String line) {}

    /**
     * Begins without any event.
     *
     * @param folder whose name is left out
     */
    SessionLines(Path folder) {
        this.folder = folder.toString();
    }

    void add(AgentEvent event) {
        if (event instanceof AgentEvent.TextDelta(var text)) {
            words.append(text);
            return;
        }
        say();
        switch (event) {
            case AgentEvent.ApprovalNeeded(var approval) ->
                ofCall(
                        approval.callId(),
                        "may %s of %s be called with %s? (%s)"
                                .formatted(
                                        approval.request().definition().name(),
                                        approval.request().server(),
                                        Json.write(approval.request().arguments()),
                                        approval.request().reason().getClass().getSimpleName()));
            case AgentEvent.ToolProgressed(var id, var progress) -> ofCall(id, "progress " + progress.progress());
            case AgentEvent.ToolDone(var record, var told) -> {
                ofCall(record.id(), done(record));
                ofCall(record.id(), "the model is told: " + shown(told));
            }
            default -> {
                tellCalls();
                lines.add(line(event));
            }
        }
    }

    List<String> all() {
        tellCalls();
        return List.copyOf(lines);
    }

    private String line(AgentEvent event) {
        return switch (event) {
            case AgentEvent.StepBegan(int step) -> "step " + step;
            case AgentEvent.ThinkingDelta thought -> "a thought";
            case AgentEvent.MediaShown(var media) -> "shows " + media.mimeType();
            case AgentEvent.UsageReported usage -> "counted";
            case AgentEvent.MediaLeftOut(var reason) -> "without media: " + reason;
            case AgentEvent.ToolLeftOut(var name, var reason) -> "left out: %s, %s".formatted(name, reason);
            case AgentEvent.ToolAsked(var id, var name, var server, var tool, var arguments) -> {
                ids.add(id);
                yield "call %d: %s, which is %s of %s, with %s"
                        .formatted(ids.size(), name, tool, server, Json.write(arguments));
            }
            case AgentEvent.QuestionAsked(ServerQuestion.Form form) ->
                "%s asks, because of %s: %s"
                        .formatted(
                                form.asking().server(),
                                form.asking().cause().orElse("nothing known"),
                                form.form().message());
            case AgentEvent.QuestionAsked(var question) ->
                "%s asks otherwise".formatted(question.asking().server());
            case AgentEvent.Finished(var outcome, var transcript) -> "finished: " + ending(outcome);
            default -> throw new IllegalArgumentException(event.toString());
        };
    }

    private static String ending(Outcome outcome) {
        return outcome instanceof Outcome.Answered(var text, var end)
                ? "answered, %s: %s".formatted(end.reason(), text)
                : outcome.toString();
    }

    private String done(CallRecord record) {
        var text = "%s at %s/%s%s, %s, %s"
                .formatted(
                        record.status(),
                        record.server(),
                        record.tool(),
                        record.unknown() ? ", perhaps" : "",
                        record.error() == null ? "no error" : record.error(),
                        record.answer() == null ? "no answer" : Json.write(record.answer()));
        return placeless(text);
    }

    private String shown(CallResult told) {
        return (told.failed() ? "failed: " : "") + placeless(markless(Transcript.text(told.parts())));
    }

    private void say() {
        if (!words.isEmpty()) {
            lines.add("says: " + words);
            words.setLength(0);
        }
    }

    private void ofCall(String id, String line) {
        int number = ids.indexOf(id) + 1;
        ofCalls.add(new OfCall(number, "call %d: %s".formatted(number, line)));
    }

    private void tellCalls() {
        ofCalls.stream().sorted(Comparator.comparingInt(OfCall::number)).forEach(one -> lines.add(one.line()));
        ofCalls.clear();
    }

    /** Writes a conversation without what depends on the provider. */
    String written(Transcript transcript) {
        var json = transcript.toJson();
        json.remove(List.of("id", "began"));
        json.path("calls").forEach(call -> {
            nameless((ObjectNode) call);
            ((ObjectNode) call).remove("milliseconds");
        });
        json.path("turns").forEach(turn -> {
            ((ObjectNode) turn).remove(List.of("model", "usage"));
            if (turn.path("end") instanceof ObjectNode end) {
                end.remove("detail");
            }
            if (turn.path("parts") instanceof ArrayNode parts) {
                parts.removeIf(part -> part.path("type").stringValue().equals("thinking"));
            }
            turn.path("parts").forEach(part -> {
                nameless((ObjectNode) part);
                ((ObjectNode) part).remove("keepsake");
            });
            turn.path("results").forEach(result -> {
                nameless((ObjectNode) result);
                result.path("parts").forEach(part -> {
                    if (part.path("text").isString()) {
                        ((ObjectNode) part)
                                .put("text", markless(part.path("text").stringValue()));
                    }
                });
            });
        });
        return json.toPrettyString();
    }

    private void nameless(ObjectNode json) {
        if (json.path("id").isString()) {
            json.put("id", "call " + (ids.indexOf(json.path("id").stringValue()) + 1));
        }
    }

    private static String markless(String text) {
        var mark = MARK.matcher(text);
        return mark.find() ? text.replace(mark.group(1), "MARK") : text;
    }

    private String placeless(String text) {
        return text.replace(folder, "FOLDER").replace("\n", "⏎");
    }
}
