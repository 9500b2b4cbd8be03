package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.protocol.rpc.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** Pieces of an answer in a form for people. */
final class Pieces {

    private Pieces() {}

    static String describe(ReplyPiece piece) {
        return switch (piece) {
            case ReplyPiece.TextDelta delta -> "text + " + quoted(delta.text());
            case ReplyPiece.ThinkingDelta delta -> "thinking + " + quoted(delta.text());
            case ReplyPiece.Whole whole -> "whole " + describe(whole.part());
            case ReplyPiece.End end ->
                "end %s (%s) input %d, output %d, thinking %d, cached %d"
                        .formatted(
                                end.end().reason(),
                                end.end().detail(),
                                end.usage().input(),
                                end.usage().output(),
                                end.usage().thinking(),
                                end.usage().cached());
        };
    }

    private static String describe(Part part) {
        return switch (part) {
            case Part.Text text -> "text " + quoted(text.text()) + kept(text.keepsake());
            case Part.Thinking thought -> "thinking " + quoted(thought.text()) + kept(thought.keepsake());
            case Part.Media media -> "media " + media.mimeType();
            case Part.Call call -> {
                String unreadable = call.unreadable() == null ? "" : " unreadable " + quoted(call.unreadable());
                yield "call %s %s %s%s%s"
                        .formatted(
                                call.id(),
                                quoted(call.name()),
                                Json.write(call.arguments()),
                                unreadable,
                                kept(call.keepsake()));
            }
        };
    }

    private static String kept(@Nullable Keepsake keepsake) {
        return keepsake == null ? "" : " keeping %s %s".formatted(keepsake.provider(), Json.write(keepsake.data()));
    }

    private static String quoted(String text) {
        return Json.write(JsonNodeFactory.instance.stringNode(text));
    }
}
