package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.wire.Breakage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import okhttp3.Request;
import okhttp3.Response;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * A response that is no success, read as far as it helps.
 *
 * @param status its status
 * @param said what the server said with it, made fit to be shown
 * @param error the JSON-RPC error in it, if there is one
 * @param answered the request that the error names
 * @param challenge what the server demands
 */
record Rejection(
        int status,
        String said,
        @Nullable RpcError error,
        @Nullable RequestId answered,
        Challenge challenge) {
    private static final int READ_BYTES = 64 << 10;
    private static final int SHOWN = 200;

    /** Reads a response. */
    static Rejection read(Response response) {
        var sent = response.request();
        var body = body(response);
        var failure = failure(body.toByteArray());
        var error = failure == null ? null : hidden(failure.error(), sent);
        return new Rejection(
                response.code(),
                said(
                        response,
                        error,
                        Secrets.hide(body.string(StandardCharsets.UTF_8).strip(), sent)),
                error,
                failure == null ? null : failure.id(),
                Answered.challenge(response));
    }

    private static ByteString body(Response response) {
        var source = response.body().source();
        try {
            source.request(READ_BYTES);
        } catch (IOException cut) {
            return ByteString.EMPTY; // The status says enough.
        }
        return source.getBuffer().snapshot((int) Math.min(source.getBuffer().size(), READ_BYTES));
    }

    private static String said(Response response, @Nullable RpcError error, String body) {
        if (error != null) {
            return error.message();
        }
        // A page for browsers says nothing that the status does not, and says it in many lines.
        var page = body.isEmpty() || body.startsWith("<");
        return page ? response.message() : Excerpt.of(body, SHOWN);
    }

    private static dev.fairlead.protocol.rpc.Response.@Nullable Failure failure(byte[] body) {
        var messages = new ArrayList<Message>();
        MessageCodec.decode(body, 0, body.length, messages::add);
        return messages.size() == 1 && messages.getFirst() instanceof dev.fairlead.protocol.rpc.Response.Failure failure
                ? failure
                : null;
    }

    private static RpcError hidden(RpcError error, Request sent) {
        return new RpcError(error.code(), Secrets.hide(error.message(), sent), error.data());
    }

    /** Returns this rejection, of something else than the message that somebody waits for. */
    Rejection to(String asked) {
        return new Rejection(
                status,
                "in answer to %s%s".formatted(asked, said.isEmpty() ? "" : ": " + said),
                error,
                answered,
                challenge);
    }

    /** Tells whether it is about who is asking. */
    boolean wall() {
        return status == 401 || status == 403;
    }

    /** Tells whether the message may have been carried out: whatever fails after it was accepted may have failed after that. */
    boolean accepted() {
        return accepted(status);
    }

    private static boolean accepted(int status) {
        return status >= 500 || status == 408 || status == 303; // This one sends whoever has been served elsewhere.
    }

    /** Tells whether a status is about one message: its size, its moment, or how it fared. The next one may be taken. */
    static boolean aboutOneMessage(int status) {
        return switch (status) {
            case 413, 429, 431 -> true;
            default -> accepted(status);
        };
    }

    /** Returns how to tell it to whoever waits. */
    Breakage breakage() {
        if (wall()) {
            return (attempted, server, maybeExecuted) -> new AuthorizationException(attempted, server, challenge);
        }
        var detail = Excerpt.of(words(), 2 * SHOWN);
        return (attempted, server, maybeExecuted) ->
                new HttpStatusException(attempted, server, status, detail, accepted() && maybeExecuted);
    }

    private String words() {
        return switch (status) {
            case 413 -> "the message is too large for the server";
            case 431 -> "the headers are too large for the server";
            default -> said;
        };
    }
}
