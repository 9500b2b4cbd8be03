package dev.fairlead.testkit.auth;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A tiny browser: it keeps cookies, follows redirects, fills in forms and submits them, and runs no script. */
public final class HttpUserAgent {
    private static final Pattern REFRESH = Pattern.compile("http-equiv=\"refresh\" content=\"0; url=([^\"]+)\"");
    private static final int MOST_STEPS = 20;
    private static final int PATIENCE = Math.toIntExact(Duration.ofSeconds(30).toMillis());

    private final CookieJar cookies = new CookieJar();
    private final Map<String, String> answers = new LinkedHashMap<>();
    private int status;
    private String page = "";

    /** What a step leads to; without an address, to nothing further. */
    private record Step(@Nullable URI next, @Nullable String body) {
        static final Step END = new Step(null, null);
    }

    /** Begins without cookies, and with nothing to type. */
    public HttpUserAgent() {}

    /** Types this into every field of that name. */
    public HttpUserAgent filling(String field, String value) {
        answers.put(field, value);
        return this;
    }

    /** Goes to an address and on from there; returns the first address that begins so, without going to it. */
    public String stopBefore(String prefix, String url) throws IOException {
        return visit(url, prefix, false);
    }

    /** Goes to an address and on from there; goes to the first that begins so too, and returns it. */
    public String followTo(String prefix, String url) throws IOException {
        return visit(url, prefix, true);
    }

    /** Goes to an address and on from there until nothing leads further; returns the last address. */
    public String visit(String url) throws IOException {
        return visit(url, null, true);
    }

    /** Returns the status of the last answer. */
    public int status() {
        return status;
    }

    /** Returns the text of the last page. */
    public String page() {
        return page;
    }

    private String visit(String url, @Nullable String prefix, boolean through) throws IOException {
        var at = URI.create(url);
        String body = null;
        for (int i = 0; i < MOST_STEPS; i++) {
            boolean there = prefix != null && at.toString().startsWith(prefix);
            if (there && !through) {
                return at.toString();
            }
            var step = step(at, body, !there);
            if (step.next() == null || there) {
                if (prefix != null && !there) {
                    throw new IOException("stuck at " + at + " (status " + status + "): " + page);
                }
                return at.toString();
            }
            at = step.next();
            body = step.body();
        }
        throw new IOException("going round in circles at " + at);
    }

    private Step step(URI at, @Nullable String body, boolean forms) throws IOException {
        return "file".equals(at.getScheme()) ? file(at) : ask(at, body, forms);
    }

    /** Reads a page that is on this machine, and goes where it leads by itself. */
    private Step file(URI at) throws IOException {
        page = Files.readString(Path.of(at));
        status = 200;
        var refresh = REFRESH.matcher(page);
        return refresh.find() ? new Step(URI.create(refresh.group(1).replace("&amp;", "&")), null) : Step.END;
    }

    private Step ask(URI at, @Nullable String body, boolean forms) throws IOException {
        var connection = (HttpURLConnection) at.toURL().openConnection();
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout(PATIENCE);
        connection.setReadTimeout(PATIENCE);
        connection.setRequestProperty("Accept", "text/html,*/*");
        var known = cookies.header(at);
        if (!known.isEmpty()) {
            connection.setRequestProperty("Cookie", known);
        }
        if (body != null) {
            connection.setRequestMethod("POST");
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/x-www-form-urlencoded");
            try (var out = connection.getOutputStream()) {
                out.write(body.getBytes(StandardCharsets.UTF_8));
            }
        }
        status = connection.getResponseCode();
        page = text(connection);
        connection.getHeaderFields().forEach((name, values) -> keep(at, name, values));
        var location = connection.getHeaderField("Location");
        if (status >= 300 && status < 400 && location != null) {
            boolean again = status == 307 || status == 308;
            return new Step(at.resolve(location.replace(" ", "%20")), again ? body : null);
        }
        var form = forms && status < 400 ? HtmlForm.find(page, answers.keySet()) : null;
        return form == null ? Step.END : submit(at, form);
    }

    private void keep(URI at, @Nullable String name, List<String> values) {
        if ("Set-Cookie".equalsIgnoreCase(name)) {
            values.forEach(value -> cookies.keep(at, value));
        }
    }

    private Step submit(URI at, HtmlForm form) {
        var fields = new LinkedHashMap<>(form.fields());
        for (var name : Set.copyOf(form.names())) {
            if (answers.containsKey(name)) {
                fields.put(name, answers.get(name));
            }
        }
        var action = form.action().isEmpty() ? at : at.resolve(form.action());
        return form.post()
                ? new Step(action, Form.write(fields))
                : new Step(URI.create(Form.extend(action.toString(), fields)), null);
    }

    private static String text(HttpURLConnection connection) throws IOException {
        try (InputStream in =
                connection.getResponseCode() >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
