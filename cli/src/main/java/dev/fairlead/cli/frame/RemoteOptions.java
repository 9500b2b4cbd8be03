package dev.fairlead.cli.frame;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for servers with a URL. */
public final class RemoteOptions {
    @Option(
            names = "--transport",
            paramLabel = "ORDER",
            description = {
                "Which ways to try, and in which order: http-first, which is usual,",
                "sse-first, http-only or sse-only. http is Streamable HTTP, sse the",
                "older HTTP+SSE."
            })
    @Nullable
    String transport;

    @Option(
            names = "--header",
            paramLabel = "'NAME: VALUE'",
            description = "Send this header with every request. Repeat it for more.")
    List<String> headers = List.of();

    @Option(
            names = "--header-env",
            paramLabel = "NAME=VARIABLE",
            description = {
                "Send this header with the value of an environment variable,",
                "which keeps it out of the list of processes. Repeat it for more."
            })
    List<String> variables = List.of();

    @Option(names = "--cacert", paramLabel = "FILE", description = "Trust the certificates in this PEM file too.")
    @Nullable
    Path trusted;

    @Option(names = "--cert", paramLabel = "FILE", description = "Show the certificate in this PEM file; needs --key.")
    @Nullable
    Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "The private key of --cert, in PEM and PKCS#8.")
    @Nullable
    Path key;

    @Option(names = "--http2", description = "Speak HTTP/2 where the server offers it over TLS.")
    boolean http2;

    /** Lists the options that were typed. */
    List<String> typed() {
        var typed = new ArrayList<String>();
        add(typed, "--transport", transport != null);
        add(typed, "--header", !headers.isEmpty());
        add(typed, "--header-env", !variables.isEmpty());
        add(typed, "--cacert", trusted != null);
        add(typed, "--cert", certificate != null);
        add(typed, "--key", key != null);
        add(typed, "--http2", http2);
        return typed;
    }

    private static void add(List<String> typed, String name, boolean given) {
        if (given) {
            typed.add(name);
        }
    }
}
