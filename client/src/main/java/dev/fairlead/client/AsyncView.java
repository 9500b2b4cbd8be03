package dev.fairlead.client;

import dev.fairlead.client.peer.TraceContext;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The same client, answering with futures. Every call runs on a virtual thread, and is given up when its future ends in
 * another way: cancelled, out of time, or completed by somebody.
 */
public final class AsyncView {
    private final McpClient client;

    AsyncView(McpClient client) {
        this.client = client;
    }

    /** Runs any use of the client. */
    public <T> CompletableFuture<T> run(Function<McpClient, T> use) {
        var call = new CompletableFuture<T>();
        var thread = Thread.ofVirtual().name("fairlead-async").unstarted(TraceContext.carriedBy(() -> {
            try {
                call.complete(use.apply(client));
            } catch (RuntimeException | Error failure) {
                call.completeExceptionally(failure);
            }
        }));
        // Cancelled, out of time, or completed by somebody: nobody waits for the answer any more.
        var ignored = call.whenComplete((answer, failure) -> {
            if (!thread.equals(Thread.currentThread())) {
                thread.interrupt();
            }
        });
        thread.start();
        return call;
    }

    /** Calls a tool. */
    public CompletableFuture<ToolResult> callTool(String name, @Nullable Object arguments) {
        return run(it -> it.callTool(name, arguments));
    }

    /** Calls a tool in a special way. */
    public CompletableFuture<ToolResult> callTool(String name, @Nullable Object arguments, CallOptions options) {
        return run(it -> it.callTool(name, arguments, options));
    }

    /** Lists the tools. */
    public CompletableFuture<List<Tool>> listTools() {
        return run(McpClient::listTools);
    }

    /** Lists the prompts. */
    public CompletableFuture<List<Prompt>> listPrompts() {
        return run(McpClient::listPrompts);
    }

    /** Gets a prompt. */
    public CompletableFuture<GetPromptResult> getPrompt(String name, Map<String, String> arguments) {
        return run(it -> it.getPrompt(name, arguments));
    }

    /** Lists the resources. */
    public CompletableFuture<List<Resource>> listResources() {
        return run(McpClient::listResources);
    }

    /** Reads a resource. */
    public CompletableFuture<ReadResourceResult> readResource(String uri) {
        return run(it -> it.readResource(uri));
    }
}
