package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.ExitCode;
import java.io.IOException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** Looks at the certificates of a server. Whether they are trusted is for the client to say; this says why not. */
final class TlsExam {
    static final String TLS = "tls";

    private static final Duration SOON = Duration.ofDays(14);

    private final Route route;
    private final Probe probe;

    TlsExam(Route route, Probe probe) {
        this.route = route;
        this.probe = probe;
    }

    /** Explains what the client met; null where it had nothing against the certificates. */
    Check explain(@Nullable SSLException refused) {
        if (!route.secure()) {
            return Check.ok(TLS, "none: the URL begins with http://");
        }
        try {
            var chain = probe.certificates();
            return refused == null ? trusted(chain.getFirst()) : untrusted(chain, refused);
        } catch (SSLException noTls) {
            return refused == null
                    ? Check.warning(TLS, "the certificates could not be looked at: " + noTls.getMessage(), "try again")
                    : noTls(refused);
        } catch (IOException gone) {
            return refused == null
                    ? Check.warning(TLS, "the certificates could not be looked at: " + gone.getMessage(), "try again")
                    : failed("no secure connection could be made: " + refused.getMessage(), "check what serves there");
        }
    }

    private Check trusted(X509Certificate shown) {
        var end = shown.getNotAfter().toInstant();
        var seen = "certificate of %s, issued by %s, valid until %s"
                .formatted(name(shown.getSubjectX500Principal().getName()), issuer(shown), end);
        return Instant.now().plus(SOON).isAfter(end)
                ? Check.warning(TLS, seen, "have whoever runs the server renew it")
                : Check.ok(TLS, seen);
    }

    private Check untrusted(List<X509Certificate> chain, SSLException refused) {
        var now = Instant.now();
        for (var one : chain) {
            if (now.isAfter(one.getNotAfter().toInstant())) {
                return failed(
                        "the certificate of %s expired on %s"
                                .formatted(
                                        name(one.getSubjectX500Principal().getName()),
                                        one.getNotAfter().toInstant()),
                        "have whoever runs the server renew it; if that date lies ahead, correct the clock of this"
                                + " machine, which says " + now);
            }
            if (now.isBefore(one.getNotBefore().toInstant())) {
                return failed(
                        "the certificate of %s is valid only from %s on"
                                .formatted(
                                        name(one.getSubjectX500Principal().getName()),
                                        one.getNotBefore().toInstant()),
                        "check the clock of this machine, which says " + now);
            }
        }
        if (refused instanceof SSLPeerUnverifiedException) {
            return failed(
                    "the certificate is of %s, not of %s".formatted(names(chain.getFirst()), route.host()),
                    "use the name that it is of in the URL, or have whoever runs the server correct it");
        }
        return wantsOurs(refused) ? clientCertificate() : unknownIssuer(chain);
    }

    private Check unknownIssuer(List<X509Certificate> chain) {
        var last = chain.getLast();
        boolean own = chain.getFirst()
                .getSubjectX500Principal()
                .equals(chain.getFirst().getIssuerX500Principal());
        return failed(
                own
                        ? "nobody vouches for the certificate of %s: it is signed by itself".formatted(issuer(last))
                        : "the certificate is issued by %s, which this machine does not trust".formatted(issuer(last)),
                ("if you trust it, save %s as a PEM file and type --cacert FILE; what it shows, this prints:"
                                + " openssl s_client -showcerts -connect %s")
                        .formatted(own ? "it" : "the certificate of that issuer", route.place()));
    }

    private static boolean wantsOurs(SSLException refused) {
        var said = String.valueOf(refused.getMessage()).toLowerCase(Locale.ROOT);
        return said.contains("certificate_required") || said.contains("bad_certificate");
    }

    private static Check clientCertificate() {
        return failed(
                "the server wants a certificate of yours, and was shown none that it takes",
                "type --cert FILE --key FILE");
    }

    private Check noTls(SSLException refused) {
        return wantsOurs(refused)
                ? clientCertificate()
                : failed(
                        "what answers at %s does not speak TLS (%s)".formatted(route.place(), refused.getMessage()),
                        "if the server has no TLS, begin the URL with http://");
    }

    private static String issuer(X509Certificate certificate) {
        return name(certificate.getIssuerX500Principal().getName());
    }

    /** Returns the common name in a distinguished one, or all of it. */
    private static String name(String distinguished) {
        for (var part : distinguished.split("(?<!\\\\),", -1)) {
            if (part.toUpperCase(Locale.ROOT).startsWith("CN=")) {
                return "'" + part.substring(3) + "'";
            }
        }
        return "'" + distinguished + "'";
    }

    private static String names(X509Certificate certificate) {
        try {
            var names = certificate.getSubjectAlternativeNames();
            if (names != null && !names.isEmpty()) {
                return names.stream()
                        .map(name -> String.valueOf(name.getLast()))
                        .collect(Collectors.joining(", "));
            }
        } catch (CertificateParsingException odd) {
            return "nobody that could be read";
        }
        return name(certificate.getSubjectX500Principal().getName());
    }

    private static Check failed(String seen, String remedy) {
        return Check.failed(TLS, seen, remedy, ExitCode.UNREACHABLE, "unavailable");
    }
}
