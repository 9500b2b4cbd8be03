package dev.fairlead.testkit;

import dev.fairlead.protocol.CallToolResult;

/** What a tool of a {@link FakeServer} does. */
@FunctionalInterface
public interface ToolHandler {

    /**
     * Does it. A {@link Refusal} becomes a JSON-RPC error, any other exception a result that says it failed.
     *
     * <p>In the modern era a handler that asks is run again from its beginning once the answer is there.
     */
    CallToolResult call(ServerCall call) throws Exception;
}
