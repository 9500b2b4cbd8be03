package dev.fairlead.bench.contenders;

import java.io.IOException;

/** One connection to an echo server, for any number of threads at once. */
public interface Client extends AutoCloseable {

    /** Calls the tool {@code echo} and waits for the answer. */
    void call() throws Exception;

    /** Lists the tools, whatever was listed before. Returns how many there are, -1 where nothing is decoded. */
    int list() throws Exception;

    /** Lists the tools and looks into the schema of each. */
    default void listAndRead() throws Exception {
        int ignored = list();
    }

    @Override
    void close() throws IOException;

    /** A client that needs no threads for having many calls under way. */
    interface Windowed extends Client {

        /** Makes calls until the time is over, with {@code width} under way at a time. Returns how many there were. */
        long calls(long endNanos, int width, Histogram times) throws Exception;
    }
}
