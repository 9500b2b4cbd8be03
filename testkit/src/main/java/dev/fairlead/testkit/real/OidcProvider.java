package dev.fairlead.testkit.real;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.auth.HttpUserAgent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The authorization server oidc-provider in a process of its own, with a protected MCP server beside it. */
public final class OidcProvider implements AutoCloseable {
    private final ServerProcess process;
    private final JsonNode facts;

    private OidcProvider(ServerProcess process) {
        this.process = process;
        this.facts = Json.parse(process.ready());
    }

    /** Starts one that differs in nothing from the usual. */
    public static OidcProvider start() {
        return with().start();
    }

    /** Returns somebody who logs in by that name and agrees to everything. */
    public static HttpUserAgent person(String name) {
        return new HttpUserAgent().filling("login", name).filling("password", "any");
    }

    /** Returns settings in which nothing differs yet. */
    public static Settings with() {
        return new Settings();
    }

    /** Returns the URL of the authorization server. */
    public String issuer() {
        return facts.path("issuer").stringValue();
    }

    /** Returns the URL of the protected server. */
    public String mcp() {
        return facts.path("mcp").stringValue();
    }

    /** Returns where the protected server describes itself. */
    public String resourceMetadata() {
        return facts.path("mcpOrigin").stringValue() + "/.well-known/oauth-protected-resource/mcp";
    }

    /** Returns how many tokens were given for grants of this type. */
    public int granted(String type) {
        return seen().path("grants").path(type).asInt(0);
    }

    /** Returns what the authorization server counted: grants, errors, registrations, authorizations. */
    public JsonNode seen() {
        return seenAt(issuer());
    }

    /** Returns what the protected server counted: who was let in, and who was refused. */
    public JsonNode seenByResource() {
        return seenAt(facts.path("mcpOrigin").stringValue());
    }

    /** Takes back everything that anybody was granted, as an administrator may. */
    public void revokeAll() {
        try {
            var connection = (HttpURLConnection)
                    URI.create(issuer() + "/revoke-all").toURL().openConnection();
            connection.setRequestMethod("POST");
            if (connection.getResponseCode() != HttpURLConnection.HTTP_NO_CONTENT) {
                throw new IllegalStateException("nothing was taken back: " + connection.getResponseCode());
            }
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    /** Returns what the process has printed so far. */
    public String output() {
        return process.output();
    }

    /** Kills both servers. */
    @Override
    public void close() {
        process.close();
    }

    private static JsonNode seenAt(String origin) {
        try {
            var reader = new HttpUserAgent();
            reader.visit(origin + "/seen");
            return Json.parse(reader.page());
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    /** What differs from the usual. */
    public static final class Settings {
        private final ObjectNode json = Json.object();

        private Settings() {}

        /** Lets access tokens live this long. */
        public Settings accessTokenSeconds(int seconds) {
            json.put("accessTokenSeconds", seconds);
            return this;
        }

        /** Has access tokens that can be read without asking, and not be revoked. */
        public Settings jwtTokens() {
            json.put("tokenFormat", "jwt");
            return this;
        }

        /** Lets nobody in whose token is not bound to a key. */
        public Settings dpop() {
            json.put("dpop", true);
            return this;
        }

        /** Also wants nonces in proofs, at both servers. */
        public Settings dpopNonce() {
            json.put("dpop", true).put("dpopNonce", true);
            return this;
        }

        /** Knows a client from the start. */
        public Settings client(JsonNode metadata) {
            json.withArray("clients").add(metadata);
            return this;
        }

        /** Finds a client's document, whose URL has to be one with https, where it really is. */
        public Settings document(String clientId, String place) {
            json.withObject("documents").put(clientId, place);
            return this;
        }

        /** Starts the servers. */
        public OidcProvider start() {
            return new OidcProvider(NodeScripts.start("oidc-provider.mjs", json));
        }
    }
}
