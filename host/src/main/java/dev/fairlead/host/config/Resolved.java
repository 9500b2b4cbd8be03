package dev.fairlead.host.config;

import dev.fairlead.wire.Transport;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.ServerCommand;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a server is reached, with all variables in their place. It lives in memory and is never written down. */
public sealed interface Resolved {

    /** Returns the values that nobody should get to read in logs and messages. */
    Set<String> secrets();

    /** Returns these, and all other {@link PrivateValues} of the server. */
    Set<String> privateValues();

    /**
     * A program to start.
     *
     * @param withheld names of variables that every program gets unasked and this one must not
     */
    @SuppressWarnings("AvoidCommonTypeNames") // It is always said with the name of its family.
    record Process(ServerCommand command, Set<String> withheld, Set<String> secrets, Set<String> privateValues)
            implements Resolved {
        /** Copies the sets. */
        public Process {
            withheld = Set.copyOf(withheld);
            secrets = Set.copyOf(secrets);
            privateValues = Set.copyOf(privateValues);
        }

        /** Names the program; the secrets are secret. */
        @Override
        public String toString() {
            return "Process[%s]".formatted(command);
        }
    }

    /**
     * An address to connect to.
     *
     * @param oauth what is known about logging in, with variables in their place; null for nothing
     */
    record Remote(HttpTransport transport, @Nullable OAuthConfig oauth, Set<String> secrets, Set<String> privateValues)
            implements Resolved {
        /** Copies the sets. */
        public Remote {
            secrets = Set.copyOf(secrets);
            privateValues = Set.copyOf(privateValues);
        }

        /** Names the server; the secrets are secret. */
        @Override
        public String toString() {
            return "Remote[%s]".formatted(transport);
        }
    }

    /** A way of the program's own, as it was given. */
    record Own(Transport transport) implements Resolved {
        @Override
        public Set<String> secrets() {
            return Set.of();
        }

        @Override
        public Set<String> privateValues() {
            return Set.of();
        }
    }
}
