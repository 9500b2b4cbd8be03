package dev.fairlead.wire;

import dev.fairlead.protocol.error.McpException;
import java.util.concurrent.TimeoutException;

/** The part of a line that remembers a session over many connections. */
public interface Sessions {

    /** A line that is a session by itself, and ends with it. */
    Sessions NONE = new Sessions() {
        @Override
        public void enter(WireSession session) {}

        @Override
        public void listen(Deadline patience) {}

        @Override
        public boolean lost(McpException failure) {
            return false;
        }

        @Override
        public void renew(Deadline deadline) {}
    };

    /** Makes everything that follows part of a session; what is interrupted in it is taken up again where possible. */
    void enter(WireSession session);

    /** Begins to hear what the server says unasked, and waits a little until it is known whether it will. */
    void listen(Deadline patience) throws InterruptedException;

    /** Tells whether a failure means that the session is no more, although the server may still be there. */
    boolean lost(McpException failure);

    /** Leaves the session, so that another can be opened on the same line. */
    void renew(Deadline deadline) throws InterruptedException, TimeoutException;
}
