package dev.fairlead.cli.doctor;

import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Looks at the certificates of servers and judges none: only for connections over which nothing worth a secret goes. */
final class Onlooker extends X509ExtendedTrustManager {
    private final Consumer<List<X509Certificate>> looking;

    Onlooker(Consumer<List<X509Certificate>> looking) {
        this.looking = looking;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
        looking.accept(List.of(chain));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
        looking.accept(List.of(chain));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        looking.accept(List.of(chain));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
        throw new UnsupportedOperationException("there are no clients here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
        throw new UnsupportedOperationException("there are no clients here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        throw new UnsupportedOperationException("there are no clients here");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
