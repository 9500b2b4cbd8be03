package dev.fairlead.auth.store;

import dev.fairlead.wire.Deadline;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Where tokens and what belongs to them are kept: secret texts by key, shared by everybody who opens the same store,
 * threads, processes or machines.
 *
 * <p>All methods may be called from any number of threads at once. They throw a {@link StoreException} when the store
 * cannot be read or written.
 */
public interface TokenStore {

    /** Returns what is kept under a key. */
    Optional<Entry> read(String key);

    /**
     * Keeps a text under a key, if what is kept there is still what the caller saw.
     *
     * @param seen the version that the caller saw; {@link Entry#ABSENT} if there was nothing
     * @param value null to keep nothing there any more
     * @return whether it was kept; if not, somebody else was faster
     */
    boolean replace(String key, String seen, @Nullable String value);

    /** Lists the keys under which something is kept, in order. */
    List<String> keys();

    /**
     * Waits to be the only one, among all who use this store, to work on what a key names. The right ends with its
     * holder: the end of a process ends it too.
     *
     * @throws TimeoutException if others did not finish by then
     */
    Lease lease(String key, Deadline patience) throws InterruptedException, TimeoutException;

    /**
     * A text that is kept.
     *
     * @param version differs whenever the text was replaced
     */
    record Entry(String value, String version) {
        /** The version of nothing. */
        public static final String ABSENT = "";

        /** Says nothing of the text, which is secret. */
        @Override
        public String toString() {
            return "Entry[version=" + version + "]";
        }
    }

    /** The right to be the only one. */
    interface Lease extends AutoCloseable {

        /** Ends the right. */
        @Override
        void close();
    }
}
