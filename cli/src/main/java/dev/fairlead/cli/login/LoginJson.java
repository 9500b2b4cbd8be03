package dev.fairlead.cli.login;

import dev.fairlead.auth.AccountInfo;
import dev.fairlead.cli.frame.Url;
import dev.fairlead.protocol.rpc.Json;
import tools.jackson.databind.node.ObjectNode;

/** Writes who is logged in, for programs; never a token. */
public final class LoginJson {
    private LoginJson() {}

    static ObjectNode of(AccountInfo account) {
        var json = Json.object()
                .put("server", Url.shown(account.server()))
                .put("issuer", account.issuer())
                .put("clientId", account.clientId());
        var scopes = json.putArray("scopes");
        account.scopes().stream().sorted().forEach(scopes::add);
        var end = account.expires();
        return json.put("expires", end == null ? null : end.toString())
                .put("renewable", account.renewable())
                .put("boundToKey", account.boundToKey());
    }

    static ObjectNode of(KnownLogin login) {
        var json = login.account() == null ? Json.object().put("server", login.server()) : of(login.account());
        return json.put("usable", login.usable());
    }
}
