package dev.fairlead.langchain4j;

import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.ReplyStream;
import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.wire.Backoff;
import dev.fairlead.wire.Deadline;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A model of LangChain4j for our agent. One that streams is heard while it answers; any other answers in one piece.
 *
 * <p>It is asked on a virtual thread of its own, which is interrupted when nobody wants the answer any more.
 */
public final class LangChainModel implements Model {
    private final ModelName name;
    private final Habits habits;
    private final Messages messages;
    private final Failures failures;
    private final Duration silence;
    private final int tries;
    private final BiConsumer<ChatRequest, StreamingChatResponseHandler> question;

    private LangChainModel(Builder builder) {
        this.name = builder.name;
        this.habits = builder.habits;
        this.messages = new Messages(habits, keeper(), name.name());
        this.failures = new Failures(name);
        this.silence = builder.silence;
        this.tries = builder.tries;
        this.question = builder.question;
    }

    /** Returns a model that answers in one piece. */
    public static LangChainModel of(ChatModel model) {
        return builder(model).build();
    }

    /** Returns a model that is heard while it answers. */
    public static LangChainModel of(StreamingChatModel model) {
        return builder(model).build();
    }

    /** Starts the description of a model that answers in one piece. */
    public static Builder builder(ChatModel model) {
        // Models of this kind try again by themselves.
        return new Builder(
                model.provider(),
                model.defaultRequestParameters(),
                1,
                (request, handler) -> handler.onCompleteResponse(model.chat(request)));
    }

    /** Starts the description of a model that is heard while it answers. */
    public static Builder builder(StreamingChatModel model) {
        return new Builder(model.provider(), model.defaultRequestParameters(), 3, model::chat);
    }

    @Override
    public ModelName name() {
        return name;
    }

    @Override
    public ModelTraits traits() {
        return habits.traits();
    }

    @Override
    public ReplyStream ask(ModelRequest request) throws InterruptedException {
        var chat = messages.of(request);
        var backoff = new Backoff(Backoff.LONGEST);
        int left = tries;
        while (true) {
            try {
                return begun(chat, request);
            } catch (FailedTryException failed) {
                left--;
                var wish = failed.failure().retryAfter().orElse(Duration.ZERO);
                if (left <= 0 || !failed.passing() || wish.compareTo(Backoff.LONGEST) > 0) {
                    throw failed.failure();
                }
                Deadline.after(backoff.next(wish)).await();
            }
        }
    }

    private ReplyStream begun(ChatRequest chat, ModelRequest request) throws FailedTryException, InterruptedException {
        var reply = new LangChainReply(handler -> question.accept(chat, handler), request, failures, keeper(), silence);
        boolean begun = false;
        try {
            reply.begin();
            begun = true;
            return reply;
        } finally {
            if (!begun) {
                reply.close();
            }
        }
    }

    /** Names the model and nothing else. */
    @Override
    public String toString() {
        return name.toString();
    }

    /** What LangChain4j keeps for a provider is not what our own codecs keep for the same one. */
    private String keeper() {
        return "langchain4j:" + name.provider();
    }

    /** Describes a model. */
    public static final class Builder {
        private final BiConsumer<ChatRequest, StreamingChatResponseHandler> question;
        private ModelName name;
        private Habits habits;
        private Duration silence = Duration.ofMinutes(10);
        private int tries;

        private Builder(
                @Nullable ModelProvider provider,
                @Nullable ChatRequestParameters parameters,
                int tries,
                BiConsumer<ChatRequest, StreamingChatResponseHandler> question) {
            this.tries = tries;
            this.question = question;
            this.habits = Habits.of(provider);
            this.name = name(provider, parameters == null ? null : parameters.modelName());
        }

        private static ModelName name(@Nullable ModelProvider provider, @Nullable String model) {
            return new ModelName(
                    provider == null || provider == ModelProvider.OTHER
                            ? "langchain4j"
                            : provider.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    model == null || model.isBlank() ? "model" : model);
        }

        /** Sets which model it is; without it, what LangChain4j says about that. */
        public Builder name(ModelName given) {
            this.name = given;
            return this;
        }

        /** Sets how it is told of tools; without it, as LangChain4j takes it for the model's provider. */
        public Builder dialect(SchemaDialect dialect) {
            this.habits = habits.speaking(dialect);
            return this;
        }

        /** Sets which media it takes, by MIME type; without it, pictures, and PDF where its provider is known for that. */
        public Builder takes(Predicate<String> media) {
            this.habits = habits.taking(media);
            return this;
        }

        /** Sets whether LangChain4j takes pictures within results of tools for this model; else they follow them. */
        public Builder picturesInResults(boolean taken) {
            this.habits = habits.withPicturesInResults(taken);
            return this;
        }

        /** Sets for how long nothing may come from it. */
        public Builder silence(Duration longest) {
            this.silence = longest;
            return this;
        }

        /**
         * Sets how often it is asked at most where it is in passing trouble and has said nothing yet; without it, thrice if
         * it streams, and once otherwise, since LangChain4j then tries again.
         */
        public Builder tries(int most) {
            if (most < 1) {
                throw new IllegalArgumentException("a model has to be asked at least once");
            }
            this.tries = most;
            return this;
        }

        /** Makes the model. */
        public LangChainModel build() {
            return new LangChainModel(this);
        }
    }
}
