package dev.fairlead.wire.http;

/** The words about a message that is larger than is read. */
final class TooLarge {
    private TooLarge() {}

    static String words(int maxMessageBytes) {
        return "message larger than %s (limit maxMessageBytes)".formatted(shown(maxMessageBytes));
    }

    /** Returns a size as people write it. */
    static String shown(int bytes) {
        return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : bytes + " bytes";
    }
}
