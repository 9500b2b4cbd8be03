package dev.fairlead.wire.http;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** A self-signed certificate of a server on this machine. */
record LocalCertificate(HeldCertificate held) {

    static LocalCertificate ofLocalhost() {
        return of("localhost", "127.0.0.1");
    }

    static LocalCertificate of(String... names) {
        var held = new HeldCertificate.Builder().commonName("a test");
        for (var name : names) {
            held.addSubjectAlternativeName(name);
        }
        return new LocalCertificate(held.build());
    }

    SSLContext server() {
        return new HandshakeCertificates.Builder().heldCertificate(held).build().sslContext();
    }

    Tls trust() throws GeneralSecurityException, IOException {
        return Tls.trusting(storeOf(held.certificate()));
    }

    static KeyStore storeOf(X509Certificate certificate) throws GeneralSecurityException, IOException {
        var store = emptyStore();
        store.setCertificateEntry("it", certificate);
        return store;
    }

    static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
