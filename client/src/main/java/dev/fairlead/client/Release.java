package dev.fairlead.client;

/** Which release this is. */
final class Release {
    static final String VERSION = "0.1.0";

    private Release() {}
}
