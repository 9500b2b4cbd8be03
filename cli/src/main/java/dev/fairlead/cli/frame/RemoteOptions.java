package dev.fairlead.cli.frame;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Options for servers with a URL. */
public final class RemoteOptions implements Words {
    static final String TRANSPORT = "--transport";

    @Nullable
    String transport;

    List<String> headers = List.of();
    List<String> variables = List.of();

    @Nullable
    Path trusted;

    @Nullable
    Path certificate;

    @Nullable
    Path key;

    boolean http2;

    @Override
    public void describe(Form form) {
        form.text(
                TRANSPORT,
                "ORDER",
                given -> transport = given,
                "Which ways to try, and in which order: http-first, which is usual,",
                "sse-first, http-only or sse-only. http is Streamable HTTP, sse the",
                "older HTTP+SSE.");
        form.texts(
                "--header",
                "'NAME: VALUE'",
                given -> headers = given,
                "Send this header with every request. Repeat it for more.");
        form.texts(
                "--header-env",
                "NAME=VARIABLE",
                given -> variables = given,
                "Send this header with the value of an environment variable,",
                "which keeps it out of the list of processes. Repeat it for more.");
        form.path("--cacert", "FILE", given -> trusted = given, "Trust the certificates in this PEM file too.");
        form.path(
                "--cert", "FILE", given -> certificate = given, "Show the certificate in this PEM file; needs --key.");
        form.path("--key", "FILE", given -> key = given, "The private key of --cert, in PEM and PKCS#8.");
        form.flag("--http2", on -> http2 = on, "Speak HTTP/2 where the server offers it over TLS.");
    }

    /** Lists the options that were typed. */
    List<String> typed() {
        var typed = new ArrayList<String>();
        add(typed, TRANSPORT, transport != null);
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
