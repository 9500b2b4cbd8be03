package dev.fairlead.langchain4j;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.provider.Conversation;
import dev.fairlead.agent.provider.Step;
import dev.fairlead.protocol.rpc.Json;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What our agent asks, in the words of LangChain4j.
 *
 * @param keeper the name that keepsakes of this provider bear
 * @param model as the provider calls it
 */
record Messages(Habits habits, String keeper, String model) {

    ChatRequest of(ModelRequest request) {
        var messages = new ArrayList<ChatMessage>();
        if (!request.instructions().isBlank()) {
            messages.add(SystemMessage.from(request.instructions()));
        }
        for (var step : Conversation.of(request.turns(), habits.traits(), keeper, model)) {
            switch (step) {
                case Step.Said said -> messages.add(UserMessage.from(Contents.of(said.parts())));
                case Step.Answered answered -> messages.add(answered(answered));
                case Step.Returned returned -> returned(returned.results(), messages);
            }
        }
        var asked = ChatRequest.builder()
                .messages(messages)
                .toolSpecifications(request.tools().stream()
                        .map(tool -> ToolSpecifications.of(tool, habits.dialect()))
                        .toList());
        var temperature = request.tuning().temperature();
        if (temperature != null) {
            asked.temperature(temperature);
        }
        var most = request.tuning().maxOutputTokens();
        if (most != null) {
            asked.maxOutputTokens(most);
        }
        return asked.build();
    }

    private static AiMessage answered(Step.Answered answered) {
        var message = AiMessage.builder().attributes(Attributes.of(answered.parts()));
        if (!answered.text().isEmpty()) {
            message.text(answered.text());
        }
        var thoughts = answered.parts().stream()
                .filter(Part.Thinking.class::isInstance)
                .map(part -> ((Part.Thinking) part).text())
                .collect(Collectors.joining());
        if (!thoughts.isEmpty()) {
            message.thinking(thoughts);
        }
        if (!answered.calls().isEmpty()) {
            message.toolExecutionRequests(
                    answered.calls().stream().map(Messages::call).toList());
        }
        return message.build();
    }

    private static ToolExecutionRequest call(Part.Call call) {
        return ToolExecutionRequest.builder()
                .id(call.id())
                .name(call.name())
                .arguments(Json.write(call.arguments()))
                .build();
    }

    private void returned(List<CallResult> results, List<ChatMessage> messages) {
        var pictures = new ArrayList<Part>();
        for (var result : results) {
            var shown = result.parts();
            if (!habits.picturesInResults()) {
                shown = result.parts().stream()
                        .filter(Part.Text.class::isInstance)
                        .toList();
                if (shown.size() < result.parts().size()) {
                    pictures.add(Part.Text.of("From the result of %s (%s):".formatted(result.name(), result.id())));
                    pictures.addAll(result.parts().stream()
                            .filter(Part.Media.class::isInstance)
                            .toList());
                }
            }
            messages.add(ToolExecutionResultMessage.builder()
                    .id(result.id())
                    .toolName(result.name())
                    .isError(result.failed())
                    .contents(Contents.of(shown.isEmpty() ? List.of(Part.Text.of("(see the pictures below)")) : shown))
                    .build());
        }
        if (!pictures.isEmpty()) {
            // Only a person can show pictures to these.
            messages.add(UserMessage.from(Contents.of(pictures)));
        }
    }
}
