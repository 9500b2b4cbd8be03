package dev.fairlead.bench.contenders;

/** Looks at what arrived. */
final class Check {
    private static final int EXPECTED = Integer.getInteger("bench.text", 4);

    private Check() {}

    /** Throws unless the text is as long as the server's. */
    static void text(String text) {
        if (text.length() != EXPECTED) {
            throw new IllegalStateException("the text has " + text.length() + " characters instead of " + EXPECTED);
        }
    }

    /** Throws unless a schema has what the server's have: its type and its properties. */
    static void members(int count) {
        if (count < 2) {
            throw new IllegalStateException("a schema has %s members".formatted(count));
        }
    }
}
