package dev.fairlead.client.peer;

import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.ServerExitedException;

/**
 * Tells failures of later requests as what they are for the call that needs them: about its task, or the answers to questions
 * of the server. Such a request may be repeated if it was never sent, but not the call: the server has worked on it.
 */
public final class Begun {
    private final String attempted;
    private final String server;

    /** Speaks of a call of which the server knows. */
    public Begun(Invocation call, String server) {
        this(call.words(), server);
    }

    Begun(String call, String server) {
        this.attempted = call + ", which had begun,";
        this.server = server;
    }

    /** Tells of a failure, unless that says by itself that the call may have been carried out. */
    public McpException told(McpException failure) {
        return failure.maybeExecuted() ? failure : because(failure);
    }

    /**
     * Tells of the failure of a call's second attempt. Where nobody knows what became of the first, nobody knows what
     * became of the call, whatever is known of the second.
     */
    static McpException again(Invocation call, String server, McpException first, McpException second) {
        var told = first.maybeExecuted() ? new Begun(call, server).told(second) : second;
        told.addSuppressed(first);
        return told;
    }

    private McpException because(McpException failure) {
        return switch (failure) {
            case ServerExitedException gone ->
                new ServerExitedException(attempted, server, gone.exitCode(), gone.lastErrorLines(), true);
            case ConnectionLostException lost ->
                new ConnectionLostException(attempted, server, lost.detail(), true, lost);
            case HttpStatusException refused ->
                new HttpStatusException(attempted, server, refused.status(), refused.detail(), true);
            case ServerErrorException answer -> new ServerErrorException(attempted, server, answer.error(), true);
            case CallTimeoutException late ->
                new CallTimeoutException(attempted, server, "none in time", late.elapsed(), null, true);
            case ClientClosedException ours -> new ClientClosedException(attempted, server, true);
            case CallCancelledException ours -> new CallCancelledException(attempted, server, true);
            case AuthorizationException wall -> wall.inTheCourseOf(attempted);
            default ->
                new ConnectionLostException(attempted, server, String.valueOf(failure.getMessage()), true, failure);
        };
    }
}
