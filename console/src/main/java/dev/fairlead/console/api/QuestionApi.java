package dev.fairlead.console.api;

import dev.fairlead.console.question.Approvals;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;
import dev.fairlead.protocol.rpc.Json;

/** How the page answers what servers ask and what calls wait for. */
final class QuestionApi {
    private final Parts parts;

    QuestionApi(Parts parts) {
        this.parts = parts;
    }

    void addTo(Routes routes) {
        routes.post("/api/questions/{id}", inquiry -> {
            parts.questions().answer(inquiry.path("id"), inquiry.body("action", "content", "answer"));
            return Reply.done();
        });
        routes.post("/api/tasks/{id}/cancel", inquiry -> {
            inquiry.body();
            parts.tasks().cancel(inquiry.path("id"));
            return Reply.done();
        });
        routes.post("/api/tasks/{id}/ask", inquiry -> {
            inquiry.body();
            parts.tasks().ask(inquiry.path("id"));
            return Reply.done();
        });
        routes.get("/api/approvals/kept", inquiry -> {
            var json = Json.object();
            json.set("kept", parts.calls().remembered().all());
            return Reply.json(json);
        });
        routes.on("DELETE", "/api/approvals/kept/{id}", inquiry -> {
            parts.calls().remembered().forget(inquiry.path("id"));
            return Reply.done();
        });
        routes.post("/api/approvals/{id}", inquiry -> {
            var body = inquiry.body("decision", "reason", "arguments");
            var word = body.choice("decision", "once", "chat", "tool", "server", "deny");
            var reason = body.maybeText("reason", 4_000).orElse("");
            var arguments = body.maybeObject("arguments");
            var request = parts.approvals().request(inquiry.path("id"));
            if (word.equals("chat") && !parts.approvals().inChat(inquiry.path("id"))) {
                throw new Refusal(
                                400,
                                "invalid-field",
                                "Request refused: field 'decision' cannot be 'chat', as this call belongs to no"
                                        + " conversation.")
                        .in("decision")
                        .hint("Allow it once, or for good.");
            }
            if (arguments.isPresent()) {
                if (!word.equals("once")) {
                    throw Refusal.field("arguments", "can only be changed for this one call");
                }
                parts.calls().check().require(request.definition().tool().inputSchema(), arguments.get());
            }
            parts.approvals().decide(inquiry.path("id"), new Approvals.Decision(word, reason, arguments.orElse(null)));
            return Reply.done();
        });
    }
}
