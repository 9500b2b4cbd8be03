package dev.fairlead.testkit.auth;

import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The cookies of a browser; what is meant for https goes to this machine over http too, as browsers do it. */
final class CookieJar {
    private record Cookie(String host, String path, String name, String value) {
        boolean replaces(Cookie other) {
            return host.equals(other.host) && path.equals(other.path) && name.equals(other.name);
        }

        boolean goesTo(URI page) {
            var there = page.getPath().isEmpty() ? "/" : page.getPath();
            boolean below = there.equals(path)
                    || (there.startsWith(path) && (path.endsWith("/") || there.charAt(path.length()) == '/'));
            return host.equals(page.getHost()) && below;
        }
    }

    private final List<Cookie> cookies = new ArrayList<>();

    /** Keeps, or throws away, what a header says. */
    void keep(URI page, String header) {
        var parts = header.split(";", -1);
        int equals = parts[0].indexOf('=');
        if (equals < 0) {
            return;
        }
        var path = parent(page.getPath());
        boolean dead = false;
        for (int i = 1; i < parts.length; i++) {
            var attribute = parts[i].strip();
            var name = attribute.toLowerCase(Locale.ROOT);
            if (name.startsWith("path=/")) {
                path = attribute.substring("path=".length());
            } else if (name.startsWith("max-age=")) {
                dead |= name.matches("max-age=(0|-.*)");
            } else if (name.startsWith("expires=")) {
                dead |= past(attribute.substring("expires=".length()));
            }
        }
        var cookie = new Cookie(
                page.getHost(),
                path,
                parts[0].substring(0, equals).strip(),
                parts[0].substring(equals + 1).strip());
        cookies.removeIf(cookie::replaces);
        if (!dead) {
            cookies.add(cookie);
        }
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    private static boolean past(String date) {
        try {
            var text = date.strip().replace('-', ' ');
            return DateTimeFormatter.RFC_1123_DATE_TIME
                    .parse(text, Instant::from)
                    .isBefore(Instant.now());
        } catch (DateTimeException unreadable) {
            return false;
        }
    }

    /** Returns the header for a request, empty if there is nothing to send. */
    String header(URI page) {
        return cookies.stream()
                .filter(cookie -> cookie.goesTo(page))
                .map(cookie -> cookie.name() + "=" + cookie.value())
                .collect(Collectors.joining("; "));
    }
}
