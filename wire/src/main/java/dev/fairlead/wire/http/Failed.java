package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Breakage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An HTTP request that failed in a way which is fully understood. */
final class Failed extends IOException {
    private static final long serialVersionUID = 1;
    private final transient Breakage breakage;

    Failed(Breakage breakage) {
        this(breakage, null);
    }

    Failed(Breakage breakage, @Nullable IOException cause) {
        super("see its breakage", cause);
        this.breakage = breakage;
    }

    /** Returns how to tell it to whoever waits. */
    Breakage breakage() {
        return breakage;
    }

    /** Tells whether all would be well if somebody logged in. */
    boolean forWantOfAuthorization() {
        return breakage.during("", "", false) instanceof AuthorizationException;
    }

    /** Tells whether it may be another time. */
    boolean passing() {
        return breakage.during("", "", false) instanceof UnavailableException;
    }

    /** Tells whether the server answered with a status that is about one message, so that it may take the next. */
    boolean aboutOneMessage() {
        return breakage.during("", "", false) instanceof HttpStatusException answer
                && Rejection.aboutOneMessage(answer.status());
    }

    /** Returns how to tell any failure of an HTTP request to whoever waits. */
    static Breakage breakageOf(IOException failure, boolean begun) {
        if (failure instanceof Failed understood) {
            return understood.breakage();
        }
        return begun ? Breakage.lost(Reasons.of(failure), Reasons.cause(failure)) : Reasons.unavailable(failure);
    }
}
