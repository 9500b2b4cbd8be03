package dev.fairlead.agent;

import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.agent.tool.HeldTool;
import dev.fairlead.agent.tool.ToolBelt;
import dev.fairlead.client.handler.Asking;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.SamplingResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks a model, calls the tools that it asks for, tells it what came of that, and so on until it answers. */
final class Loop implements Runnable, Desk.Audience {
    /** How often a model that says nothing, or nothing that can be read, is asked once more. */
    private static final int MOST_BLANKS = 2;

    private final AgentSettings settings;
    private final Turn.@Nullable Asked question;
    private final Outlet outlet;
    private final Spending spending;
    private final RunningCalls running = new RunningCalls();
    private final Set<ServerQuestion> shown = ConcurrentHashMap.newKeySet();
    private Transcript transcript; // of the thread at work; what others see is below
    private volatile Supplier<Transcript> seen;
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;

    Loop(AgentSettings settings, Transcript transcript, Turn.@Nullable Asked question, Outlet outlet) {
        this.settings = settings;
        this.transcript = transcript;
        this.seen = () -> transcript;
        this.question = question;
        this.outlet = outlet;
        this.spending = new Spending(settings.budget());
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        settings.desk().join(this);
        Outcome outcome = new Outcome.Failed("The agent broke off because of a defect", null);
        try {
            outcome = converse();
        } catch (InterruptedException stop) {
            outcome = new Outcome.Stopped();
        } catch (ModelException failure) {
            outcome =
                    stopped ? new Outcome.Stopped() : new Outcome.Failed(String.valueOf(failure.getMessage()), failure);
        } catch (RuntimeException | Error defect) { // Whoever reads the events hears of it, and of the end.
            outcome = new Outcome.Failed("The agent broke off because of a defect: " + defect, defect);
        } finally {
            settings.desk().leave(this);
            outlet.force(new AgentEvent.Finished(outcome, transcript));
            shown.forEach(ServerQuestion::decline); // Nobody will answer any more.
        }
    }

    /** Ends it, from any thread. */
    void stop() {
        stopped = true; // Before looking for the thread, which looks here once it can be found.
        var current = thread;
        if (current != null) {
            current.interrupt();
        }
    }

    /** Returns the conversation as it is now: of calls that are under way it says that nobody knows what became of them. */
    Transcript transcript() {
        return seen.get();
    }

    @Override
    public int caused(Asking asking) {
        return running.caused(asking);
    }

    @Override
    public boolean show(ServerQuestion question) throws InterruptedException {
        shown.removeIf(ServerQuestion::answered);
        shown.add(question); // Before it can be too late to be declined at the end.
        return outlet.put(new AgentEvent.QuestionAsked(question));
    }

    @Override
    public boolean maySample() {
        return !stopped && spending.sample();
    }

    @Override
    public Optional<SamplingResult> sample(SamplingRequest request) throws InterruptedException {
        if (stopped || spending.beforeAsking().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new ModelSampler(settings.model(), settings.answering(), spending.tokensLeft(), this::spend)
                .answer(request));
    }

    private Outcome converse() throws InterruptedException {
        begin();
        int blanks = 0;
        while (true) {
            checkStopped();
            var spent = spending.beforeAsking();
            if (spent.isPresent()) {
                return new Outcome.OutOfBudget(spent.get(), spending.words(spent.get()));
            }
            outlet.put(new AgentEvent.StepBegan(spending.steps() + 1));
            var belt = belt();
            var reply = ask(belt);
            if (blank(reply) && blanks < MOST_BLANKS) {
                blanks++;
                continue;
            }
            now(transcript.plus(reply));
            if (reply.calls().isEmpty()) {
                return new Outcome.Answered(Transcript.text(reply.parts()), reply.end());
            }
            spent = spending.beforeCalls();
            if (spent.isPresent()) {
                return new Outcome.OutOfBudget(spent.get(), spending.words(spent.get()));
            }
            call(belt, reply.calls());
        }
    }

    /** Adds what was asked, or does what was left undone. */
    private void begin() throws InterruptedException {
        checkStopped();
        // Of one that takes longer the model is told in a later step.
        boolean ignored = settings.host().settled(settings.patience());
        var pending = transcript.pending();
        if (question == null) {
            if (!pending.isEmpty()) {
                call(belt(), pending);
            } else if (!transcript.turns().isEmpty() && transcript.turns().getLast() instanceof Turn.Replied) {
                now(transcript.plus(Turn.Asked.of("Please go on.")));
            }
            return;
        }
        if (!pending.isEmpty()) {
            // No provider takes a conversation in which a call has no result.
            var belt = belt();
            add(pending.stream()
                    .map(call -> Done.notRun(
                            call, belt.find(call.name()).map(HeldTool::tool), "the user went on without it"))
                    .toList());
        }
        now(transcript.plus(question));
    }

