package dev.fairlead.testkit;

import dev.fairlead.protocol.GetPromptResult;

/** How a prompt of a {@link FakeServer} is filled in. */
@FunctionalInterface
public interface PromptHandler {

    /** Fills it in. */
    GetPromptResult fill(ServerCall call) throws Exception;
}
