package dev.fairlead.wire.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Says why an address gave no answer, or no whole one; never shows more of the address than its host. */
public final class FetchException extends IOException {
    private static final long serialVersionUID = 1L;

    /** What kept the answer away. */
    public enum Kind {
        /** The address, or where it leads, is none to be asked. */
        REFUSED,
        /** No connection could be made, or it broke. */
        UNREACHABLE,
        /** The answer is larger than is read. */
        TOO_LARGE,
        /** The deadline passed, or nothing came for too long. */
        TOO_SLOW,
        /** What came is no answer that can be read. */
        BAD_ANSWER
    }

    private final Kind kind;
    private final boolean maybeSeen;

    /**
     * Says why.
     *
     * @param message what, at which host, what happened; nothing secret
     */
    public FetchException(Kind kind, String message, boolean maybeSeen, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.maybeSeen = maybeSeen;
    }

    /** Returns a refusal of something that was not asked. */
    static FetchException refused(String message) {
        return new FetchException(Kind.REFUSED, message, false, null);
    }

    /** Returns what kept the answer away. */
    public Kind kind() {
        return kind;
    }

    /** Tells whether the request may have reached the server. */
    public boolean maybeSeen() {
        return maybeSeen;
    }
}
