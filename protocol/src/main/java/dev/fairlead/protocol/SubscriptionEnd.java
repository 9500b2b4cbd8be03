package dev.fairlead.protocol;

/** How a stream of server events came to its end. */
public sealed interface SubscriptionEnd {

    /** The server ended it in good order; there is no more to come. */
    record Graceful() implements SubscriptionEnd {}

    /**
     * The connection broke, or the server broke it off.
     *
     * @param detail what happened
     */
    record Dropped(String detail) implements SubscriptionEnd {}

    /** The reader closed it. */
    record Cancelled() implements SubscriptionEnd {}

    /**
     * The reader was too slow.
     *
     * @param missed how many events it did not get
     */
    record Lagged(long missed) implements SubscriptionEnd {}
}
