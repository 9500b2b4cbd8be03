package dev.fairlead.testkit.auth;

/** The places where the metadata of a protected resource may be. */
public enum PrmPlace {
    /** RFC 9728: the name goes between host and path of the resource. */
    PATH,

    /** At the root of the host, whatever the path of the resource. */
    ROOT,

    /** At a place that only the challenge tells. */
    CUSTOM;

    static final String NAME = "/.well-known/oauth-protected-resource";

    String path(String resourcePath) {
        return switch (this) {
            case PATH -> NAME + resourcePath;
            case ROOT -> NAME;
            case CUSTOM -> "/custom/metadata.json";
        };
    }
}
