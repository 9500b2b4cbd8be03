package dev.fairlead.host.config;

import dev.fairlead.wire.Transport;
import dev.fairlead.wire.http.HttpStrategy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a configured server is reached, as it was written: variables are still in the texts. */
public sealed interface Endpoint {

    /**
     * A program that is started.
     *
     * @param environment variables for it; a null value takes an inherited one away
     * @param passedOn names of variables of ours that it gets too
     * @param environmentFile a file of further variables, which declared ones override
     * @param directory where it works; null for the folder of the project that the configuration belongs to
     */
    record Command(
            String program,
            List<String> arguments,
            Map<String, @Nullable String> environment,
            List<String> passedOn,
            @Nullable String environmentFile,
            @Nullable String directory,
            Inheritance inheritance)
            implements Endpoint {
        /** Copies the collections. */
        public Command {
            arguments = List.copyOf(arguments);
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
            passedOn = List.copyOf(passedOn);
        }

        /** Returns the program with these arguments and nothing else. */
        public static Command of(String program, String... arguments) {
            return new Command(program, List.of(arguments), Map.of(), List.of(), null, null, Inheritance.SAFE);
        }

        /** Names the program and the variables; arguments and values may be secrets. */
        @Override
        public String toString() {
            return "Command[program=%s, arguments=%s, environment=%s]"
                    .formatted(program, arguments.size(), environment.keySet());
        }
    }

    /**
     * An address on the network.
     *
     * @param headers what accompanies every request
     * @param headersFrom headers whose values are variables of our environment, by name of the header; a word such as
     *     {@code Bearer} may stand before the name of the variable
     * @param headersProgram a program that prints further headers as a JSON object; empty for none
     * @param oauth what is known about logging in; null for nothing
     */
    record Address(
            String url,
            HttpStrategy strategy,
            Map<String, String> headers,
            Map<String, String> headersFrom,
            List<String> headersProgram,
            @Nullable OAuthConfig oauth)
            implements Endpoint {
        /** Copies the collections. */
        public Address {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
            headersFrom = Collections.unmodifiableMap(new LinkedHashMap<>(headersFrom));
            headersProgram = List.copyOf(headersProgram);
        }

        /** Returns the address and nothing else. */
        public static Address of(String url) {
            return new Address(url, HttpStrategy.HTTP_FIRST, Map.of(), Map.of(), List.of(), null);
        }

        /** Returns where it leads to, without what may be secret: the user, the query, and keys in the path. */
        public String place() {
            return UrlText.place(url);
        }

        /** Tells whether another connection may be let in by something else: a program prints headers, or a file has the value of one. */
        public boolean credentialsMayChange() {
            return !headersProgram.isEmpty() || headers.values().stream().anyMatch(Expander::namesAFile);
        }

        /** Names the place and the headers; what else is in an address, and what headers say, may be secret. */
        @Override
        public String toString() {
            return "Address[url=%s, headers=%s]".formatted(place(), headers.keySet());
        }
    }

    /** A way of the program's own, which no file can name. */
    record Own(Transport transport) implements Endpoint {}

    /** Which of our own variables a started program gets without being asked. */
    enum Inheritance {
        /** The few that every program needs. */
        SAFE,
        /** All of them. */
        ALL,
        /** None. */
        NONE
    }
}
