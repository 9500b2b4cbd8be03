package dev.fairlead.cli.chat;

import dev.fairlead.agent.Approval;
import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.ServerQuestion;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.cli.frame.Question;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.ApprovalRequest.Reason;
import dev.fairlead.protocol.ToolAnnotations;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.StoreException;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** Whoever decides what the model may do: the person in front of the terminal, or {@code --yes}. */
final class ChatPerson {
    private static final String CHOICES = "[y]es, [c]hat, [s]erver, [a]lways, [e]dit, [v]iew, [N]o > ";
    private static final String PASSING_CHOICES = "[y]es, [c]hat, [s]erver, [e]dit, [v]iew, [N]o > ";

    private final Visit visit;
    private final boolean yes;
    private final ChatServers servers;
    private final ChatQuestions questions;
    private final ModelName model;
    private String missing = "";

    ChatPerson(Visit visit, boolean yes, ChatServers servers, ChatQuestions questions, ModelName model) {
        this.visit = visit;
        this.yes = yes;
        this.servers = servers;
        this.questions = questions;
        this.model = model;
    }

    /** Notes that questions of servers were declined because nobody was there. */
    void missedQuestions() {
        missing = missing.isEmpty() ? "nobody was there to answer what a server asked; --answer answers it" : missing;
    }

    /** Returns what was denied because nobody was there, in words; empty for nothing. */
    String missing() {
        return missing;
    }

    void decide(Approval approval) {
        if (approval.over()) {
            return; // by what was said of another call of the same server, or because that is gone
        }
        var request = approval.request();
        if (isOurs(request) || (yes && !(request.reason() instanceof Reason.Changed))) {
            approval.allow(Reach.ONCE);
        } else if (visit.mayAsk()) {
            ask(approval);
        } else {
            missing = "nobody was there to allow what the model wanted to call; --yes allows it";
            approval.deny(
                    request.reason() instanceof Reason.Changed
                            ? "the tool is not what was approved, and nobody is there to look at it"
                            : "nobody is there to be asked");
        }
    }

    /** What a server says of its tools is believed only of the one that is a part of this program. */
    private boolean isOurs(ApprovalRequest request) {
        var annotations = request.definition().tool().annotations();
        return servers.isBuiltIn(request.server()) && annotations != null && readsOnly(annotations);
    }

    private static boolean readsOnly(ToolAnnotations annotations) {
        return Boolean.TRUE.equals(annotations.readOnlyHint());
    }

    /** It costs money and shows the model what somebody else wrote, so that only a person agrees to it. */
    void decide(ServerQuestion.Sampling question) {
        if (questions.dialogue().agreesToSampling(question.request(), question.asking(), model.toString())) {
            question.allow();
        } else {
            if (!visit.mayAsk()) {
                missing = "nobody was there to let a server use the model; in a terminal somebody is asked";
            }
            question.decline();
        }
    }

    private void ask(Approval approval) {
        var request = approval.request();
        var call = new ShownCall(visit, request);
        call.show();
        boolean passing = servers.isPassing(request.server());
        var question = asking(request.definition().name(), request.server());
        while (!approval.over()) {
            // The names once more: what stands above may hold anything that the model wrote.
            var typed = question.text("Allow '%s' of '%s'? %s"
                            .formatted(
                                    CallCard.name(request.definition().name()),
                                    CallCard.name(request.server()),
                                    passing ? PASSING_CHOICES : CHOICES))
                    .orElse("n")
                    .toLowerCase(Locale.ROOT);
            switch (typed) {
                case "y", "yes" -> allow(approval, call, Reach.ONCE);
                case "c", "chat" -> allow(approval, call, Reach.CHAT);
                case "s", "server" -> allow(approval, call, Reach.CHAT_SERVER);
                case "a", "always" -> always(approval, call, passing, question);
                case "e", "edit" -> edit(approval, call, question);
                case "v", "view" -> call.showAll();
                case "n", "no", "" ->
                    approval.deny(question.text("Why not? It is told to the model; Enter for nothing > ")
                            .orElse(""));
                default ->
                    visit.warn(
                            "type y for this call, c for this tool in this chat, s for all tools of the server in this"
                                    + " chat,"
                                    + " %se to edit the arguments, v to view all of it, n for no"
                                            .formatted(passing ? "" : "a for good, "));
            }
        }
        if (!approval.answered()) {
            visit.warn("nobody waits for this any more: the call ended while it was being asked about");
        }
    }

    private static void allow(Approval approval, ShownCall call, Reach reach) {
        if (call.mayBeAllowed()) {
            approval.allow(reach);
        }
    }

    private void edit(Approval approval, ShownCall call, Question question) {
        if (call.mayBeEdited()) {
            edited(question).ifPresent(approval::edit);
        }
    }

    private void always(Approval approval, ShownCall call, boolean passing, Question question) {
        if (passing) {
            visit.warn("this server is not configured, so that nothing is decided about it for later; 'fairlead add'"
                    + " configures it");
            return;
        }
        if (!call.mayBeAllowed()) {
            return;
        }
        call.showDefinition();
        var whole = question.text("Always for t: this tool, as it is defined now, s: all of its server > ")
                .orElse("")
                .toLowerCase(Locale.ROOT);
        boolean server = whole.equals("s") || whole.equals("server");
        if (!server && !whole.equals("t") && !whole.equals("tool")) {
            return;
        }
        boolean sure = (approval.request().forGood() && !server)
                || question.agreed("It may change things, and nobody will be asked again. Really always?", false);
        if (sure) {
            try {
                approval.allow(server ? Reach.ALWAYS_SERVER : Reach.ALWAYS);
            } catch (StoreException full) {
                visit.warn("it is allowed now, and could not be noted for later: " + full.getMessage());
            }
        }
    }

    private Optional<ObjectNode> edited(Question question) {
        var typed = question.text("Arguments as JSON > ").orElse("");
        try {
            if (Json.parse(typed) instanceof ObjectNode arguments) {
                return Optional.of(arguments);
            }
            visit.warn("arguments are a JSON object, such as {\"a\":2}");
        } catch (JacksonException bad) {
            visit.warn("that is no JSON: " + bad.getOriginalMessage());
        }
        return Optional.empty();
    }

    private Question asking(String what, String server) {
        return new Question(visit.surroundings(), visit.floor(), what, server);
    }
}
