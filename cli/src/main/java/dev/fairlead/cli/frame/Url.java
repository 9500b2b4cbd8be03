package dev.fairlead.cli.frame;

import dev.fairlead.wire.http.ShownAddress;
import java.util.Locale;
import java.util.regex.Pattern;

/** Tells URLs from other words, and how to show them. */
public final class Url {
    private static final Pattern USER = Pattern.compile("//[^/?#]*@");
    private static final Pattern REST = Pattern.compile("[?#]");
    private static final String USUAL_START = "https://";
    private static final Pattern ANY = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://.*", Pattern.DOTALL);
    // A port, or a domain and a path: words that are most likely URLs without their beginning.
    private static final Pattern BARE =
            Pattern.compile("[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*:[0-9]{1,5}(/.*)?|[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+/.*");

    private Url() {}

    /** Tells whether a word is a URL by which servers can be reached. */
    public static boolean isHttp(String word) {
        var start = word.substring(0, Math.min(word.length(), 8)).toLowerCase(Locale.ROOT);
        return start.startsWith("http://") || start.equals("https://");
    }

    /** Tells whether a word is a URL, or seems to be meant as one. */
    public static boolean isUrl(String word) {
        return isAny(word) || isBare(word);
    }

    /** Tells whether a word is a URL of whatever kind. */
    public static boolean isAny(String word) {
        return ANY.matcher(word).matches();
    }

    /** Tells whether a word looks like a URL whose beginning was left out. */
    static boolean isBare(String word) {
        return BARE.matcher(word).matches();
    }

    /** Tells whether a URL says who is asking. */
    static boolean namesUser(String url) {
        return USER.matcher(url).find();
    }

    /** Returns a word for texts; if it is a URL, without the parts that may be secret. */
    public static String shown(String word) {
        if (!isUrl(word)) {
            return word;
        }
        // Without its beginning the name of its host would count as a part of its path.
        var place = isAny(word)
                ? ShownAddress.place(word)
                : ShownAddress.place(USUAL_START + word).substring(USUAL_START.length());
        return REST.matcher(word).find() ? place + "?…" : place;
    }
}
