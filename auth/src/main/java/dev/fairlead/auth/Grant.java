package dev.fairlead.auth;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** What entitles to a token. */
public sealed interface Grant {

    /** A person who logs in and agrees. */
    record Login() implements Grant {}

    /** The client itself, which the authorization server knows by its secret or its key; nobody has to be there. */
    record OwnRight() implements Grant {}

    /**
     * The word of the platform that the program runs on; nobody has to be there, and nothing has to be registered.
     *
     * @param assertion returns a JWT of the platform for the audience it is given, a fresh one each time, and soon
     */
    record Workload(UnaryOperator<String> assertion) implements Grant {}

    /**
     * The word of a company's identity provider, where the person has signed in already.
     *
     * @param tokenEndpoint where the identity provider hands out tokens
     * @param client who we are at the identity provider
     * @param idToken returns the proof that the person has signed in
     */
    record Enterprise(String tokenEndpoint, RegisteredClient client, Supplier<String> idToken) implements Grant {}
}
