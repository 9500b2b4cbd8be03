package dev.fairlead.wire;

/** Which release this is. */
public final class Release {
    /** The version that servers are told; the one of the build, which a test sees to. */
    public static final String VERSION = "0.1.0";

    private Release() {}
}
