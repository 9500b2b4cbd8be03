package dev.fairlead.client.peer;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.Implementation;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a peer must know of us.
 *
 * @param server how texts name the server
 * @param identity who we are
 * @param handlers who answers the server's questions
 * @param extensions the extensions we speak, with their settings
 * @param diary who hears of news and oddities
 * @param closing who ends pauses when the connection is over
 * @param politeShutdown whether to ask the server to shut down before its input is closed
 */
public record PeerTerms(
        String server,
        Implementation identity,
        InputHandlers handlers,
        Map<String, ObjectNode> extensions,
        Diary diary,
        Closing closing,
        boolean politeShutdown) {

    /** The extension under which a modern server may answer a call with a task. */
    public static final String TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

    /** Returns the capabilities that we declare in either era; what differs is added by the era. */
    public ObjectNode capabilities() {
        var capabilities = handlers.capabilities();
        if (!extensions.isEmpty()) {
            var declared = capabilities.putObject("extensions");
            extensions.forEach((id, settings) -> declared.set(id, settings.deepCopy()));
        }
        return capabilities;
    }
}
