package dev.fairlead.wire.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates and keys from PEM files; what goes wrong names the file, and never what it holds. */
final class Pem {
    private static final Pattern CERTIFICATE = block("CERTIFICATE");
    private static final Pattern KEY = block("PRIVATE KEY");
    private static final Pattern OTHER_KEY = Pattern.compile("-----BEGIN ([A-Z]+ PRIVATE KEY)-----");

    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    private Pem() {}

    /** Returns the certificates of a file, at least one. */
    static List<X509Certificate> certificates(Path file) {
        var text = read(file);
        var found = new ArrayList<X509Certificate>();
        try {
            var factory = CertificateFactory.getInstance("X.509");
            for (var block = CERTIFICATE.matcher(text); block.find(); ) {
                found.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(decoded(block))));
            }
        } catch (CertificateException | IllegalArgumentException damaged) {
            throw new IllegalArgumentException(
                    "certificate %s in %s is damaged".formatted(found.size() + 1, file), damaged);
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("there is no certificate in %s (no BEGIN CERTIFICATE)".formatted(file));
        }
        return List.copyOf(found);
    }

    /** Returns the private key of a file, which is of the kind of the public one. */
    static PrivateKey privateKey(Path file, PublicKey other) {
        var text = read(file);
        var block = KEY.matcher(text);
        if (!block.find()) {
            throw new IllegalArgumentException(withoutKey(file, text));
        }
        try {
            return KeyFactory.getInstance(other.getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(decoded(block)));
        } catch (GeneralSecurityException | IllegalArgumentException unusable) {
            // Without the cause, whose text could show parts of the key.
            throw new IllegalArgumentException(
                    "the private key in %s is damaged, or not of the kind of its certificate (%s)"
                            .formatted(file, other.getAlgorithm()));
        }
    }

    /** Tells whether two keys are a pair, as far as can be told: otherwise it would show only in use. */
    static boolean belong(PrivateKey secret, PublicKey open) {
        var kind = SIGNATURES.get(open.getAlgorithm());
        if (kind == null) {
            return true;
        }
        try {
            var signature = Signature.getInstance(kind);
            signature.initSign(secret);
            signature.update((byte) 1);
            var signed = signature.sign();
            signature.initVerify(open);
            signature.update((byte) 1);
            return signature.verify(signed);
        } catch (GeneralSecurityException unsuited) {
            return false;
        }
    }

    private static String withoutKey(Path file, String text) {
        var other = OTHER_KEY.matcher(text);
        return other.find()
                ? "the key in %s is an %s; 'openssl pkcs8 -topk8 -nocrypt' turns it into the PKCS#8 that is needed"
                        .formatted(file, other.group(1))
                : "there is no private key in %s (no BEGIN PRIVATE KEY)".formatted(file);
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException("there is no file %s".formatted(file), missing);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("%s cannot be read".formatted(file), unreadable);
        }
    }

    private static byte[] decoded(Matcher block) {
        return Base64.getMimeDecoder().decode(block.group(1));
    }

    private static Pattern block(String label) {
        return Pattern.compile("-----BEGIN %1$s-----([^-]*)-----END %1$s-----".formatted(label));
    }
}
