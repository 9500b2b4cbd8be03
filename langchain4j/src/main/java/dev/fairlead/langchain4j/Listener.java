package dev.fairlead.langchain4j;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import org.jspecify.annotations.Nullable;

/** Hears an answer on the threads of LangChain4j, and ends it there once nobody wants it. */
final class Listener implements StreamingChatResponseHandler {
    private final Mailbox<Incoming> mailbox;
    private volatile @Nullable StreamingHandle handle;

    Listener(Mailbox<Incoming> mailbox) {
        this.mailbox = mailbox;
    }

    @Override
    public void onPartialResponse(String text) {
        mailbox.put(new Incoming.Words(text));
    }

    @Override
    public void onPartialResponse(PartialResponse more, PartialResponseContext context) {
        hold(context.streamingHandle());
        onPartialResponse(more.text());
    }

    @Override
    public void onPartialThinking(PartialThinking more) {
        mailbox.put(new Incoming.Thought(more.text()));
    }

    @Override
    public void onPartialThinking(PartialThinking more, PartialThinkingContext context) {
        hold(context.streamingHandle());
        onPartialThinking(more);
    }

    @Override
    public void onPartialToolCall(PartialToolCall more) {
        var fragment = more.partialArguments();
        mailbox.put(new Incoming.Fragment(fragment == null ? 0 : fragment.length()));
    }

    @Override
    public void onPartialToolCall(PartialToolCall more, PartialToolCallContext context) {
        hold(context.streamingHandle());
        onPartialToolCall(more);
    }

    @Override
    public void onCompleteToolCall(CompleteToolCall call) {
        mailbox.put(new Incoming.Call(call.toolExecutionRequest()));
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        mailbox.put(new Incoming.Whole(response));
    }

    @Override
    public void onError(Throwable error) {
        mailbox.put(new Incoming.Failed(error));
    }

    /** Ends the answer where it comes from, if that can be done; otherwise what still comes is dropped. */
    void cancel() {
        var held = handle;
        if (held != null) {
            cancel(held);
        }
    }

    private void hold(StreamingHandle current) {
        handle = current;
        if (mailbox.closed()) {
            cancel(current);
        }
    }

    private static void cancel(StreamingHandle handle) {
        try {
            handle.cancel();
        } catch (RuntimeException unable) {
            return; // Not every model can be cancelled; nobody listens any more in any case.
        }
    }
}
