package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {
    private static final LocalCertificate CERTIFICATE = LocalCertificate.ofLocalhost();

    @TempDir
    Path folder;

    private final MockWebServer server = new MockWebServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Nested
    class Trust {
        @Test
        void aSelfSignedServerIsRefused() throws Exception {
            start(CERTIFICATE);
            assertThatThrownBy(() -> answer(null))
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessage("the certificate of localhost is not trusted")
                    .hasCauseInstanceOf(SSLHandshakeException.class)
                    .hasRootCauseMessage("unable to find valid certification path to requested target");
        }

        @Test
        void aSelfSignedServerIsAcceptedWhenItsFileIsTrusted() throws Exception {
            start(CERTIFICATE);
            assertThat(answer(Tls.trusting(write("a.pem", CERTIFICATE.held().certificatePem()))))
                    .isEqualTo("ok");
        }

        @Test
        void everyCertificateOfTheFileIsTrustedWhateverStandsBetween() throws Exception {
            start(CERTIFICATE);
            var pem = "Other\r\n%s\r\nOurs, käse\r\n%s"
                    .formatted(
                            LocalCertificate.of("other.example").held().certificatePem(),
                            CERTIFICATE.held().certificatePem());
            var tls = Tls.trusting(write("a.pem", pem));
            assertThat(answer(tls)).isEqualTo("ok");
            assertThat(tls).hasToString("Tls[2 more trusted, no client certificate]");
        }

        @Test
        void aSelfSignedServerIsAcceptedWhenItsKeyStoreIsTrusted() throws Exception {
            start(CERTIFICATE);
            assertThat(answer(CERTIFICATE.trust())).isEqualTo("ok");
        }

        @Test
        void theUsualCertificatesStayTrusted() throws Exception {
            var client = new OkHttpClient.Builder();
            CERTIFICATE.trust().applyTo(client);
            var usual = new OkHttpClient().x509TrustManager().getAcceptedIssuers();
            assertThat(usual).isNotEmpty();
            assertThat(client.build().x509TrustManager().getAcceptedIssuers())
                    .contains(usual)
                    .contains(CERTIFICATE.held().certificate());
        }

        @Test
        void aServerOfAnotherNameIsRefused() throws Exception {
            var other = LocalCertificate.of("other.example");
            start(other);
            assertThatThrownBy(() -> answer(other.trust()))
                    .isInstanceOf(SSLPeerUnverifiedException.class)
                    .hasMessage("the certificate shown by localhost is for other names: [other.example]");
        }
    }

    @Nested
    class ClientCertificate {
        private final HeldCertificate own =
                new HeldCertificate.Builder().commonName("a client").build();

        @Test
        void theCertificateInFilesIsShown() throws Exception {
            start(own);
            var tls = trust().withClientCertificate(
                            write("own.pem", own.certificatePem()), write("own.key", own.privateKeyPkcs8Pem()));
            assertThat(answer(tls)).isEqualTo("ok");
            assertThat(shown()).isEqualTo(own.certificate());
            assertThat(tls).hasToString("Tls[1 more trusted, a client certificate]");
        }

        @Test
        void anRsaCertificateInFilesIsShown() throws Exception {
            var rsa = new HeldCertificate.Builder().rsa2048().build();
            start(rsa);
            answer(trust().withClientCertificate(
                            write("own.pem", rsa.certificatePem()), write("own.key", rsa.privateKeyPkcs8Pem())));
            assertThat(shown()).isEqualTo(rsa.certificate());
        }

        @Test
        void theCertificateInAKeyStoreIsShown() throws Exception {
            start(own);
            var password = "hush".toCharArray();
            var store = LocalCertificate.emptyStore();
            store.setKeyEntry("own", own.keyPair().getPrivate(), password, new Certificate[] {own.certificate()});
            var tls = trust().withClientCertificate(store, password);
            assertThat(answer(tls)).isEqualTo("ok");
            assertThat(shown()).isEqualTo(own.certificate());
            assertThat(tls.toString()).doesNotContain("hush");
        }

        @Test
        void withoutItAServerThatNeedsItRefuses() throws Exception {
            start(own);
            assertThatThrownBy(() -> answer(trust())).isInstanceOf(IOException.class);
            assertThat(server.getRequestCount()).isZero();
        }

        @Test
        void aKeyStoreWithoutKeyIsRefused() throws Exception {
            var store = LocalCertificate.storeOf(own.certificate());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tls.usual().withClientCertificate(store, new char[0]))
                    .withMessage("the key store holds no private key");
        }

        @Test
        void aWrongPasswordIsRefused() throws Exception {
            var store = LocalCertificate.emptyStore();
            store.setKeyEntry(
                    "own", own.keyPair().getPrivate(), "hush".toCharArray(), new Certificate[] {own.certificate()});
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tls.usual().withClientCertificate(store, "psst".toCharArray()))
                    .withMessage("the private key in the key store cannot be used");
        }

        @Test
        void aKeyInAnotherFormatIsRefusedWithTheWayOut() throws Exception {
            var rsa = new HeldCertificate.Builder().rsa2048().build();
            var file = write("own.key", rsa.privateKeyPkcs1Pem());
            var certificates = write("own.pem", rsa.certificatePem());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tls.usual().withClientCertificate(certificates, file))
                    .withMessageContaining(file.toString())
                    .withMessageContaining("RSA PRIVATE KEY")
                    .withMessageContaining("openssl pkcs8 -topk8 -nocrypt");
        }

        @Test
        void aKeyOfAnotherKindIsRefusedWithoutShowingIt() throws Exception {
            var rsa = new HeldCertificate.Builder().rsa2048().build();
            var file = write("own.key", rsa.privateKeyPkcs8Pem());
            var certificates = write("own.pem", own.certificatePem());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tls.usual().withClientCertificate(certificates, file))
                    .withMessage("the private key in %s is damaged, or not of the kind of its certificate (EC)", file)
                    .withNoCause();
        }

        @Test
        void aKeyOfAnotherCertificateIsRefused() throws Exception {
            var other = new HeldCertificate.Builder().build();
            var file = write("own.key", other.privateKeyPkcs8Pem());
            var certificates = write("own.pem", own.certificatePem());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tls.usual().withClientCertificate(certificates, file))
                    .withMessage("the key in %s does not belong to the certificate in %s", file, certificates);
        }

        private Tls trust() throws Exception {
            return CERTIFICATE.trust();
        }

        private void start(HeldCertificate wanted) throws IOException {
            var both = new HandshakeCertificates.Builder()
                    .heldCertificate(CERTIFICATE.held())
                    .addTrustedCertificate(wanted.certificate())
                    .build();
            server.useHttps(both.sslSocketFactory());
            server.requireClientAuth();
            server.enqueue(new MockResponse.Builder().body("ok").build());
            server.start();
        }

        private Certificate shown() throws InterruptedException {
            return server.takeRequest().getHandshake().peerCertificates().getFirst();
        }
    }

    @Nested
    class WhatIsRead {
        @Test
        void aMissingFileIsNamed() {
            var file = folder.resolve("none.pem");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tls.trusting(file))
                    .withMessage("there is no file %s", file);
        }

        @Test
        void whatCannotBeReadIsNamed() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tls.trusting(folder))
                    .withMessage("%s cannot be read", folder)
                    .withCauseInstanceOf(IOException.class);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "hello", "-----BEGIN CERTIFICATE-----\nTUlJ", "-----BEGIN PRIVATE KEY-----\n"})
        void aFileWithoutCertificateIsNamed(String text) throws IOException {
            var file = write("a.pem", text);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tls.trusting(file))
                    .withMessage("there is no certificate in %s (no BEGIN CERTIFICATE)", file);
        }

        @Test
        void aDamagedCertificateIsNamed() throws IOException {
            var pem = CERTIFICATE.held().certificatePem();
            var file = write("a.pem", pem + "-----BEGIN CERTIFICATE-----\nTUlJ\n-----END CERTIFICATE-----\n");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tls.trusting(file))
                    .withMessage("certificate 2 in %s is damaged", file)
                    .withCauseInstanceOf(CertificateException.class);
        }

        @Test
        void aKeyStoreWithoutCertificateIsRefused() throws Exception {
            var store = LocalCertificate.emptyStore();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tls.trusting(store))
                    .withMessage("the key store holds no trusted certificate");
        }
    }

    private void start(LocalCertificate certificate) throws IOException {
        server.useHttps(certificate.server().getSocketFactory());
        server.enqueue(new MockResponse.Builder().body("ok").build());
        server.start();
    }

    private String answer(Tls tls) throws IOException {
        var settings = HttpEngine.builder();
        try (var engine = (tls == null ? settings : settings.tls(tls)).build();
                var response =
                        engine.client().newCall(OnceBody.post(server.url("/"))).execute()) {
            return response.body().string();
        }
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
