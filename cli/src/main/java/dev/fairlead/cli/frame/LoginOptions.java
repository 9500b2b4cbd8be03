package dev.fairlead.cli.frame;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Options for servers with a URL that demand a login. */
public final class LoginOptions implements Words {
    private static final String NO_BROWSER = "--no-browser";
    private static final String SCOPE = "--scope";
    private static final String ISSUER = "--issuer";
    private static final String REDIRECT_PORT = "--redirect-port";

    boolean noBrowser;
    public List<String> scopes = List.of();
    public @Nullable String clientId;

    public @Nullable String issuer;

    @Nullable
    String secretVariable;

    @Nullable
    Path clientKey;

    @Nullable
    String keyAlgorithm;

    boolean clientCredentials;

    @Nullable
    String clientMetadata;

    @Nullable
    Integer redirectPort;

    boolean privateNetwork;

    @Override
    public void describe(Form form) {
        form.flag(NO_BROWSER, on -> noBrowser = on, "Open no browser to log in; only tell the address.");
        form.texts(SCOPE, "SCOPE", given -> scopes = given, "Ask for this too when logging in. Repeat it for more.");
        form.text(
                "--client-id",
                "ID",
                given -> clientId = given,
                "Be this client, which was registered at the authorization server by hand.");
        form.text(
                ISSUER,
                "URL",
                given -> issuer = given,
                "The authorization server to log in at, such as the one where --client-id is registered; no other is",
                "used, whatever the server says.");
        form.text(
                "--client-secret-env",
                "VARIABLE",
                given -> secretVariable = given,
                "The environment variable with the secret of --client-id.");
        form.path(
                "--client-key",
                "FILE",
                given -> clientKey = given,
                "The private key of --client-id, in PEM and PKCS#8, instead of a secret.");
        form.text(
                "--client-key-alg",
                "NAME",
                given -> keyAlgorithm = given,
                "How --client-key signs; ES256 unless told otherwise.");
        form.flag(
                "--client-credentials",
                on -> clientCredentials = on,
                "Nobody logs in: --client-id itself is let in, by its secret or key.",
                "Only 'fairlead login' keeps the token.");
        form.text(
                "--client-metadata",
                "URL",
                given -> clientMetadata = given,
                "The document by which authorization servers may know this program.");
        form.number(
                REDIRECT_PORT,
                "N",
                given -> redirectPort = given,
                "The port on this machine to which the browser comes back.");
        form.flag(
                "--allow-private-network",
                on -> privateNetwork = on,
                "Follow servers to authorization servers in private networks.");
    }

    /** Lists the options that were typed and say how a person logs in. */
    List<String> forLogins() {
        var typed = new ArrayList<String>();
        add(typed, NO_BROWSER, noBrowser);
        add(typed, SCOPE, !scopes.isEmpty());
        add(typed, REDIRECT_PORT, redirectPort != null);
        return typed;
    }

    /** Lists the options that were typed. */
    List<String> typed() {
        var typed = new ArrayList<String>();
        add(typed, NO_BROWSER, noBrowser);
        add(typed, SCOPE, !scopes.isEmpty());
        add(typed, "--client-id", clientId != null);
        add(typed, ISSUER, issuer != null);
        add(typed, "--client-secret-env", secretVariable != null);
        add(typed, "--client-key", clientKey != null);
        add(typed, "--client-key-alg", keyAlgorithm != null);
        add(typed, "--client-credentials", clientCredentials);
        add(typed, "--client-metadata", clientMetadata != null);
        add(typed, REDIRECT_PORT, redirectPort != null);
        add(typed, "--allow-private-network", privateNetwork);
        return typed;
    }

    private static void add(List<String> typed, String name, boolean given) {
        if (given) {
            typed.add(name);
        }
    }
}
