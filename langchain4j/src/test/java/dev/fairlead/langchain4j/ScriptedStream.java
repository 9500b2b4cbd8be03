package dev.fairlead.langchain4j;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** A model of LangChain4j that tells on a thread of its own what a test wants, piece by piece. */
final class ScriptedStream implements StreamingChatModel {
    final List<ChatRequest> asked = new CopyOnWriteArrayList<>();
    private final ArrayDeque<Consumer<StreamingChatResponseHandler>> answers;

    @SafeVarargs
    @SuppressWarnings("varargs") // They are only read.
    ScriptedStream(Consumer<StreamingChatResponseHandler>... answers) {
        this.answers = new ArrayDeque<>(List.of(answers));
    }

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        asked.add(request);
        var answer = answers.poll();
        Thread.ofVirtual().start(() -> answer.accept(handler));
    }

    /** Somebody who was told to cancel. */
    static final class Handle implements StreamingHandle {
        final CountDownLatch cancelled = new CountDownLatch(1);

        void say(StreamingChatResponseHandler handler, String text) {
            handler.onPartialResponse(new PartialResponse(text), new PartialResponseContext(this));
        }

        @Override
        public void cancel() {
            cancelled.countDown();
        }

        @Override
        public boolean isCancelled() {
            return cancelled.getCount() == 0;
        }
    }
}
