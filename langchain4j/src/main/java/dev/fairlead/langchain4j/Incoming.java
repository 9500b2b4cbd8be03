package dev.fairlead.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import org.jspecify.annotations.Nullable;

/** What LangChain4j tells of an answer while it comes. */
sealed interface Incoming {

    /** More of a text. */
    record Words(String text) implements Incoming {}

    /** More of a thought. */
    record Thought(String text) implements Incoming {}

    /** More of a call, which will come whole. */
    record Fragment(int length) implements Incoming {}

    /** A call that is whole. */
    record Call(ToolExecutionRequest call) implements Incoming {}

    /** All of it; null from a model that does not keep to its contract. */
    record Whole(@Nullable ChatResponse response) implements Incoming {}

    /** There is no more, for this reason. */
    record Failed(Throwable error) implements Incoming {}
}
