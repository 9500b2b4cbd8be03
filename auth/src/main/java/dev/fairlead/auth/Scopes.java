package dev.fairlead.auth;

import dev.fairlead.protocol.error.Challenge;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names of what an authorization covers. */
final class Scopes {
    /** Asks for a token that renews others after the person has gone. */
    static final String OFFLINE = "offline_access";

    // What RFC 6749 lets a scope consist of.
    private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,256}");

    /** More than anybody can agree to knowingly. */
    static final int MAX = 200;

    private Scopes() {}

    /** Returns what a server demands, in its order. */
    static Set<String> of(Challenge challenge) {
        return readable(challenge.scope().stream().flatMap(list -> Stream.of(list.split("[ \t]+"))));
    }

    /** Returns those among some texts that are names of scopes. */
    static Set<String> readable(Stream<String> texts) {
        return texts.filter(scope -> SCOPE.matcher(scope).matches())
                .limit(MAX)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns all of them, in this order. */
    static Set<String> union(Collection<String> some, Collection<String> more) {
        var all = new LinkedHashSet<String>(some);
        all.addAll(more);
        return all;
    }
}
