package dev.fairlead.console.api;

import dev.fairlead.console.text.Shortened;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import java.lang.System.Logger.Level;

/** Tells the page what went wrong at a server. */
final class Trouble {
    private static final System.Logger LOG = System.getLogger(Trouble.class.getName());

    private Trouble() {}

    static Refusal of(McpException failure, String field) {
        LOG.log(Level.DEBUG, "A server did not do what the page asked for", failure); // The page tells people.
        var code = switch (failure) {
            case AuthorizationException wall -> "login-needed";
            case UnavailableException away -> "not-connected";
            case CallTimeoutException late -> "timeout";
            case UnsupportedFeatureException lacking -> "not-supported";
            case ServerErrorException said -> "server-error";
            default -> "failed";
        };
        return new Refusal(409, code, Shortened.of(String.valueOf(failure.getMessage()), Shortened.WORDS)).in(field);
    }
}
