package dev.fairlead.bench;

/** One way of calling the echo server, from any number of threads at once. */
interface Contender extends AutoCloseable {

    /** Returns how tables name it. */
    String name();

    /** Makes one call and waits for its answer. */
    void call() throws Exception;

    /** Makes {@code calls} calls with {@code width} under way at a time, on virtual threads. */
    default void calls(int calls, int width) throws Exception {
        long[] ignored = Crowd.share(Thread.ofVirtual().factory(), calls, width, this);
    }

    @Override
    void close();
}
