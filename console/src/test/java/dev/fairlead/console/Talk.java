package dev.fairlead.console;

import dev.fairlead.protocol.rpc.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A conversation at a page. */
final class Talk {
    private final Page page;
    private final String id;

    /** Begins one. */
    Talk(Page page) {
        this.page = page;
        this.id = page.post("/api/chats", "{}").path("id").asString("");
    }

    String id() {
        return id;
    }

    void say(String text) {
        var answer = page.send(
                "POST", "/api/chats/" + id + "/send", Json.write(Json.object().put("text", text)));
        if (answer.statusCode() != 202) {
            throw new AssertionError("%d %s".formatted(answer.statusCode(), answer.body()));
        }
    }

    /** Decides about what is asked, as soon as it is. */
    void decide(String word) {
        decide(Json.object().put("decision", word));
    }

    void deny(String reason) {
        decide(Json.object().put("decision", "deny").put("reason", reason));
    }

    private void decide(ObjectNode decision) {
        page.post("/api/approvals/" + page.approval().path("id").asString(""), Json.write(decision));
    }

    /** Waits until nobody is at work on an answer, and returns all of it. */
    JsonNode quiet() {
        return page.await(
                "/api/chats/" + id, json -> !json.path("head").path("running").asBoolean());
    }
}
