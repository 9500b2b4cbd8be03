package dev.fairlead.console.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The files of the page: from the jar that the build of the page makes, or from a folder while somebody works on it. */
public final class PageFiles {
    private static final String PLACE = "dev/fairlead/console/page/";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)?");
    private static final Pattern HASHED = Pattern.compile(".*-[A-Z0-9]{8}\\.[a-z0-9.]+");
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("png", "image/png"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("woff2", "font/woff2"),
            Map.entry("txt", "text/plain; charset=utf-8"));

    private final @Nullable Path folder;

    /** Takes them from a folder, or from the jar if that is null. */
    public PageFiles(@Nullable Path folder) {
        this.folder = folder;
    }

    /** Returns a file of the page, packed if the browser takes that; nothing if there is none. */
    Optional<Reply> file(String name, boolean gzip) throws IOException {
        var type = type(name);
        if (type.isEmpty()) {
            return Optional.empty();
        }
        boolean hashed = HASHED.matcher(name).matches();
        var caching = hashed ? "public, max-age=31536000, immutable" : "no-store";
        if (gzip) {
            var packed = read(name + ".gz");
            if (packed.isPresent()) {
                return Optional.of(Reply.bytes(200, type.get(), packed.get())
                        .with("Content-Encoding", "gzip")
                        .with("Vary", "Accept-Encoding")
                        .with("Cache-Control", caching));
            }
        }
        return read(name)
                .map(bytes -> Reply.bytes(200, type.get(), bytes)
                        .with("Vary", "Accept-Encoding")
                        .with("Cache-Control", caching));
    }

    /** Returns the page itself, in which styles are known by this nonce. */
    Reply index(String nonce, boolean gzip) throws IOException {
        var html = read("index.html");
        if (html.isEmpty()) {
            return missing();
        }
        var text = new String(html.get(), StandardCharsets.UTF_8).replace("%NONCE%", nonce);
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var reply = Reply.bytes(200, "text/html; charset=utf-8", gzip ? packed(bytes) : bytes)
                .with("Vary", "Accept-Encoding");
        return gzip ? reply.with("Content-Encoding", "gzip") : reply;
    }

    private static Reply missing() {
        return plain(
                503,
                "This Fairlead was built without its page",
                "The page of the console is made with Node.js, which was not there when this was built. Install"
                        + " Node.js 20 or newer with npm, build again, and start the console again.");
    }

    /** Returns a page of nothing but words, which are HTML of ours; it loads and runs nothing. */
    static Reply plain(int status, String title, String words) {
        var html =
                "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>%s</title><h1>%s</h1><p>%s</p></html>"
                        .formatted(title, title, words);
        return Reply.bytes(status, "text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8))
                .with(
                        "Content-Security-Policy",
                        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
    }

    private static Optional<String> type(String name) {
        int dot = name.lastIndexOf('.');
        return NAME.matcher(name).matches() && dot > 0 && !name.contains("..")
                ? Optional.ofNullable(TYPES.get(name.substring(dot + 1)))
                : Optional.empty();
    }

    private Optional<byte[]> read(String name) throws IOException {
        if (folder != null) {
            var file = folder.resolve(name);
            return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
        }
        try (var in = PageFiles.class.getClassLoader().getResourceAsStream(PLACE + name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        }
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }
}
