package dev.fairlead.cli.question;

import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An address of the web that a server wants a person to visit, taken apart so that the host stands out.
 *
 * @param before what stands before the host
 * @param after what stands behind it
 * @param warnings what to be wary of
 */
record WebAddress(String before, String host, String after, List<String> warnings) {
    private static final int LONGEST = 4_000;
    private static final Pattern NUMBERS = Pattern.compile("[0-9.]+|\\[.*]");

    /** Copies the collections. */
    WebAddress {
        warnings = List.copyOf(warnings);
    }

    /** Takes an address apart; empty if it is none that anybody should be sent to. */
    static Optional<WebAddress> of(String url) {
        if (url.length() > LONGEST || !url.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            return Optional.empty(); // What is not plain ASCII can look like something else.
        }
        try {
            var uri = new URI(url);
            var scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            var host = uri.getHost();
            if (host == null || host.isEmpty() || (!scheme.equals("https") && !scheme.equals("http"))) {
                return Optional.empty();
            }
            int start = url.indexOf(
                    host,
                    url.indexOf("//")
                            + 2
                            + (uri.getRawUserInfo() == null
                                    ? 0
                                    : uri.getRawUserInfo().length() + 1));
            return Optional.of(new WebAddress(
                    url.substring(0, start), host, url.substring(start + host.length()), warnings(uri, scheme, host)));
        } catch (URISyntaxException none) {
            return Optional.empty();
        }
    }

    private static List<String> warnings(URI uri, String scheme, String host) {
        var warnings = new ArrayList<String>();
        boolean here = host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
        if (scheme.equals("http") && !here) {
            warnings.add("the connection to it is not encrypted (http).");
        }
        if (uri.getRawUserInfo() != null) {
            warnings.add("what stands before the @ is a user name, not the host.");
        }
        if (host.toLowerCase(Locale.ROOT).contains("xn--")) {
            warnings.add("the name of the host has letters beyond ASCII (%s), which may look like others."
                    .formatted(IDN.toUnicode(host)));
        }
        if (NUMBERS.matcher(host).matches() && !here) {
            warnings.add("the host is a bare number, not a name.");
        }
        return warnings;
    }
}
