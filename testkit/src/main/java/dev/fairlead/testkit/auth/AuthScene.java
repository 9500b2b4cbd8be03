package dev.fairlead.testkit.auth;

import dev.fairlead.testkit.FakeServer;

/** A protected MCP server with its authorization server, a second authorization server, and a canary. */
public final class AuthScene implements AutoCloseable {
    private final AuthServer authServer = AuthServer.start();
    private final AuthServer other = AuthServer.start();
    private final Canary canary = Canary.start();
    private final ProtectedMcp mcp;

    private AuthScene(FakeServer server) {
        mcp = ProtectedMcp.serving(server, authServer).next(other).elsewhere(canary.url());
        authServer.elsewhere(canary.url());
        other.resource(mcp.resource());
    }

    /** Starts everything; nobody lies. */
    public static AuthScene with(FakeServer server) {
        return new AuthScene(server);
    }

    /** Lets the one whose lie it is tell this variant from now on, pointing at the canary or at the second server. */
    public AuthScene telling(Lie lie, int variant) {
        if (lie.ofResource()) {
            mcp.lie(lie, variant);
            return this;
        }
        switch (lie) {
            case MIX_UP_TOKEN -> authServer.elsewhere(other.tokenEndpoint());
            case MIX_UP_AUTHORIZE -> authServer.elsewhere(other.authorizationEndpoint());
            default -> authServer.elsewhere(canary.url());
        }
        authServer.lie(lie, variant);
        return this;
    }

    /** Returns the authorization server to which the MCP server belongs. */
    public AuthServer authServer() {
        return authServer;
    }

    /** Returns the other authorization server. */
    public AuthServer other() {
        return other;
    }

    /** Returns the protected server. */
    public ProtectedMcp mcp() {
        return mcp;
    }

    /** Returns the canary. */
    public Canary canary() {
        return canary;
    }

    /** Ends everything. */
    @Override
    public void close() {
        mcp.close();
        authServer.close();
        other.close();
        canary.close();
    }
}
