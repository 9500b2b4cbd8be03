package dev.fairlead.cli.chat;

import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.question.Excerpts;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.ApprovalRequest.Reason;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;

/** A call that somebody is asked about, and what of it they were shown: a yes counts only for what they could read. */
final class ShownCall {
    private final Visit visit;
    private final ApprovalRequest request;
    private final String arguments;
    private final String definition;
    private boolean argumentsShown;
    private boolean definitionShown;

    ShownCall(Visit visit, ApprovalRequest request) {
        this.visit = visit;
        this.request = request;
        this.arguments = Json.write(request.arguments());
        this.definition = request.definition().text();
    }

    /** Shows what is wanted, and the beginning of arguments that are long. */
    void show() {
        var beginning = CallCard.cut(arguments);
        argumentsShown = beginning.endsWith("}");
        visit.warn("the model wants to call '%s' of server '%s'%s, with %s%s"
                .formatted(
                        CallCard.name(request.definition().name()),
                        CallCard.name(request.server()),
                        why(request.reason()),
                        beginning,
                        argumentsShown ? "" : " (of %s characters; v shows all)".formatted(arguments.length())));
        showDifference();
    }

    /** Shows all that a yes is for, or as much of it as can be read, and says so. */
    void showAll() {
        if (!isReadable(List.of(definition), "denied")) {
            return;
        }
        showDefinition();
        showDifference();
        if (isReadable(List.of(definition, arguments), "denied, or edited")) {
            visit.warn("its arguments: " + arguments);
            argumentsShown = true;
        }
    }

    /** Shows how the tool is defined. */
    void showDefinition() {
        visit.warn("its definition: " + definition);
        definitionShown = true;
    }

    /** Tells whether a yes counts now, and says what is missing where it does not. */
    boolean mayBeAllowed() {
        return isReadable(List.of(definition), "denied")
                && isReadable(List.of(definition, arguments), "denied, or edited")
                && isShown(argumentsShown);
    }

    /** Tells the same of a yes to other arguments. */
    boolean mayBeEdited() {
        return isReadable(List.of(definition), "denied") && isShown(true);
    }

    private boolean isReadable(List<String> texts, String left) {
        boolean readable =
                Excerpts.readable(texts, visit.surroundings().screen().columns());
        if (!readable) {
            visit.warn("it is too long to be read here before somebody agrees (its definition has %s characters, its"
                            .formatted(definition.length())
                    + " arguments %s); it can only be %s".formatted(arguments.length(), left));
        }
        return readable;
    }

    /** A definition has to be seen where another one was approved; the difference is only an excerpt of it. */
    private boolean isShown(boolean seen) {
        boolean shown = seen && (definitionShown || !isChanged());
        if (!shown) {
            visit.warn("not all of it was shown yet; type v to see it, and then answer");
        }
        return shown;
    }

    private void showDifference() {
        if (request.reason() instanceof Reason.Changed(var diff)) {
            visit.warn("what has changed%s:".formatted(definitionShown ? "" : " (v shows all of its definition)"));
            diff.lines().forEach(line -> visit.warn("  " + line));
        }
    }

    private boolean isChanged() {
        return request.reason() instanceof Reason.Changed;
    }

    private static String why(Reason reason) {
        return switch (reason) {
            case Reason.FirstUse first -> ", for the first time";
            case Reason.Changed changed -> ", WHICH HAS CHANGED SINCE IT WAS APPROVED";
            case Reason.Rule rule -> "";
        };
    }
}