    private ToolBelt belt() throws InterruptedException {
        var traits = settings.model().traits();
        var belt =
                ToolBelt.of(settings.host().catalog().tools(), traits.dialect(), traits.mostTools(), settings.choice());
        for (var note : settings.shunned().news(belt.leftOut())) {
            outlet.put(note);
        }
        return belt;
    }

    /** Asks; a conversation that is turned away once more without the pictures in it, which may be what is wrong with it. */
    private Turn.Replied ask(ToolBelt belt) throws InterruptedException {
        var whole = transcript;
        try {
            return askAsItIs(belt);
        } catch (ModelException failure) {
            if (!turnedAway(failure, whole)) {
                throw failure;
            }
            for (var step : settings.media().steps(whole, failure.kind())) {
                settings.media().take(step);
                outlet.put(new AgentEvent.MediaLeftOut(String.valueOf(failure.getMessage())));
                boolean answered = false;
                try {
                    var reply = askAsItIs(belt);
                    answered = true;
                    return reply;
                } catch (ModelException again) {
                    if (!turnedAway(again, whole)) {
                        throw again;
                    }
                } finally {
                    if (!answered && silent(whole)) {
                        settings.media().takeBack(step); // Nothing shows that it was because of them.
                    }
                }
            }
            throw failure;
        }
    }

    /** Tells whether a conversation was not taken as it is, and nothing was said to it. */
    private boolean turnedAway(ModelException failure, Transcript asked) {
        var kind = failure.kind();
        return silent(asked) && (kind == ModelException.Kind.BAD_REQUEST || kind == ModelException.Kind.TOO_LONG);
    }

    private boolean silent(Transcript asked) {
        return transcript.turns().size() == asked.turns().size();
    }

    private Turn.Replied askAsItIs(ToolBelt belt) throws InterruptedException {
        while (true) {
            var reading = new ReplyReading(settings.model(), outlet);
            boolean whole = false;
            try {
                var asked = request(belt);
                var read =
                        Overtime.within(settings.answering(), settings.model().name(), () -> reading.read(asked));
                var reply = DistinctCalls.of(read, transcript);
                spend(reply.usage());
                whole = true;
                return reply;
            } catch (ModelException failure) {
                var tool = failure.tool().orElse("");
                if (failure.kind() != ModelException.Kind.BAD_TOOL
                        || !settings.shunned().turnAway(tool, belt.specs())) {
                    throw failure;
                }
                whole = true; // Of what was turned away nothing was seen.
                outlet.put(new AgentEvent.ToolLeftOut(tool, String.valueOf(failure.getMessage())));
            } finally {
                if (!whole) {
                    reading.seen().ifPresent(part -> now(transcript.plus(part)));
                }
            }
        }
    }

    private void spend(Usage usage) {
        // Not to be lost, nor to lose the answer, when somebody stops it now.
        outlet.force(new AgentEvent.UsageReported(usage, spending.asked(usage)));
    }

    private ModelRequest request(ToolBelt belt) {
        var tools = settings.shunned().without(belt.specs());
        return new ModelRequest(settings.instructions(), settings.media().turns(transcript), tools, settings.tuning());
    }

    private void call(ToolBelt belt, List<Part.Call> calls) throws InterruptedException {
        spending.step();
        var round = new CallRound(settings, belt, calls, outlet, running, () -> stopped);
        var before = transcript;
        seen = () -> with(before, round.soFar());
        try {
            add(round.run(spending));
        } finally {
            now(transcript);
        }
        checkStopped();
    }

    private void add(List<Done> done) {
        now(with(transcript, done));
    }

    private static Transcript with(Transcript before, List<Done> done) {
        return before.plus(
                new Turn.Results(done.stream().map(Done::told).toList()),
                done.stream().map(Done::record).toList());
    }

    private void now(Transcript said) {
        transcript = said;
        seen = () -> said;
    }

    private void checkStopped() throws InterruptedException {
        if (stopped) {
            throw new InterruptedException();
        }
    }

    private static boolean blank(Turn.Replied reply) {
        return reply.calls().isEmpty()
                && Transcript.text(reply.parts()).isBlank()
                && reply.parts().stream().noneMatch(Part.Media.class::isInstance)
                && (reply.end().reason() == ReplyEnd.Reason.DONE
                        || reply.end().reason() == ReplyEnd.Reason.TOOLS
                        || reply.end().reason() == ReplyEnd.Reason.MALFORMED_CALL);
    }
}
