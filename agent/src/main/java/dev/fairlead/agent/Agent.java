package dev.fairlead.agent;

import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.Tuning;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.tool.ResultView;
import dev.fairlead.client.CallOptions;
import dev.fairlead.host.Host;
import dev.fairlead.host.catalog.OfferedTool;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A language model that uses the tools of a host, for one chat: what is allowed for the chat is allowed for as long as
 * this is used, or another one that was made of it.
 */
public final class Agent {
    private final AgentSettings settings;

    private Agent(AgentSettings settings) {
        this.settings = settings;
    }

    /** Starts the description of an agent that uses a host's tools. */
    public static Builder builder(Host host, Model model) {
        return new Builder(host, model);
    }

    /** Returns one for the same chat, with what is allowed in it, that asks another model or may spend more or less. */
    public Agent with(Model model, Budget budget) {
        return new Agent(settings.with(model, budget));
    }

    /** Asks a question in words. */
    public AgentRun run(Transcript transcript, String question) {
        return run(transcript, Turn.Asked.of(question).parts());
    }

    /** Asks a question: words, pictures, whatever the model takes. */
    public AgentRun run(Transcript transcript, List<Part> question) {
        return start(transcript, new Turn.Asked(question));
    }

    /** Goes on where a run ended before the model was done, with a fresh budget. */
    public AgentRun resume(Transcript transcript) {
        return start(transcript, null);
    }

    private AgentRun start(Transcript transcript, Turn.@Nullable Asked question) {
        var outlet = new Outlet();
        return new AgentRun(new Loop(settings, transcript, question, outlet), outlet);
    }

    /** Describes an agent. */
    public static final class Builder {
        private static final Duration FIRST_CONNECTIONS = Duration.ofSeconds(10);

        private final Host host;
        private final Model model;
        private String instructions = AgentSettings.INSTRUCTIONS;
        private Budget budget = Budget.USUAL;
        private Tuning tuning = Tuning.USUAL;
        private Predicate<OfferedTool> choice = tool -> true;
        private ResultView results = ResultView.USUAL;
        private Desk desk = new Desk();
        private CallWatch watch = CallWatch.NONE;
        private Supplier<CallOptions> calls = CallOptions::usual;
        private Duration answering = ModelSampler.LONGEST_ANSWER;
        private Duration patience = FIRST_CONNECTIONS;

        private Builder(Host host, Model model) {
            this.host = host;
            this.model = model;
        }

        /** Sets what the model is told before everything else. */
        public Builder instructions(String text) {
            this.instructions = text;
            return this;
        }

        /** Sets how much a question may cost. */
        public Builder budget(Budget most) {
            this.budget = most;
            return this;
        }

        /** Sets how the model is to answer. */
        public Builder tuning(Tuning wishes) {
            this.tuning = wishes;
            return this;
        }

        /** Sets which tools the model is told of; without it, of all that are switched on. */
        public Builder tools(Predicate<OfferedTool> wanted) {
            this.choice = wanted;
            return this;
        }

        /** Sets how much of a result the model is told; the transcript keeps all of it. */
        public Builder results(ResultView view) {
            this.results = view;
            return this;
        }

        /** Sets where questions of the host's servers arrive; its handlers are those that the host was opened with. */
        public Builder desk(Desk place) {
            this.desk = place;
            return this;
        }

        /** Sets who is there while a call is made. */
        public Builder watch(CallWatch watching) {
            this.watch = watching;
            return this;
        }

        /** Sets what is special about each attempt of a call, looked up when it is made; who hears of it stays. */
        public Builder calls(Supplier<CallOptions> options) {
            this.calls = options;
            return this;
        }

        /**
         * Sets how long one answer of the model may take, from the question to its end; twenty minutes without it. The run
         * fails then, and what was seen of the answer stays.
         */
        public Builder answering(Duration longest) {
            if (!longest.isPositive()) {
                throw new IllegalArgumentException("an answer takes time: " + longest);
            }
            this.answering = longest;
            return this;
        }

        /**
         * Sets how long each question waits for servers that are being connected for the first time; ten seconds without
         * it. Of the tools of one that takes longer, the model is told in a later step.
         */
        public Builder patience(Duration longest) {
            this.patience = longest;
            return this;
        }

        /** Makes the agent. */
        public Agent build() {
            return new Agent(new AgentSettings(
                    host,
                    model,
                    instructions,
                    budget,
                    tuning,
                    choice,
                    results,
                    desk,
                    watch,
                    calls,
                    answering,
                    patience,
                    new ChatGrants(host.gate().grants()),
                    new Shunned(),
                    new LeftOutMedia()));
        }
    }
}
