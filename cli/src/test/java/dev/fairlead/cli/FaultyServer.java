package dev.fairlead.cli;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Completion;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolExecution;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.wire.Duplex;
import dev.fairlead.wire.PipeTransport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A server that offers a bit of everything, and does one kind of request otherwise than it should. */
final class FaultyServer {
    static final String NOTE = "mem:/note";
    private static final String QUESTION = "question-1";

    /** What becomes of requests with a certain method. */
    enum Fault {
        /** It is answered with an error. */
        REFUSED,
        /** The connection ends there and then. */
        DEAD,
        /** It is never answered. */
        SILENT,
        /** Something is asked back, and the answer is not waited for. */
        ASKING
    }

    private FaultyServer() {}

    /** Returns a server without a fault. */
    static FakeServer whole(Era era) {
        var schema = Json.object().put("type", "object");
        var optional = ToolExecution.from(Json.object().put("taskSupport", "optional"));
        return FakeServer.named("fake")
                .era(era)
                .logging()
                .tasks(Duration.ofMillis(50))
                .tool(Tool.of("one", "One", schema), call -> CallToolResult.ofText("1"))
                .tool(Tool.of("bad", "Bad", schema), call -> CallToolResult.failure("broken"))
                .tool(Tool.of("long", "Long", schema).withExecution(optional), call -> {
                    call.pause(Duration.ofMinutes(5));
                    return CallToolResult.ofText("late");
                })
                .prompt(Prompt.of("greet", "Greets"), call -> GetPromptResult.from(Json.parse("{\"messages\":[]}")))
                .resource(Resource.of(NOTE, "note"), (uri, call) -> ReadResourceResult.of())
                .completion(
                        (reference, argument, value, context) -> Completion.from(Json.parse("{\"values\":[\"x\"]}")))
                .build();
    }

    /** Lets the command reach a server by the name of {@code fake} that treats one method so. */
    static Shell shell(FakeServer whole, String method, Fault fault) {
        return new Shell()
                .server(
                        "fake",
                        PipeTransport.to("fake", duplex -> whole.serve(new Faulty(duplex, List.of(method), fault))));
    }

    private record Faulty(Duplex duplex, List<String> methods, Fault fault) implements Duplex {
        @Override
        public Optional<Message> read() throws IOException {
            while (true) {
                var message = duplex.read();
                if (message.isPresent() && message.get() instanceof Response && isAnswer(message.get())) {
                    continue;
                }
                if (message.isEmpty()
                        || !(message.get() instanceof Request request)
                        || !methods.contains(request.method())) {
                    return message;
                }
                switch (fault) {
                    case REFUSED -> say(new Response.Failure(request.id(), RpcError.of(-32_000, "not today")));
                    case DEAD -> {
                        return Optional.empty();
                    }
                    case SILENT -> {}
                    case ASKING -> {
                        duplex.write(question(), false);
                        duplex.flush();
                        return message;
                    }
                }
            }
        }

        private static boolean isAnswer(Message message) {
            return text(message).contains(QUESTION);
        }

        private static byte[] question() {
            var params = (ObjectNode) Json.parse(
                    "{\"message\":\"How old?\",\"requestedSchema\":{\"type\":\"object\",\"required\":[\"age\"],"
                            + "\"properties\":{\"age\":{\"type\":\"integer\"}}}}");
            var json = Json.object().put("jsonrpc", "2.0").put("id", QUESTION).put("method", "elicitation/create");
            json.set("params", params);
            return Json.write(json).getBytes(StandardCharsets.UTF_8);
        }

        private static String text(Message message) {
            return new String(MessageCodec.encode(message), StandardCharsets.UTF_8);
        }

        private void say(Message message) throws IOException {
            duplex.write(MessageCodec.encode(message), false);
            duplex.flush();
        }

        @Override
        public void write(byte[] json, boolean more) throws IOException {
            duplex.write(json, more);
        }

        @Override
        public void flush() throws IOException {
            duplex.flush();
        }

        @Override
        public void close() {
            duplex.close();
        }
    }
}
