package dev.fairlead.host.metrics;

/** A call that is being traced. On the thread that began it, everything until it is closed belongs to it. */
public interface CallSpan extends AutoCloseable {

    /** A span that nobody sees. */
    CallSpan NONE = new CallSpan() {
        @Override
        public void retried(int attempt, String because) {}

        @Override
        public void failed(String errorType, String message) {}

        @Override
        public void close() {}
    };

    /** Notes that the call is made again. */
    void retried(int attempt, String because);

    /**
     * Notes that the call failed.
     *
     * @param errorType what sort of failure it was, as {@link dev.fairlead.host.event.ErrorType} says
     */
    void failed(String errorType, String message);

    /** Ends the span; on the thread that began it. */
    @Override
    void close();
}
