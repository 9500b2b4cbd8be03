package dev.fairlead.auth.real;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.auth.HttpUserAgent;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The authorization server oidc-provider in a process of its own, with a protected MCP server beside it. */
final class OidcProvider implements AutoCloseable {
    private final ServerProcess process;
    private final JsonNode facts;

    private OidcProvider(ServerProcess process) {
        this.process = process;
        this.facts = Json.parse(process.ready());
    }

    static OidcProvider start() {
        return with().start();
    }

    /** Returns somebody who logs in by that name and agrees to everything. */
    static HttpUserAgent person(String name) {
        return new HttpUserAgent().filling("login", name).filling("password", "any");
    }

    static Settings with() {
        return new Settings();
    }

    String issuer() {
        return facts.path("issuer").stringValue();
    }

    /** Returns the URL of the protected server. */
    String mcp() {
        return facts.path("mcp").stringValue();
    }

    /** Returns where the protected server describes itself. */
    String resourceMetadata() {
        return facts.path("mcpOrigin").stringValue() + "/.well-known/oauth-protected-resource/mcp";
    }

    /** Returns how many tokens were given for grants of this type. */
    int granted(String type) {
        return seen().path("grants").path(type).asInt(0);
    }

    /** Returns what the authorization server counted: grants, errors, registrations, authorizations. */
    JsonNode seen() {
        return ByHand.get(issuer() + "/seen").json();
    }

    /** Returns what the protected server counted: who was let in, and who was refused. */
    JsonNode seenByResource() {
        return ByHand.get(facts.path("mcpOrigin").stringValue() + "/seen").json();
    }

    /** Takes back everything that anybody was granted, as an administrator may. */
    void revokeAll() {
        ByHand.post(issuer() + "/revoke-all", Map.of());
    }

    /** Returns what the process has printed so far. */
    String output() {
        return process.output();
    }

    @Override
    public void close() {
        process.close();
    }

    /** What differs from the usual. */
    static final class Settings {
        private final ObjectNode json = Json.object();

        private Settings() {}

        Settings accessTokenSeconds(int seconds) {
            json.put("accessTokenSeconds", seconds);
            return this;
        }

        /** Has access tokens that can be read without asking, and not be revoked. */
        Settings jwtTokens() {
            json.put("tokenFormat", "jwt");
            return this;
        }

        /** Lets nobody in whose token is not bound to a key. */
        Settings dpop() {
            json.put("dpop", true);
            return this;
        }

        /** Also wants nonces in proofs, at both servers. */
        Settings dpopNonce() {
            json.put("dpop", true).put("dpopNonce", true);
            return this;
        }

        /** Knows a client from the start. */
        Settings client(JsonNode metadata) {
            json.withArray("clients").add(metadata);
            return this;
        }

        /** Finds a client's document, whose URL has to be one with https, where it really is. */
        Settings document(String clientId, String place) {
            json.withObject("documents").put(clientId, place);
            return this;
        }

        OidcProvider start() {
            return new OidcProvider(NodeScripts.start("oidc-provider.mjs", json));
        }
    }
}
