package dev.fairlead.host.metrics;

import org.jspecify.annotations.Nullable;

/**
 * What figures and spans say of a server beside its name.
 *
 * @param networkTransport {@code pipe} for a process, {@code tcp} for HTTP; null where it is neither
 * @param protocolVersion the revision that is spoken; null before that is known
 * @param address the host of a remote server
 * @param port the port of a remote server; 0 where there is none
 */
public record ServerTraits(
        @Nullable String networkTransport,
        @Nullable String protocolVersion,
        @Nullable String address,
        int port) {
    private static final ServerTraits UNKNOWN = new ServerTraits(null, null, null, 0);

    /** Returns the traits of a server of which nothing is known. */
    public static ServerTraits unknown() {
        return UNKNOWN;
    }

    /** Returns the traits of a process. */
    public static ServerTraits process(@Nullable String protocolVersion) {
        return new ServerTraits("pipe", protocolVersion, null, 0);
    }

    /** Returns the traits of a remote server. */
    public static ServerTraits remote(@Nullable String protocolVersion, String address, int port) {
        return new ServerTraits("tcp", protocolVersion, address, port);
    }
}
