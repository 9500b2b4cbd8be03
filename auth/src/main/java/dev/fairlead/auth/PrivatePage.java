package dev.fairlead.auth;

import dev.fairlead.store.parts.OwnerOnly;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;

/**
 * A file that leads a browser to an address which nobody else may read. The name of the file may be on a command line, for
 * all users of the machine to see; the file is for its owner alone.
 *
 * <p>It is in a folder of its own, in the user's home and with no dot before its name: browsers that are locked in see
 * neither hidden folders nor temporary ones.
 */
final class PrivatePage implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PrivatePage.class.getName());
    private static final String FOLDER = "fairlead-open-";
    private static final String FILE = "open.html";
    private static final Duration LEFT_BEHIND = Duration.ofHours(1);

    private final Path folder;

    private PrivatePage(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes one, and takes away those that programs left behind which were killed.
     *
     * @param url an address of plain letters, as a browser is given
     */
    static PrivatePage to(String url, Path home) throws IOException {
        if (!Files.isDirectory(home)) {
            throw new NotDirectoryException(home.toString());
        }
        sweep(home);
        var random = new byte[8];
        new SecureRandom().nextBytes(random);
        var page = new PrivatePage(home.resolve(FOLDER + HexFormat.of().formatHex(random)));
        boolean made = false;
        try {
            var ignored = OwnerOnly.folder(page.folder); // What is locked in knows the home by its usual name.
            page.write(url);
            made = true;
            return page;
        } finally {
            if (!made) {
                page.close();
            }
        }
    }

    private void write(String url) throws IOException {
        var file = folder.resolve(FILE);
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = Files.newByteChannel(file, options, OwnerOnly.forNewFile(file));
                var out = Channels.newOutputStream(channel)) {
            out.write(html(url).getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static String html(String url) {
        var text = url.replace("&", "&amp;").replace("'", "&#39;");
        return """
            <!doctype html>
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'">
            <meta http-equiv="refresh" content="0; url=%s">
            <title>Fairlead</title>
            <p><a href="%s" rel="noreferrer">Go on to Fairlead</a></p>
            """.formatted(text, text);
    }

    /** Returns the address of the file. */
    String url() {
        return folder.resolve(FILE).toUri().toString();
    }

    /** Takes the file away, if it is there. */
    @Override
    public void close() {
        try {
            remove(folder);
        } catch (IOException stays) {
            // What it leads to serves once and for a while, and the next one that is made tries again.
            LOG.log(Level.WARNING, "{0} could not be removed; remove it", folder);
        }
    }

    private static void remove(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(FILE));
        Files.deleteIfExists(folder);
    }

    private static void sweep(Path home) {
        var before = Instant.now().minus(LEFT_BEHIND);
        try (var folders = Files.newDirectoryStream(home, FOLDER + "*")) {
            for (var folder : folders) {
                var attributes = Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                if (attributes.isDirectory()
                        && attributes.lastModifiedTime().toInstant().isBefore(before)) {
                    remove(folder);
                }
            }
        } catch (IOException | DirectoryIteratorException notNow) {
            LOG.log(Level.DEBUG, "What was left behind in {0} could not be removed", home);
        }
    }
}
