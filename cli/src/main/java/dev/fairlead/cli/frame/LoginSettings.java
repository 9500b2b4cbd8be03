package dev.fairlead.cli.frame;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How somebody logs in to one server. None of it is secret: it is kept beside the tokens, so that they can be renewed
 * without anything being typed again.
 *
 * @param clientId who we are at the authorization server; null if that is found out
 * @param issuer the only authorization server that is used; null if the server names it
 * @param secretVariable the environment variable with the client's secret
 * @param keyFile the file with the client's private key
 * @param keyAlgorithm how that key signs
 * @param ownRight whether the client itself is let in, without anybody logging in
 * @param metadata the address of the document by which authorization servers may know us
 * @param scopes what to ask for besides what the server demands
 * @param redirectPort where the browser comes back
 * @param privateNetwork whether the server may name authorization servers in private networks
 */
public record LoginSettings(
        @Nullable String clientId,
        @Nullable String issuer,
        @Nullable String secretVariable,
        @Nullable String keyFile,
        String keyAlgorithm,
        boolean ownRight,
        @Nullable String metadata,
        List<String> scopes,
        @Nullable Integer redirectPort,
        boolean privateNetwork) {
    private static final String USUAL_ALGORITHM = "ES256";
    private static final int MAX_PORT = 65_535;

    /** The settings of whoever types nothing. */
    static final LoginSettings USUAL =
            new LoginSettings(null, null, null, null, USUAL_ALGORITHM, false, null, List.of(), null, false);

    public LoginSettings {
        scopes = List.copyOf(scopes);
    }

    /** Returns what was typed, if it makes sense. */
    static LoginSettings typed(LoginOptions options) {
        check(options);
        return new LoginSettings(
                options.clientId,
                options.issuer,
                options.secretVariable,
                options.clientKey == null
                        ? null
                        : options.clientKey.toAbsolutePath().toString(),
                options.keyAlgorithm == null ? USUAL_ALGORITHM : options.keyAlgorithm,
                options.clientCredentials,
                options.clientMetadata,
                options.scopes,
                options.redirectPort,
                options.privateNetwork);
    }

    private static void check(LoginOptions options) {
        boolean proof = options.secretVariable != null || options.clientKey != null;
        if (proof && options.clientId == null) {
            throw new UsageException(
                    "--client-secret-env and --client-key belong to a client; type --client-id ID too");
        }
        if (options.secretVariable != null && options.clientKey != null) {
            throw new UsageException("--client-secret-env and --client-key both prove who --client-id is; drop one");
        }
        if (options.keyAlgorithm != null && options.clientKey == null) {
            throw new UsageException("--client-key-alg says how --client-key signs; type that too");
        }
        if (options.clientCredentials && !proof) {
            throw new UsageException("--client-credentials needs --client-id ID, and --client-secret-env VARIABLE or"
                    + " --client-key FILE");
        }
        if (options.redirectPort != null && (options.redirectPort < 1 || options.redirectPort > MAX_PORT)) {
            throw new UsageException("--redirect-port is a number from 1 to 65535, not " + options.redirectPort);
        }
        for (var scope : options.scopes) {
            if (scope.isBlank() || scope.contains(" ")) {
                throw new UsageException("--scope takes one scope; repeat it for more");
            }
        }
    }

    /** Writes them. */
    String toJson() {
        var json = Json.object()
                .put("clientId", clientId)
                .put("issuer", issuer)
                .put("secretVariable", secretVariable)
                .put("keyFile", keyFile)
                .put("keyAlgorithm", keyAlgorithm)
                .put("ownRight", ownRight)
                .put("metadata", metadata)
                .put("redirectPort", redirectPort)
                .put("privateNetwork", privateNetwork);
        var list = json.putArray("scopes");
        scopes.forEach(list::add);
        return Json.write(json);
    }

    /** Reads what {@link #toJson} wrote, by this release or another. */
    static LoginSettings from(String text) {
        var json = Json.parse(text) instanceof ObjectNode object ? object : Json.object();
        var port = json.path("redirectPort");
        return new LoginSettings(
                text(json, "clientId"),
                text(json, "issuer"),
                text(json, "secretVariable"),
                text(json, "keyFile"),
                json.path("keyAlgorithm").asString(USUAL_ALGORITHM),
                json.path("ownRight").asBoolean(false),
                text(json, "metadata"),
                json.path("scopes").valueStream().map(JsonNode::asString).toList(),
                port.isInt() ? port.intValue() : null,
                json.path("privateNetwork").asBoolean(false));
    }

    private static @Nullable String text(ObjectNode json, String member) {
        var value = json.path(member);
        return value.isString() ? value.stringValue() : null;
    }
}
