package dev.fairlead.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Agent;
import dev.fairlead.agent.AgentEvent;
import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.CallRecord;
import dev.fairlead.agent.Transcript;
import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ReplyStream;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.host.Host;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call of which the model had written nothing but the name when its answer was cut off. */
@Timeout(60)
class UnfinishedCallTest {

    /** How each provider says it. */
    private enum Cut {
        OPENAI_CHAT("""
            {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"db__wipe","arguments":"{\\"table\\":\\"a\\"}"}}]}}]}
            {"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"c2","type":"function","function":{"name":"db__wipe","arguments":""}}]}}]}
            {"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}
            [DONE]
            """),
        OPENAI_CHAT_FILTERED("""
            {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"db__wipe","arguments":"{\\"table\\":\\"a\\"}"}}]}}]}
            {"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"c2","type":"function","function":{"name":"db__wipe","arguments":""}}]}}]}
            {"choices":[{"index":0,"delta":{},"finish_reason":"content_filter"}]}
            [DONE]
            """),
        OPENAI_RESPONSES("""
            {"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"c1","name":"db__wipe","arguments":"{\\"table\\":\\"a\\"}"}}
            {"type":"response.output_item.added","output_index":1,"item":{"type":"function_call","call_id":"c2","name":"db__wipe","arguments":""}}
            {"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}
            """),
        ANTHROPIC("""
            {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"db__wipe","input":{}}}
            {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"table\\":\\"a\\"}"}}
            {"type":"content_block_stop","index":0}
            {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c2","name":"db__wipe","input":{}}}
            {"type":"content_block_stop","index":1}
            {"type":"message_delta","delta":{"stop_reason":"max_tokens"}}
            {"type":"message_stop"}
            """),
        GEMINI("""
            {"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"db__wipe","args":{"table":"a"}}}]}}]}
            {"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"db__wipe"}}]},"finishReason":"MAX_TOKENS"}]}
            """),
        OLLAMA("""
            {"message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"db__wipe","arguments":{"table":"a"}}}]},"done":false}
            {"message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"db__wipe","arguments":{}}}]},"done":false}
            {"message":{"role":"assistant","content":""},"done":true,"done_reason":"length"}
            """);

        private final String lines;

        Cut(String lines) {
            this.lines = lines;
        }

        private Codec codec() {
            return switch (this) {
                case OPENAI_CHAT, OPENAI_CHAT_FILTERED -> new OpenAiChatCodec();
                case OPENAI_RESPONSES -> new OpenAiResponsesCodec();
                case ANTHROPIC -> new AnthropicCodec();
                case GEMINI -> new GeminiCodec();
                case OLLAMA -> new OllamaCodec();
            };
        }

        private List<Recorded.Event> events() {
            return lines.lines().map(line -> new Recorded.Event("", line)).toList();
        }
    }

    @ParameterizedTest
    @EnumSource(Cut.class)
    void isNotMadeAndTheModelHearsSo(Cut cut) throws Exception {
        var runs = new AtomicInteger();
        var server = FakeServer.named("db")
                .tool(Tool.of("wipe", "Deletes rows", Json.object().put("type", "object")), call -> {
                    runs.incrementAndGet();
                    return CallToolResult.ofText("deleted " + call.text("table", "everything"));
                })
                .build();
        var model = new Replaying(cut.codec(), List.of(Recorded.read(cut.codec(), cut.events()), done()));
        try (var host = Host.builder().server(server.name(), server.transport()).open()) {
            assertThat(host.settled(Duration.ofSeconds(30))).isTrue();
            var transcript = run(host, model);

            assertThat(runs).hasValue(1);
            assertThat(transcript.calls())
                    .extracting(CallRecord::status)
                    .containsExactly(CallRecord.Status.SUCCESS, CallRecord.Status.FAILED);
            var told = (Turn.Results) transcript.turns().get(2);
            assertThat(told.results().getLast().parts().toString()).contains("cut off");
        }
    }

    private static Transcript run(Host host, Model model) {
        try (var run = Agent.builder(host, model).build().run(Transcript.begin(), "Delete what is in table a")) {
            run.forEachRemaining(event -> {
                if (event instanceof AgentEvent.ApprovalNeeded(var approval)) {
                    approval.allow(Reach.ONCE);
                }
            });
            return run.transcript();
        }
    }

    private static List<ReplyPiece> done() {
        return List.of(
                new ReplyPiece.Whole(Part.Text.of("Done.")),
                new ReplyPiece.End(Usage.NONE, new ReplyEnd(ReplyEnd.Reason.DONE, "")));
    }

    /** A model of which all answers are known. */
    private static final class Replaying implements Model {
        private final Codec codec;
        private final Queue<List<ReplyPiece>> answers;

        Replaying(Codec codec, List<List<ReplyPiece>> answers) {
            this.codec = codec;
            this.answers = new ArrayDeque<>(answers);
        }

        @Override
        public ModelName name() {
            return new ModelName("replaying", "one");
        }

        @Override
        public ModelTraits traits() {
            return codec.traits();
        }

        @Override
        public ReplyStream ask(ModelRequest request) {
            var pieces = new ArrayList<>(answers.remove());
            return new ReplyStream() {
                @Override
                public ReplyPiece next() {
                    return pieces.removeFirst();
                }

                @Override
                public void close() {}
            };
        }
    }
}
