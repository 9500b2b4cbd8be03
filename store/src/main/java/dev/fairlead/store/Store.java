package dev.fairlead.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Where things are kept that outlast a program or are shared by several: texts by key, seen by everybody who opens the
 * same store, threads, processes or machines.
 *
 * <p>All methods may be called from any number of threads at once. They throw a {@link StoreException} when the store
 * cannot be read or written.
 */
public interface Store extends AutoCloseable {

    /** Returns what is kept under a key and has not expired. */
    Optional<Entry> read(String key);

    /**
     * Keeps a text under a key, if what is kept there is still what the caller saw.
     *
     * @param seen the version that the caller saw; {@link Entry#ABSENT} if there was nothing
     * @param value null to keep nothing there any more
     * @param life after which time it is gone by itself; null for never
     * @return whether it was kept; if not, somebody else was faster
     */
    boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life);

    /** Keeps a text for good, if what is kept there is still what the caller saw; null to keep nothing there any more. */
    default boolean replace(String key, String seen, @Nullable String value) {
        return replace(key, seen, value, null);
    }

    /** Lists the keys that begin so and under which something is kept, in order. */
    List<String> keys(String prefix);

    /**
     * Waits to be the only one, among all who use this store, to work on what a key names. The right ends with its
     * holder: the end of a process ends it too.
     *
     * @throws TimeoutException if others did not finish in time
     */
    Lease lease(String key, Duration patience) throws InterruptedException, TimeoutException;

    /** Lets go of files and connections. What is kept stays. */
    @Override
    void close();

    /**
     * A text that is kept.
     *
     * @param version differs whenever the text was replaced
     */
    record Entry(String value, String version) {
        /** The version of nothing. */
        public static final String ABSENT = "";

        /** Says nothing of the text, which may be secret. */
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
