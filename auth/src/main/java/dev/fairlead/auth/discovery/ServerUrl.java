package dev.fairlead.auth.discovery;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an address that decide what belongs to it.
 *
 * @param origin scheme, host and port, in lower case, without a port that goes without saying
 * @param path without a slash at its end
 * @param query null if there is none
 */
public record ServerUrl(
        String origin, String path, @Nullable String query) {
    // Not what java.net.URI takes for a host: names in private networks often have underscores.
    private static final Pattern AUTHORITY =
            Pattern.compile("(?<host>[A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+])(:(?<port>[0-9]{0,5}))?");

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if it is no absolute http or https URL
     */
    public static ServerUrl of(String url) {
        try {
            var uri = new URI(url);
            var scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            boolean web = scheme.equals("http") || scheme.equals("https");
            var place = AUTHORITY.matcher(Objects.requireNonNullElse(uri.getRawAuthority(), ""));
            if (!web || !place.matches()) {
                throw new IllegalArgumentException("not the URL of a server");
            }
            var usual = scheme.equals("https") ? "443" : "80";
            var port = place.group("port");
            boolean plain = port == null || port.isEmpty() || port.equals(usual);
            var origin = scheme + "://" + place.group("host").toLowerCase(Locale.ROOT) + (plain ? "" : ":" + port);
            var path = uri.getRawPath() == null ? "" : uri.getRawPath();
            return new ServerUrl(origin, path.replaceAll("/+$", ""), uri.getRawQuery());
        } catch (URISyntaxException unreadable) {
            throw new IllegalArgumentException("not the URL of a server", unreadable);
        }
    }

    /** Tells whether another address has this scheme, host and port. */
    public boolean sameOrigin(String other) {
        try {
            return of(other).origin.equals(origin);
        } catch (IllegalArgumentException noUrl) {
            return false;
        }
    }

    /** Tells whether this server is what a name of a resource stands for, or part of it. */
    public boolean isPartOf(String resource) {
        try {
            var whole = of(resource);
            boolean within = path.equals(whole.path) || path.startsWith(whole.path + "/");
            boolean sameQuery = whole.query == null || whole.query.equals(query);
            return whole.origin.equals(origin) && within && sameQuery && !resource.contains("#");
        } catch (IllegalArgumentException noUrl) {
            return false;
        }
    }

    /** Returns what may be shown of it; a query may be secret. */
    public String shown() {
        return origin + path;
    }

    /** Returns how the server is named where nobody else names it. */
    public String canonical() {
        return query == null ? shown() : shown() + "?" + query;
    }
}
