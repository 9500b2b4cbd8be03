package dev.fairlead.client;

import java.time.Duration;
import java.util.Optional;

/**
 * Keeps results of one server that the server said anybody may be shown, where others may find them: other clients,
 * processes or machines that reach the same server. What it keeps may be lost at any time.
 *
 * <p>Results are kept by subject. When something changes, all results of its subject are stale, wherever they came from.
 */
public interface ResultKeeper {

    /** Returns a fresh result. */
    Optional<String> find(String subject, String question);

    /** Returns a mark of this moment, for {@link #keep}; empty if nothing can be kept now. */
    Optional<String> mark(String subject);

    /**
     * Keeps a result, if nothing was said to have changed since it was asked for.
     *
     * @param asked the mark of the moment before it was asked for
     * @param ttl how long it stays fresh
     */
    void keep(String subject, String question, String asked, String result, Duration ttl);

    /** Makes all results of a subject stale, for everybody. */
    void forget(String subject);
}
