package dev.fairlead.wire.http;

/** The words about a message that is larger than is read. */
final class TooLarge {
    private TooLarge() {}

    static String words(int maxMessageBytes) {
        var limit = maxMessageBytes >= 1 << 20 ? (maxMessageBytes >> 20) + " MiB" : maxMessageBytes + " bytes";
        return "message larger than %s (limit maxMessageBytes)".formatted(limit);
    }
}
