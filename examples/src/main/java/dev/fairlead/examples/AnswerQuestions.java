package dev.fairlead.examples;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;

/** Lets a tool ask something before it answers. The handler is the same for servers of every revision. */
public final class AnswerQuestions {
    private AnswerQuestions() {}

    /** Answers the demo server's question. */
    public static void main(String[] args) {
        var handlers = InputHandlers.none().onForm((form, asking) -> {
            System.out.println(asking.server() + " asks: " + form.message());
            var answer = form.schema().defaults();
            answer.put("name", "Ada").put("colour", "green");
            return InputResponse.accept(answer);
        });
        var profile = ClientProfile.builder().handlers(handlers).build();
        var transport =
                StdioTransport.of(ServerCommand.of(DemoServer.command())).named("demo");
        try (var client = McpClient.connect(transport, profile)) {
            System.out.println(client.callTool("ask", null).text());
        }
    }
}
