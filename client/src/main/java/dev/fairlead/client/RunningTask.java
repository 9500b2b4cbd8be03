package dev.fairlead.client;

import dev.fairlead.protocol.Task;

/** A tool call that the server carries out in the background. */
public interface RunningTask {

    /** Returns the task as the server described it when it began. */
    Task created();

    /** Asks the server how far the task is. */
    Task state();

    /** Waits for the result, answering the server's questions on the way. */
    ToolResult await(CallOptions options);

    /** Asks the server to stop; whether and when it does is its own affair. */
    void cancel();
}
