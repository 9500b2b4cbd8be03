package dev.fairlead.client.opening;

import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.wire.Transport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The ways to open a session, and when to go on to the next of them. */
public final class Ways {
    private Ways() {}

    /** Returns the ways in the order in which to try them: what worked the last time comes first. */
    public static List<Transport> of(Transport transport, Optional<String> workedBefore) {
        var ways = new ArrayList<>(transport.handshakes());
        workedBefore.ifPresent(
                kind -> ways.sort(Comparator.comparing(way -> !way.kind().equals(kind)))); // stable
        return ways;
    }

    /** Tells whether a failure means that there is a server, but not one for this way. */
    public static boolean another(McpException failure) {
        return switch (failure) {
            case HttpStatusException status ->
                status.status() >= 400 && status.status() < 500 && status.status() != 408;
            case ProtocolViolationException odd -> true;
            // Only a modern server knows these errors, and no other way would cure them.
            case ServerErrorException refused ->
                switch (refused.error().code()) {
                    case ErrorCode.HEADER_MISMATCH, ErrorCode.MISSING_CAPABILITY, ErrorCode.UNSUPPORTED_VERSION ->
                        false;
                    default -> true;
                };
            default -> false;
        };
    }
}
