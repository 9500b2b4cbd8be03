package dev.fairlead.client;

/** What starting a tool call brought: its result at once, or a task that will have it later. */
public sealed interface ToolStart {

    /** The call is over. */
    record Finished(ToolResult result) implements ToolStart {}

    /** The call goes on in the background. */
    record Running(RunningTask task) implements ToolStart {}
}
