/** OAuth for servers that are reached by URL. */
@SuppressWarnings("requires-automatic") // The maintainers of that library name no module.
module dev.fairlead.auth {
    requires transitive dev.fairlead.store;
    requires transitive dev.fairlead.wire;
    requires static java.keyring;
    requires static org.jspecify;
    requires com.nimbusds.jose.jwt;
    requires oauth2.oidc.sdk;

    exports dev.fairlead.auth;
    exports dev.fairlead.auth.store;
}
