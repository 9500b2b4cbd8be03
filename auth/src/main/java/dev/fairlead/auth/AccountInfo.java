package dev.fairlead.auth;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An authorization that is held, as far as it may be shown.
 *
 * @param server for which server
 * @param issuer who granted it
 * @param clientId to whom
 * @param scopes what it covers, as far as that was said
 * @param expires when the present token ends; null if that was not said
 * @param renewable whether another is got without anybody logging in
 * @param boundToKey whether the token is worth nothing without a key
 */
public record AccountInfo(
        String server,
        String issuer,
        String clientId,
        Set<String> scopes,
        @Nullable Instant expires,
        boolean renewable,
        boolean boundToKey) {}
