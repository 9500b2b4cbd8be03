package dev.fairlead.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A model of LangChain4j that answers in one piece what a test wants. */
final class ScriptedChat implements ChatModel {
    final List<ChatRequest> asked = new CopyOnWriteArrayList<>();
    private final Function<ChatRequest, ChatResponse> script;
    private ModelProvider provider = ModelProvider.OTHER;

    ScriptedChat(Function<ChatRequest, ChatResponse> script) {
        this.script = script;
    }

    static ScriptedChat saying(ChatResponse... answers) {
        var left = new ArrayDeque<>(List.of(answers));
        return new ScriptedChat(request -> left.isEmpty() ? text("nothing more") : left.poll());
    }

    ScriptedChat of(ModelProvider given) {
        provider = given;
        return this;
    }

    static ChatResponse text(String text) {
        return response(AiMessage.from(text), FinishReason.STOP);
    }

    static ChatResponse calls(ToolExecutionRequest... calls) {
        return response(AiMessage.from(calls), FinishReason.TOOL_EXECUTION);
    }

    static ChatResponse response(AiMessage message, FinishReason reason) {
        return ChatResponse.builder()
                .aiMessage(message)
                .tokenUsage(new TokenUsage(10, 5))
                .finishReason(reason)
                .build();
    }

    static ToolExecutionRequest call(String id, String name, String arguments) {
        return ToolExecutionRequest.builder()
                .id(id)
                .name(name)
                .arguments(arguments)
                .build();
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        asked.add(request);
        return script.apply(request);
    }

    @Override
    public ModelProvider provider() {
        return provider;
    }
}
