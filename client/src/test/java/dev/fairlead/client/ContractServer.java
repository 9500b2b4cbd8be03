package dev.fairlead.client;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Completion;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.Root;
import dev.fairlead.protocol.SamplingMessage;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.SamplingResult;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.wire.stdio.LineDuplex;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The demo server, and what else a contract needs: tools that ask for a model and for folders, and that change. */
final class ContractServer {
    private static final ObjectNode ANYTHING = Json.object().put("type", "object");

    private ContractServer() {}

    /** Returns the command that starts it. */
    static List<String> command(Era era) {
        return DemoServer.command(era.name()).stream()
                .map(word -> word.equals(DemoServer.class.getName()) ? ContractServer.class.getName() : word)
                .toList();
    }

    /** Serves until standard input ends. */
    public static void main(String[] arguments) {
        var output = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        System.err.println("contract server: ready");
        script(Era.valueOf(arguments[0]))
                .build()
                .serve(new LineDuplex(System.in, output, LineDuplex.USUAL_MAX_MESSAGE_BYTES));
        System.exit(0);
    }

    static FakeServer.Builder script(Era era) {
        return DemoServer.script()
                .era(era)
                .completion((reference, argument, value, context) -> Completion.of(
                        List.of(value + " of " + argument + " after " + context.getOrDefault("code", "nothing"))))
                .tool(Tool.of("meta", "Returns the metadata of the request", ANYTHING), call -> {
                    return CallToolResult.ofText(Json.write(call.meta()));
                })
                .tool(Tool.of("capabilities", "Returns what the client declared", ANYTHING), call -> {
                    return CallToolResult.ofText(Json.write(call.clientCapabilities()));
                })
                .tool(Tool.of("think", "Has the client's model think", ANYTHING), call -> {
                    var question = SamplingRequest.of(50, SamplingMessage.user(ContentBlock.text("six times seven?")));
                    var answer = SamplingResult.from(call.ask(new InputRequest.Sampling(question)));
                    return CallToolResult.ofText(answer.model() + " says " + ContentBlock.text(answer.content()));
                })
                .tool(Tool.of("folders", "Lists the client's folders", ANYTHING), call -> {
                    var names = call.ask(new InputRequest.Roots())
                            .path("roots")
                            .valueStream()
                            .map(root -> Root.from(root).name())
                            .toList();
                    return CallToolResult.ofText(String.join(", ", names));
                })
                .tool(Tool.of("change", "Says that the tools have changed", ANYTHING), call -> {
                    call.tell(new ServerEvent.ToolsChanged());
                    return CallToolResult.ofText("changed");
                });
    }
}
