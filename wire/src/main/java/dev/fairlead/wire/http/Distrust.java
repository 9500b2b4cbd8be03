package dev.fairlead.wire.http;

import java.security.cert.CertificateException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Puts into words why a server is not believed to be the one it says it is. */
final class Distrust {
    // OkHttp says it on several lines.
    private static final Pattern NAMES = Pattern.compile("subjectAltNames: (\\[.*])");

    private Distrust() {}

    /** Returns a failure in plain words with the given one as its cause, or the given one if it is about other things. */
    static SSLException explained(SSLException failure, String host) {
        if (failure instanceof SSLPeerUnverifiedException) {
            var names = NAMES.matcher(String.valueOf(failure.getMessage()));
            return names.find()
                    ? because(
                            failure,
                            new SSLPeerUnverifiedException("the certificate shown by %s is for other names: %s"
                                    .formatted(host, names.group(1))))
                    : failure;
        }
        return failure.getCause() instanceof CertificateException
                ? because(failure, new SSLHandshakeException("the certificate of %s is not trusted".formatted(host)))
                : failure;
    }

    private static SSLException because(SSLException cause, SSLException failure) {
        failure.initCause(cause);
        return failure;
    }
}
