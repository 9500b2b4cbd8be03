package dev.fairlead.client.peer;

import dev.fairlead.client.handler.LoginHandler;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A person at hand who can log in whenever the server demands that, if there is one. */
public final class Attendance implements AutoCloseable {
    // To get in, and to be allowed more.
    private static final int MAX_LOGINS = 2;

    private final String server;
    private final @Nullable LoginHandler handler;
    private final AtomicLong logins = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private final Set<Waiting> waiting = new HashSet<>();
    private boolean over;

    /** One who waits for a login. */
    private static final class Waiting {
        private final Thread caller = Thread.currentThread();
        private boolean interrupted; // by us; guarded by lock
    }

    /**
     * Attends to a server.
     *
     * @param handler lets the person log in; null if nobody is at hand
     */
    public Attendance(String server, @Nullable LoginHandler handler) {
        this.server = server;
        this.handler = handler;
    }

    /** Attempts something; if somebody has to log in for that, lets them do so and attempts it again. */
    public <T> T attended(Supplier<String> attempted, CallScope scope, Supplier<T> attempt) {
        return attended(attempted, scope::restart, attempt); // The time that a person took is not the server's.
    }

    /**
     * Does the same for something without limits.
     *
     * @param afterwards what to do when somebody has logged in
     */
    public <T> T attended(Supplier<String> attempted, Runnable afterwards, Supplier<T> attempt) {
        for (int count = 0; ; count++) {
            try {
                return attempt.get();
            } catch (AuthorizationRequiredException required) {
                if (handler == null || count == MAX_LOGINS) {
                    throw required;
                }
                try {
                    login(attempted.get(), handler, required);
                    afterwards.run();
                } catch (McpException failure) {
                    // The login was for the rest of what the server may have worked on before.
                    throw required.maybeExecuted() ? new Begun(attempted.get(), server).told(failure) : failure;
                }
            }
        }
    }

    /** Returns how texts name the server. */
    String server() {
        return server;
    }

    /** Returns how often somebody has logged in: each time, that may have been somebody else. */
    public long logins() {
        return logins.get();
    }

    /** Ends the logins that somebody waits for. */
    @Override
    public void close() {
        lock.lock();
        try {
            over = true;
            for (var one : waiting) {
                // Whoever closes in the midst of a login knows that it is over.
                if (!one.caller.equals(Thread.currentThread())) {
                    one.interrupted = true;
                    one.caller.interrupt();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void login(String attempted, LoginHandler person, AuthorizationRequiredException required) {
        var one = begin(attempted);
        RuntimeException failure = null;
        boolean closed;
        try {
            person.login(required);
            logins.incrementAndGet();
        } catch (RuntimeException failed) {
            failure = failed;
        } finally {
            closed = end(one);
        }
        if (closed) {
            throw closed(attempted, failure);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private Waiting begin(String attempted) {
        lock.lock();
        try {
            if (over) {
                throw closed(attempted, null);
            }
            var one = new Waiting();
            waiting.add(one);
            return one;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that somebody waits no longer. Returns whether the client was closed meanwhile. */
    private boolean end(Waiting one) {
        lock.lock();
        try {
            waiting.remove(one);
            if (one.interrupted) {
                boolean ignored = Thread.interrupted(); // It was meant for the login alone.
            }
            return over;
        } finally {
            lock.unlock();
        }
    }

    private ClientClosedException closed(String attempted, @Nullable RuntimeException failure) {
        var closed = new ClientClosedException(attempted, server, false);
        if (failure != null) {
            closed.addSuppressed(failure);
        }
        return closed;
    }
}
