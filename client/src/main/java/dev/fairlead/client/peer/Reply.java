package dev.fairlead.client.peer;

import dev.fairlead.protocol.InputRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What one round trip brought back, free of wire detail. */
public sealed interface Reply {

    /** The result itself. */
    record Complete(ObjectNode result) implements Reply {}

    /** The server has questions first. */
    record InputRequired(
            Map<String, InputRequest> requests, @Nullable String state) implements Reply {}

    /** The server will answer later: the call has become a task. */
    record Deferred(ObjectNode task) implements Reply {}
}
