package dev.fairlead.wire.http;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** Which servers are trusted beside those the Java runtime trusts, and which certificate is shown to them. */
public final class Tls {
    private static final Tls USUAL = new Tls(List.of(), null);

    private final List<X509Certificate> trusted;
    private final KeyManager @Nullable [] shown;

    private Tls(List<X509Certificate> trusted, KeyManager @Nullable [] shown) {
        this.trusted = trusted;
        this.shown = shown;
    }

    /** Returns what holds without any settings: trust as in the Java runtime, and no certificate of one's own. */
    public static Tls usual() {
        return USUAL;
    }

    /**
     * Returns settings that trust the certificates in a PEM file, beside the usual ones.
     *
     * @throws IllegalArgumentException if the file cannot be read or holds no certificate
     */
    public static Tls trusting(Path pem) {
        return new Tls(Pem.certificates(pem), null);
    }

    /**
     * Returns settings that trust the certificates in a key store, beside the usual ones.
     *
     * @throws IllegalArgumentException if it holds no trusted certificate
     */
    public static Tls trusting(KeyStore store) {
        var trusted = new ArrayList<X509Certificate>();
        try {
            for (var alias : Collections.list(store.aliases())) {
                if (store.isCertificateEntry(alias)
                        && store.getCertificate(alias) instanceof X509Certificate certificate) {
                    trusted.add(certificate);
                }
            }
        } catch (KeyStoreException unusable) {
            throw new IllegalArgumentException("the key store cannot be read", unusable);
        }
        if (trusted.isEmpty()) {
            throw new IllegalArgumentException("the key store holds no trusted certificate");
        }
        return new Tls(List.copyOf(trusted), null);
    }

    /**
     * Returns these settings with a certificate to show to servers that ask for one.
     *
     * @throws IllegalArgumentException if the store holds no key or the password does not open it
     */
    public Tls withClientCertificate(KeyStore store, char[] password) {
        try {
            var keys = 0;
            for (var alias : Collections.list(store.aliases())) {
                keys += store.isKeyEntry(alias) ? 1 : 0;
            }
            if (keys == 0) {
                throw new IllegalArgumentException("the key store holds no private key");
            }
            return new Tls(trusted, managers(store, password));
        } catch (GeneralSecurityException unusable) {
            throw new IllegalArgumentException("the private key in the key store cannot be used", unusable);
        }
    }

    /**
     * Returns these settings with a certificate to show to servers that ask for one.
     *
     * @param certificates a PEM file with the certificate, then those that lead from it to one the server trusts
     * @param key a PEM file with its private key, in PKCS#8 and not encrypted
     * @throws IllegalArgumentException if a file cannot be used
     */
    public Tls withClientCertificate(Path certificates, Path key) {
        var chain = Pem.certificates(certificates);
        var secret = Pem.privateKey(key, chain.getFirst().getPublicKey());
        if (!Pem.belong(secret, chain.getFirst().getPublicKey())) {
            throw new IllegalArgumentException(
                    "the key in %s does not belong to the certificate in %s".formatted(key, certificates));
        }
        // The key stays in memory, so that the password protects nothing.
        var password = new char[0];
        try {
            var store = emptyStore();
            store.setKeyEntry("own", secret, password, chain.toArray(X509Certificate[]::new));
            return new Tls(trusted, managers(store, password));
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalArgumentException(
                    "the certificate in %s cannot be used with the key in %s".formatted(certificates, key), unusable);
        }
    }

    /** Says how many certificates are trusted beside the usual ones, and whether one is shown. */
    @Override
    public String toString() {
        return "Tls[%s more trusted, %s]"
                .formatted(trusted.size(), shown == null ? "no client certificate" : "a client certificate");
    }

    void applyTo(OkHttpClient.Builder client) {
        try {
            var trust = trust();
            var context = SSLContext.getInstance("TLS");
            context.init(shown, new X509TrustManager[] {trust}, null);
            client.sslSocketFactory(context.getSocketFactory(), trust);
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalStateException("this Java runtime cannot make secure connections", unusable);
        }
    }

    /** One trust in all of them, so that a chain may use certificates of both sides. */
    private X509TrustManager trust() throws GeneralSecurityException, IOException {
        var usual = trustIn(null);
        if (trusted.isEmpty()) {
            return usual;
        }
        var all = emptyStore();
        var certificates = new ArrayList<>(trusted);
        certificates.addAll(Arrays.asList(usual.getAcceptedIssuers()));
        for (int i = 0; i < certificates.size(); i++) {
            all.setCertificateEntry("trusted-" + i, certificates.get(i));
        }
        return trustIn(all);
    }

    private static X509TrustManager trustIn(@Nullable KeyStore store) throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (var manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager trust) {
                return trust;
            }
        }
        throw new GeneralSecurityException("no trust in X.509 certificates");
    }

    private static KeyManager[] managers(KeyStore store, char[] password) throws GeneralSecurityException {
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, password);
        return factory.getKeyManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }
}
