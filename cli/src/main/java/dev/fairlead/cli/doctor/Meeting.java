package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.Violation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An attempt to connect to a server, and all that was heard of it. */
final class Meeting implements AutoCloseable {
    private static final int MOST = 200;
    private static final long PATIENCE_MILLIS = 500;

    private final Ear ear = new Ear();
    private @Nullable McpClient client;
    private @Nullable RuntimeException problem;

    private Meeting() {}

    /** Tries to connect; what goes wrong is kept. */
    static Meeting with(Visit visit, Target target) {
        var meeting = new Meeting();
        try {
            meeting.client = visit.connectAfresh(target, meeting.ear);
        } catch (McpException failed) {
            meeting.problem = failed;
            meeting.ear.awaitEnd();
        }
        return meeting;
    }

    Optional<McpClient> client() {
        return Optional.ofNullable(client);
    }

    Optional<RuntimeException> problem() {
        return Optional.ofNullable(problem);
    }

    /** Lists what went wrong with all ways that were tried, the one that is blamed first. */
    List<Throwable> problems() {
        var all = new ArrayList<Throwable>();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        if (problem != null) {
            collect(problem, all, seen);
        }
        return all;
    }

    /** Returns the first problem of a kind. */
    <T extends Throwable> Optional<T> problem(Class<T> kind) {
        return problems().stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }

    /** Returns what was tolerated. */
    List<Violation> violations(Violation.Kind kind) {
        return ear.violations.stream().filter(one -> one.kind() == kind).toList();
    }

    /** Returns what the server wrote to its standard error, the first lines of it. */
    List<String> stderr() {
        return List.copyOf(ear.stderr);
    }

    /** Leaves the server. */
    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
    }

    private static void collect(Throwable one, List<Throwable> all, Set<Throwable> seen) {
        if (!seen.add(one)) {
            return;
        }
        all.add(one);
        if (one.getCause() != null) {
            collect(one.getCause(), all, seen);
        }
        for (var other : one.getSuppressed()) {
            collect(other, all, seen);
        }
    }

    private static final class Ear implements ConnectionListener {
        private final List<Violation> violations = new CopyOnWriteArrayList<>();
        private final List<String> stderr = new CopyOnWriteArrayList<>();
        private final CountDownLatch over = new CountDownLatch(1);

        @Override
        public void state(ConnectionState state) {
            if (state instanceof ConnectionState.Disconnected || state instanceof ConnectionState.Failed) {
                over.countDown();
            }
        }

        @Override
        public void violation(Violation violation) {
            if (violations.size() < MOST) {
                violations.add(violation);
            }
        }

        @Override
        public void stderr(String line) {
            if (stderr.size() < MOST) {
                stderr.add(line);
            }
        }

        /** Waits until everything is told that was heard before the end. */
        void awaitEnd() {
            try {
                boolean all = over.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                assert all || over.getCount() > 0;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
