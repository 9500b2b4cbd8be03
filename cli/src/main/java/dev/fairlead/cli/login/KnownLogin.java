package dev.fairlead.cli.login;

import dev.fairlead.auth.AccountInfo;
import dev.fairlead.cli.frame.Url;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who has logged in to a server.
 *
 * @param server the URL, without what may be secret
 * @param account what is held; null where only the whole URL would tell
 * @param usable whether the server may still be visited with it, as far as is known here
 */
public record KnownLogin(String server, @Nullable AccountInfo account, boolean usable) {

    /** Returns the login that is held. */
    static KnownLogin of(AccountInfo account, Instant now) {
        var end = account.expires();
        return new KnownLogin(
                Url.shown(account.server()), account, account.renewable() || end == null || end.isAfter(now));
    }

    /** Returns a login to a server of which not the whole URL is known. */
    static KnownLogin to(String server) {
        return new KnownLogin(Url.shown(server), null, true);
    }
}
