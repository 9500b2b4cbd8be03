package dev.fairlead.host.event;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names under which secrets are kept, so that what they name is hidden whatever it is. Case, dashes, dots and
 * underscores in a name do not count, and words before it neither: {@code GITHUB_TOKEN} is a {@code token}.
 *
 * @param names the names, wherever they stand
 * @param queryNames more names, for the parameters of a URL
 * @param harmless names that end in one of the others and mean nothing secret
 */
public record SecretNames(Set<String> names, Set<String> queryNames, Set<String> harmless) {
    private static final int LONGEST = 128;

    private static final SecretNames USUAL = new SecretNames(
            Set.of(
                    "authorization",
                    "token",
                    "password",
                    "passwd",
                    "passphrase",
                    "pwd",
                    "secret",
                    "apikey",
                    "accesskey",
                    "secretkey",
                    "privatekey",
                    "signingkey",
                    "encryptionkey",
                    "credential",
                    "credentials",
                    "cookie",
                    "sessionid",
                    "bearer",
                    "jwt",
                    "codeverifier",
                    "clientassertion",
                    "authcode"),
            Set.of("key", "code", "sig", "signature", "state", "auth"),
            Set.of(
                    "progresstoken",
                    "nexttoken",
                    "pagetoken",
                    "nextpagetoken",
                    "continuationtoken",
                    "synctoken",
                    "maxtoken"));

    /** Brings the names into the form in which they are compared. */
    public SecretNames {
        names = plain(names);
        queryNames = plain(queryNames);
        harmless = plain(harmless);
    }

    /** Returns the names that are usual. */
    public static SecretNames usual() {
        return USUAL;
    }

    /** Returns these and more names. */
    public SecretNames with(Collection<String> more) {
        var all = new HashSet<>(names);
        all.addAll(more);
        return new SecretNames(all, queryNames, harmless);
    }

    /** Returns these names without some that name nothing secret here. */
    public SecretNames without(Collection<String> fewer) {
        var all = new HashSet<>(harmless);
        all.addAll(fewer);
        return new SecretNames(names, queryNames, all);
    }

    /** Tells whether a secret is what has this name. */
    boolean secret(String name) {
        var plain = plain(name);
        return !harmless.contains(plain) && names.stream().anyMatch(plain::endsWith);
    }

    /** Tells whether a secret is what has this name in the query of a URL. */
    boolean secretInQuery(String name) {
        return queryNames.contains(plain(name)) || secret(name);
    }

    /** Tells whether this is a header that holds nothing but a secret. */
    boolean header(String name) {
        var plain = plain(name);
        return plain.endsWith("authorization") || plain.endsWith("cookie") || plain.endsWith("xapikey");
    }

    private static Set<String> plain(Set<String> all) {
        return all.stream().map(SecretNames::plain).collect(Collectors.toUnmodifiableSet());
    }

    private static String plain(String name) {
        var end = name.length() > LONGEST ? name.substring(name.length() - LONGEST) : name;
        var plain = new StringBuilder(end.length());
        end.chars().filter(c -> c != '-' && c != '_' && c != '.' && c != ' ').forEach(c -> plain.append((char) c));
        return plain.toString().toLowerCase(Locale.ROOT);
    }
}
