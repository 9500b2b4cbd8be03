package dev.fairlead.auth.discovery;

import dev.fairlead.wire.http.FetchException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a server says of itself to those who need authorization for it (RFC 9728).
 *
 * @param resource its name, exactly as it gives it
 * @param authorizationServers the issuers that grant authorization for it, exactly as it names them
 * @param scopes what can be asked for; null if it does not say
 * @param boundToKey whether it accepts only tokens that are bound to a key
 */
public record ProtectedResource(
        @Nullable String resource,
        List<String> authorizationServers,
        @Nullable List<String> scopes,
        boolean boundToKey) {

    static ProtectedResource from(ObjectNode json) throws FetchException {
        var servers = Members.texts(json, "authorization_servers");
        return new ProtectedResource(
                Members.text(json, "resource"),
                servers == null ? List.of() : servers,
                Members.texts(json, "scopes_supported"),
                Members.flag(json, "dpop_bound_access_tokens_required"));
    }
}
