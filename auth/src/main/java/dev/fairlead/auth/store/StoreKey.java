package dev.fairlead.auth.store;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.DirectDecrypter;
import com.nimbusds.jose.crypto.DirectEncrypter;
import dev.fairlead.auth.store.Contents.Broken;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.parts.OwnerOnly;
import dev.fairlead.store.parts.UnsafePlaceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key that encrypts a store: 256 random bits. As text it is their Base64, which {@code openssl rand -base64 32} makes;
 * a password that a person could remember is too weak and not taken.
 */
public final class StoreKey {
    private static final int BYTES = 32;
    private static final String SERVICE = "fairlead";

    private final SecretKey secret;
    private final String id;

    private StoreKey(byte[] bytes) {
        this.secret = new SecretKeySpec(bytes, "AES");
        this.id = idOf(bytes);
    }

    /** Takes 32 bytes. */
    public static StoreKey of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a key has 32 bytes, not " + bytes.length);
        }
        return new StoreKey(bytes.clone());
    }

    /** Makes a new one. */
    public static StoreKey random() {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return of(bytes);
    }

    /** Reads the Base64 of 32 bytes, in the ordinary or the URL-safe alphabet. */
    public static StoreKey fromText(String text) {
        try {
            var ordinary = text.strip().replace('-', '+').replace('_', '/');
            return of(Base64.getDecoder().decode(ordinary));
        } catch (IllegalArgumentException malformed) {
            // Not kept as the cause: its message may quote the text.
            throw new IllegalArgumentException("a key is the Base64 of 32 bytes; openssl rand -base64 32 makes one");
        }
    }

    /** Reads a file that holds a key as text and that only its owner may read. */
    public static StoreKey fromFile(Path file) {
        try {
            if (!OwnerOnly.checkFile(file)) {
                throw new StoreException(
                        "There is no key in %s; make one: (umask 077; openssl rand -base64 32 > %s)"
                                .formatted(file, file),
                        null);
            }
            try (var input = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                return fromText(new String(input.readNBytes(1024), StandardCharsets.UTF_8));
            }
        } catch (UnsafePlaceException unsafe) {
            throw new StoreException("This is no safe place for a key: " + unsafe.getMessage(), unsafe);
        } catch (IOException failure) {
            throw new StoreException("The key in " + file + " could not be read: " + failure, failure);
        } catch (IllegalArgumentException malformed) {
            throw new StoreException(file + " holds no key: " + malformed.getMessage(), malformed);
        }
    }

    /** Reads the key that a keyring keeps under a name. */
    public static Optional<StoreKey> fromKeyring(Keyring keyring, String name) {
        return keyring.read(SERVICE, name).map(text -> {
            try {
                return fromText(text);
            } catch (IllegalArgumentException malformed) {
                throw new StoreException(
                        "The keyring holds something else than a key under %s, %s; remove it there"
                                .formatted(SERVICE, name),
                        malformed);
            }
        });
    }

    /** Has a keyring keep this key under a name. */
    public void keepIn(Keyring keyring, String name) {
        keyring.write(SERVICE, name, Base64.getEncoder().encodeToString(secret.getEncoded()));
    }

    /** Encrypts a text to compact JWE. */
    String seal(String text) {
        var header = new JWEHeader.Builder(JWEAlgorithm.DIR, EncryptionMethod.A256GCM)
                .keyID(id)
                .build();
        var jwe = new JWEObject(header, new Payload(text));
        try {
            jwe.encrypt(new DirectEncrypter(secret));
        } catch (JOSEException impossible) {
            throw new IllegalStateException("the runtime cannot encrypt by A256GCM", impossible);
        }
        return jwe.serialize();
    }

    /** Decrypts what {@link #seal} made; refuses what another key made. */
    String open(String sealed, Path file) throws Broken {
        JWEObject jwe;
        try {
            jwe = JWEObject.parse(sealed);
        } catch (ParseException garbage) {
            throw new Broken("its encryption is damaged");
        }
        var header = jwe.getHeader();
        if (!id.equals(header.getKeyID())) {
            throw new StoreException(
                    "%s is encrypted with another key than the one given (%s); give the right key, or move the file away and log in anew"
                            .formatted(file, id),
                    null);
        }
        if (!EncryptionMethod.A256GCM.equals(header.getEncryptionMethod())
                || !JWEAlgorithm.DIR.equals(header.getAlgorithm())) {
            throw new Broken("its encryption is of another kind");
        }
        try {
            jwe.decrypt(new DirectDecrypter(secret));
        } catch (JOSEException damaged) {
            throw new Broken("its encryption is damaged");
        }
        return jwe.getPayload().toString();
    }

    boolean isSameAs(StoreKey other) {
        return Arrays.equals(secret.getEncoded(), other.secret.getEncoded());
    }

    /** Says which key it is, and nothing of the key. */
    @Override
    public String toString() {
        return "StoreKey[" + id + "]";
    }

    /** Tells keys apart without telling them. */
    private static String idOf(byte[] key) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            var hash = mac.doFinal("fairlead store key id".getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, 9));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("the runtime has no HmacSHA256", impossible);
        }
    }
}
