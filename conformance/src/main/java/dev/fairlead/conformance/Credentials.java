package dev.fairlead.conformance;

import dev.fairlead.auth.DesktopLogin;
import dev.fairlead.auth.Grant;
import dev.fairlead.auth.OAuth;
import dev.fairlead.auth.RegisteredClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.function.Function;

/** What an application is given beforehand in each scenario about authorization, and the person who logs in. */
final class Credentials {
    private static final String METADATA_DOCUMENT = "https://conformance-test.local/client-metadata.json";

    private Credentials() {}

    /** Returns what the scenario gives. */
    static OAuth of(Assignment assignment) {
        var context = assignment.context();
        Function<String, String> text = name -> context.path(name).asString("");
        var client = RegisteredClient.of(text.apply("client_id"));
        var settings = OAuth.builder()
                .clientName("fairlead-conformance")
                .redirectPort(freePort())
                .metadataDocument(METADATA_DOCUMENT)
                // The suite does not say which authorization server its secrets are for.
                .trustingServers();
        switch (assignment.scenario()) {
            case "auth/pre-registration" ->
                settings.client(client.withSecret(text.apply("client_secret")).at(text.apply("issuer")));
            case "auth/client-credentials-basic" ->
                settings.grant(new Grant.OwnRight()).client(client.withSecret(text.apply("client_secret")));
            case "auth/client-credentials-jwt" ->
                settings.grant(new Grant.OwnRight())
                        .client(client.withKey(text.apply("private_key_pem"), text.apply("signing_algorithm"), null));
            case "auth/wif-jwt-bearer" -> settings.grant(new Grant.Workload(audience -> text.apply("valid_jwt")));
            case "auth/enterprise-managed-authorization" ->
                settings.client(client.withSecret(text.apply("client_secret")))
                        .grant(new Grant.Enterprise(
                                text.apply("idp_token_endpoint"),
                                RegisteredClient.of(text.apply("idp_client_id")),
                                () -> text.apply("idp_id_token")));
            default -> {}
        }
        return settings.build();
    }

    /** Returns a person who agrees to everything at once. */
    static DesktopLogin login(OAuth oauth) {
        return DesktopLogin.of(oauth, Credentials::visit, url -> {});
    }

    /** Goes where a browser would go: the suite's pages want nothing but to be followed. */
    private static boolean visit(String url) {
        Thread.ofVirtual().name("browser").start(() -> {
            try (var browser = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.ALWAYS)
                    .build()) {
                browser.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.discarding());
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            } catch (InterruptedException impossible) {
                throw new IllegalStateException("nobody interrupts this thread", impossible);
            }
        });
        return true;
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }
}
