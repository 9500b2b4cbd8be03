package dev.fairlead.cli.frame;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for servers with a URL that demand a login. */
public final class LoginOptions {
    @Option(names = "--no-browser", description = "Open no browser to log in; only tell the address.")
    boolean noBrowser;

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            description = "Ask for this too when logging in. Repeat it for more.")
    public List<String> scopes = List.of();

    @Option(
            names = "--client-id",
            paramLabel = "ID",
            description = "Be this client, which was registered at the authorization server by hand.")
    @Nullable
    public String clientId;

    @Option(
            names = "--client-secret-env",
            paramLabel = "VARIABLE",
            description = "The environment variable with the secret of --client-id.")
    @Nullable
    String secretVariable;

    @Option(
            names = "--client-key",
            paramLabel = "FILE",
            description = "The private key of --client-id, in PEM and PKCS#8, instead of a secret.")
    @Nullable
    Path clientKey;

    @Option(
            names = "--client-key-alg",
            paramLabel = "NAME",
            description = "How --client-key signs; ES256 unless told otherwise.")
    @Nullable
    String keyAlgorithm;

    @Option(
            names = "--client-credentials",
            description = {
                "Nobody logs in: --client-id itself is let in, by its secret or key.",
                "Only 'fairlead login' keeps the token."
            })
    boolean clientCredentials;

    @Option(
            names = "--client-metadata",
            paramLabel = "URL",
            description = "The document by which authorization servers may know this program.")
    @Nullable
    String clientMetadata;

    @Option(
            names = "--redirect-port",
            paramLabel = "N",
            description = "The port on this machine to which the browser comes back.")
    @Nullable
    Integer redirectPort;

    @Option(
            names = "--allow-private-network",
            description = "Follow servers to authorization servers in private networks.")
    boolean privateNetwork;

    /** Lists the options that were typed. */
    List<String> typed() {
        var typed = new ArrayList<String>();
        add(typed, "--no-browser", noBrowser);
        add(typed, "--scope", !scopes.isEmpty());
        add(typed, "--client-id", clientId != null);
        add(typed, "--client-secret-env", secretVariable != null);
        add(typed, "--client-key", clientKey != null);
        add(typed, "--client-key-alg", keyAlgorithm != null);
        add(typed, "--client-credentials", clientCredentials);
        add(typed, "--client-metadata", clientMetadata != null);
        add(typed, "--redirect-port", redirectPort != null);
        add(typed, "--allow-private-network", privateNetwork);
        return typed;
    }

    private static void add(List<String> typed, String name, boolean given) {
        if (given) {
            typed.add(name);
        }
    }
}
