package dev.fairlead.testkit.http;

/** A way to write the events of a stream. */
@FunctionalInterface
public interface EventStyle {

    /** The usual way. */
    EventStyle PLAIN = (event, request) -> event.text();

    /** Returns the text of an event of the stream that answers a request. */
    String write(ServerSentEvent event, RecordedRequest request);
}
