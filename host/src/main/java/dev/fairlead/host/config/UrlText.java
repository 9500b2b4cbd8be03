package dev.fairlead.host.config;

import dev.fairlead.wire.http.ShownAddress;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Addresses in texts that are meant to be without secrets. */
final class UrlText {
    private static final String HIDDEN = "••••";
    private static final Pattern USER = Pattern.compile("^(\\s*[A-Za-z][A-Za-z0-9+.-]*://)[^/?#]*@");

    private static final Pattern QUERY = Pattern.compile("[?&]([^=&#]+)=([^&#]*)");

    private UrlText() {}

    /** Returns an address without the name and password in it. */
    static String withoutUser(String url) {
        return USER.matcher(url).replaceFirst("$1" + HIDDEN + "@");
    }

    /** Tells whether an address with a name or password in it begins at a position of a text. */
    static boolean hasUser(String text, int from) {
        return USER.matcher(text).region(from, text.length()).lookingAt();
    }

    /** Returns the place that an address leads to: no user, no query, and no part of the path that looks like a key. */
    static String place(String url) {
        return ShownAddress.place(url);
    }

    /** Returns the parts of the path and the values in the query that look like keys. */
    static List<String> keys(String url) {
        var bare = url.replaceAll("[?#].*", "");
        return Stream.concat(
                        Arrays.stream(bare.substring(path(bare)).split("/")).filter(Secrecy::random),
                        QUERY.matcher(url)
                                .results()
                                .filter(part -> Secrecy.isSecret(part.group(1), part.group(2)))
                                .map(part -> part.group(2)))
                .toList();
    }

    private static int path(String bare) {
        int host = bare.indexOf("://");
        int path = host < 0 ? 0 : bare.indexOf('/', host + 3);
        return path < 0 ? bare.length() : path;
    }
}
