package dev.fairlead.bench;

/** One way of calling the echo server. */
interface Contender extends AutoCloseable {

    /** Returns how tables name it. */
    String name();

    /** Makes one call and waits for its answer. */
    void call() throws Exception;

    /** Makes {@code calls} calls with {@code width} under way at a time. */
    void calls(int calls, int width) throws Exception;

    @Override
    void close();
}
