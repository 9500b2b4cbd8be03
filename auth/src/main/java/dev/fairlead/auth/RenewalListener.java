package dev.fairlead.auth;

/**
 * Hears that a token was got or replaced without a person, that it was refused, that whoever grants one could not be asked,
 * or that a token could not be stored: for whoever writes that down. It must not throw, as a request waits for the token.
 */
@FunctionalInterface
public interface RenewalListener {
    /** Hears nothing. */
    RenewalListener NONE = (server, what) -> {};

    /**
     * Hears of one token.
     *
     * @param server by its address, without query and fragment
     * @param what what happened, in a few words without secrets; what authorization servers say is not fit to be shown as it is
     */
    void heard(String server, String what);
}
