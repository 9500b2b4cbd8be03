package dev.fairlead.agent;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.client.handler.RootsProvider;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.SamplingResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Takes the questions of servers to the run that caused them. A host is given its handlers when it is opened, and its
 * agents the desk. What nobody's run caused is declined.
 */
public final class Desk {
    private final List<Audience> audiences = new CopyOnWriteArrayList<>();

    /** Makes a desk at which nobody sits yet. */
    public Desk() {}

    /** Somebody to whom questions can be put. */
    interface Audience {

        /** Tells how likely it is that a question is because of a call of theirs; 0 for not at all. */
        int caused(Asking asking);

        /** Shows a question; false if nobody looks any more. */
        boolean show(ServerQuestion question) throws InterruptedException;

        /** Takes one use of the model by a server, if there is one left. */
        boolean maySample();

        /** Lets the model answer, which somebody has allowed; nothing if too much was spent by now. */
        Optional<SamplingResult> sample(SamplingRequest request) throws InterruptedException;
    }

    /**
     * Returns what a host's clients answer with.
     *
     * @param roots who says which folders servers may know of; null for nobody
     */
    public InputHandlers handlers(@Nullable RootsProvider roots) {
        var handlers = InputHandlers.none().onForm(this::form).onUrl(this::page).onSampling(this::sample);
        return roots == null ? handlers : handlers.onRoots(roots);
    }

    void join(Audience audience) {
        audiences.add(audience);
    }

    void leave(Audience audience) {
        audiences.remove(audience);
    }

    private InputResponse form(InputRequest.Form form, Asking asking) throws InterruptedException {
        var audience = audience(asking);
        if (audience.isEmpty()) {
            return InputResponse.decline();
        }
        var question = new ServerQuestion.Form(form, asking);
        show(question, audience.get());
        return question.await();
    }

    private InputResponse page(InputRequest.Url page, Asking asking) throws InterruptedException {
        var audience = audience(asking);
        if (audience.isEmpty()) {
            return InputResponse.decline();
        }
        var question = new ServerQuestion.Page(page, asking);
        show(question, audience.get());
        return question.await();
    }

    private Optional<SamplingResult> sample(SamplingRequest request, Asking asking) throws InterruptedException {
        var audience = audience(asking);
        if (audience.isEmpty() || !audience.get().maySample()) {
            return Optional.empty();
        }
        var question = new ServerQuestion.Sampling(request, asking);
        show(question, audience.get());
        return question.await() ? audience.get().sample(request) : Optional.empty();
    }

    private static void show(ServerQuestion question, Audience audience) throws InterruptedException {
        if (!audience.show(question)) {
            question.decline();
        }
    }

    private Optional<Audience> audience(Asking asking) {
        Audience best = null;
        int most = 0;
        for (var audience : audiences) {
            int likely = audience.caused(asking);
            if (likely > most) {
                best = audience;
                most = likely;
            }
        }
        return Optional.ofNullable(best);
    }
}
