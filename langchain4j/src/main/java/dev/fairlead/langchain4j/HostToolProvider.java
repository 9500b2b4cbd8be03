package dev.fairlead.langchain4j;

import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.tool.LeftOutTool;
import dev.fairlead.agent.tool.ResultView;
import dev.fairlead.agent.tool.ToolBelt;
import dev.fairlead.host.Host;
import dev.fairlead.host.HostCallOptions;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.host.trust.Approver;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a host for LangChain4j: those that its servers offer when LangChain4j asks, which it does before every
 * request to its model. Calls go through the host, with its approvals, limits and records.
 */
public final class HostToolProvider implements ToolProvider {
    private final Host host;
    private final Habits habits;
    private final Predicate<OfferedTool> choice;
    private final int most;
    private final HostCallOptions options;
    private final ResultView view;

    private HostToolProvider(Builder builder) {
        this.host = builder.host;
        this.habits = builder.habits;
        this.choice = builder.choice;
        this.most = builder.most;
        this.options = builder.options;
        this.view = builder.view;
    }

    /** Returns the tools of a host, described so that every model takes them. */
    public static HostToolProvider of(Host host) {
        return builder(host).build();
    }

    /** Starts the description of a provider of a host's tools. */
    public static Builder builder(Host host) {
        return new Builder(host);
    }

    @Override
    public ToolProviderResult provideTools(@Nullable ToolProviderRequest request) {
        var provided = ToolProviderResult.builder();
        for (var tool : belt().held()) {
            provided.add(
                    ToolSpecifications.of(tool.spec(), habits.dialect()),
                    new HostToolExecutor(host, tool, options, view, habits.strictTraits()));
        }
        return provided.build();
    }

    /** Tells that what is provided may change while a question is being answered. */
    @Override
    public boolean isDynamic() {
        return true;
    }

    /** Returns the tools that no model would be told of now, and why. */
    public List<LeftOutTool> leftOut() {
        return belt().leftOut();
    }

    private ToolBelt belt() {
        return ToolBelt.of(host.catalog().tools(), habits.dialect(), most, choice);
    }

    /** Describes a provider of tools. */
    public static final class Builder {
        private final Host host;
        private Habits habits = Habits.of(null);
        private Predicate<OfferedTool> choice = tool -> true;
        private int most = 128;
        private HostCallOptions options = HostCallOptions.usual();
        private ResultView view = ResultView.USUAL;

        private Builder(Host host) {
            this.host = host;
        }

        /**
         * Sets for whose models it is ({@code model.provider()}), so that these are told as much of schemas, and shown as
         * many pictures, as LangChain4j takes for them.
         */
        public Builder provider(ModelProvider provider) {
            this.habits = Habits.of(provider);
            return this;
        }

        /** Sets how tools are described. */
        public Builder dialect(SchemaDialect dialect) {
            this.habits = habits.speaking(dialect);
            return this;
        }

        /** Sets whether results may contain pictures, which LangChain4j takes for some models only. */
        public Builder picturesInResults(boolean taken) {
            this.habits = habits.withPicturesInResults(taken);
            return this;
        }

        /** Sets which tools are provided; without it, all that are switched on. */
        public Builder tools(Predicate<OfferedTool> wanted) {
            this.choice = wanted;
            return this;
        }

        /** Sets how many tools are provided at most. */
        public Builder mostTools(int tools) {
            this.most = tools;
            return this;
        }

        /** Sets who is asked about calls, unless there is a standing decision; without it, whom the host asks, if anybody. */
        public Builder asking(Approver person) {
            this.options = options.asking(person);
            return this;
        }

        /** Sets what is special about calls, such as how long they may take. */
        public Builder calls(HostCallOptions special) {
            var person = options.approver();
            this.options = person == null || special.approver() != null ? special : special.asking(person);
            return this;
        }

        /** Sets how much of a result the model is told. */
        public Builder results(ResultView bounded) {
            this.view = bounded;
            return this;
        }

        /** Makes the provider. */
        public HostToolProvider build() {
            return new HostToolProvider(this);
        }
    }
}
