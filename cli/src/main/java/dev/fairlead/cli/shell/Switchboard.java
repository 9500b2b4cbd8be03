package dev.fairlead.cli.shell;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.error.Violation;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Leads from a connection that stays to whoever uses it now, and declines for nobody in between. */
final class Switchboard implements ConnectionListener {
    private final String server;
    private final Consumer<String> notices;
    private volatile @Nullable InputHandlers answering;
    private volatile ConnectionListener hearing = ConnectionListener.NONE;
    private volatile boolean left;

    Switchboard(String server, Consumer<String> notices) {
        this.server = server;
        this.notices = notices;
    }

    /** Leads here from now on. */
    void attach(InputHandlers handlers, ConnectionListener listener) {
        hearing = listener;
        answering = handlers;
    }

    /** Leads nowhere from now on. */
    void detach() {
        answering = null;
        hearing = ConnectionListener.NONE;
    }

    /** Notes that the end of the connection is no news. */
    void leave() {
        left = true;
    }

    /** Returns who answers, offering the same as these do. */
    InputHandlers handlers(InputHandlers shape) {
        var handlers = InputHandlers.none();
        if (shape.forms() != null) {
            handlers = handlers.onForm((question, asking) -> {
                var now = answering;
                return now == null || now.forms() == null
                        ? nobody(asking)
                        : now.forms().ask(question, asking);
            });
        }
        if (shape.urls() != null) {
            handlers = handlers.onUrl((question, asking) -> {
                var now = answering;
                return now == null || now.urls() == null
                        ? nobody(asking)
                        : now.urls().ask(question, asking);
            });
        }
        if (shape.sampler() != null) {
            handlers = handlers.onSampling((request, asking) -> {
                var now = answering;
                if (now == null || now.sampler() == null) {
                    var declined = nobody(asking);
                    assert declined instanceof InputResponse.Decline;
                    return Optional.empty();
                }
                return now.sampler().sample(request, asking);
            });
        }
        if (shape.roots() != null) {
            var roots = List.copyOf(shape.roots().roots());
            handlers = handlers.onRoots(() -> roots);
        }
        return handlers;
    }

    @Override
    public void state(ConnectionState state) {
        if (state instanceof ConnectionState.Failed failed && !left && answering == null) {
            notices.accept("server '%s' went away (%s); the next line that needs it connects again"
                    .formatted(server, failed.cause().getMessage()));
        }
        hearing.state(state);
    }

    @Override
    public void violation(Violation violation) {
        hearing.violation(violation);
    }

    @Override
    public void stderr(String line) {
        hearing.stderr(line);
    }

    @Override
    public void log(LogEntry entry) {
        hearing.log(entry);
    }

    private InputResponse nobody(Asking asking) {
        notices.accept("server '%s' asked something while nothing was running; declined".formatted(asking.server()));
        return InputResponse.decline();
    }
}
