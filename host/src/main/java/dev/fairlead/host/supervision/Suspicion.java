package dev.fairlead.host.supervision;

import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.UnavailableException;

/** Which failures of a call are a reason to look after the connection itself. */
final class Suspicion {
    private static final int UNAUTHORIZED = 401;
    private static final int SERVER_TROUBLE = 500;

    private Suspicion() {}

    static boolean raisedBy(McpException failure) {
        return switch (failure) {
            case ConnectionLostException lost -> true;
            case UnavailableException unavailable -> true;
            case CallTimeoutException silent -> true;
            case AuthorizationRequiredException wall -> true;
            case AuthorizationException refused -> refused.challenge().status() == UNAUTHORIZED;
            case HttpStatusException status -> status.status() >= SERVER_TROUBLE;
            default -> false;
        };
    }
}
