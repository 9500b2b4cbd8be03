package dev.fairlead.console.app;

import dev.fairlead.console.web.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The document of an interface, with the rules that it runs by: everything is forbidden but what the server asked for and
 * what could be checked.
 *
 * @param csp the rules, in the words of the browser
 * @param domains the addresses that it may reach
 * @param permissions what it asks for of the device
 */
record AppDocument(String html, String csp, List<String> domains, List<String> permissions, boolean prefersBorder) {
    private static final Set<String> KNOWN = Set.of("camera", "microphone", "geolocation", "clipboardWrite");
    private static final Pattern HOST = Pattern.compile("(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?");
    private static final int MOST_DOMAINS = 100;

    AppDocument {
        domains = List.copyOf(domains);
        permissions = List.copyOf(permissions);
    }

    /**
     * Makes one.
     *
     * @param ui what the server says of it; null for nothing
     */
    static AppDocument of(String html, @Nullable JsonNode ui) {
        var said = ui == null ? null : ui.path("csp");
        var connect = origins(said, "connectDomains");
        var resource = origins(said, "resourceDomains");
        var frame = origins(said, "frameDomains");
        var base = origins(said, "baseUriDomains");
        var sources = resource.isEmpty() ? "" : " " + String.join(" ", resource);
        var csp = String.join(
                "; ",
                "default-src 'none'",
                "script-src 'unsafe-inline'" + sources,
                "style-src 'unsafe-inline'" + sources,
                "img-src data: blob:" + sources,
                "media-src data: blob:" + sources,
                "font-src data:" + sources,
                "connect-src " + (connect.isEmpty() ? "'none'" : String.join(" ", connect)),
                "frame-src " + (frame.isEmpty() ? "'none'" : String.join(" ", frame)),
                "base-uri " + (base.isEmpty() ? "'none'" : String.join(" ", base)),
                "object-src 'none'",
                "form-action 'none'");
        var domains = new LinkedHashSet<String>();
        List.of(connect, resource, frame, base).forEach(domains::addAll);
        return new AppDocument(
                guarded(html, csp),
                csp,
                List.copyOf(domains),
                permissions(ui),
                ui != null && ui.path("prefersBorder").asBoolean(false));
    }

    /** Returns all that it asks for, by which it is known whether that is what somebody looked at. */
    String asked() {
        return String.join("\n", csp, String.join(" ", permissions));
    }

    private static List<String> permissions(@Nullable JsonNode ui) {
        if (ui == null) {
            return List.of();
        }
        return ui.path("permissions").properties().stream()
                .map(Map.Entry::getKey)
                .filter(KNOWN::contains)
                .sorted()
                .toList();
    }

    private static List<String> origins(@Nullable JsonNode csp, String name) {
        var origins = new ArrayList<String>();
        if (csp != null) {
            if (csp.path(name).size() > MOST_DOMAINS) {
                throw new Refusal(409, "bad-app", "The interface names too many addresses.");
            }
            csp.path(name).forEach(one -> origins.add(origin(one.asString(""))));
        }
        return origins.stream().distinct().toList();
    }

    /** Returns an origin as rules name it; refuses whatever could be read as more than one origin. */
    private static String origin(String text) {
        try {
            boolean wild = text.contains("://*.");
            var uri = new URI(wild ? text.replaceFirst("\\*\\.", "wild.") : text);
            var host = uri.getHost() == null ? "" : uri.getHost();
            var shown = wild ? "*." + host.replaceFirst("^wild\\.", "") : host;
            boolean near = host.equals("localhost") || host.equals("127.0.0.1");
            boolean scheme = "https".equals(uri.getScheme())
                    || "wss".equals(uri.getScheme())
                    || (near && ("http".equals(uri.getScheme()) || "ws".equals(uri.getScheme())));
            boolean bare = (uri.getRawPath() == null
                            || uri.getRawPath().isEmpty()
                            || uri.getRawPath().equals("/"))
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null
                    && uri.getRawUserInfo() == null;
            if (scheme && bare && HOST.matcher(shown).matches() && uri.getPort() < 65_536) {
                return "%s://%s%s".formatted(uri.getScheme(), shown, uri.getPort() < 0 ? "" : ":" + uri.getPort());
            }
        } catch (URISyntaxException odd) {
            throw bad();
        }
        throw bad();
    }

    private static Refusal bad() {
        return new Refusal(409, "bad-app", "The interface names an address that is no origin; it is not shown.");
    }

    /**
     * Puts the rules before everything else in the document; what stands before them would not be bound by them. The
     * document is not read for that: a browser takes the rules for the beginning of its head, whatever follows.
     */
    private static String guarded(String html, String csp) {
        return "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"" + csp + "\">" + html;
    }
}
