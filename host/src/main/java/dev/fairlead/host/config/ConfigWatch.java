package dev.fairlead.host.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads configurations again when their files change, appear or go, and tells once the files have come to rest. One
 * virtual thread does it all, so that news come one after the other.
 */
public final class ConfigWatch implements AutoCloseable {
    private static final Duration USUAL_REST = Duration.ofMillis(200);
    // Some file systems tell nothing, and files behind links may change without their folder knowing.
    private static final Duration USUAL_LOOK = Duration.ofSeconds(5);
    private static final int MAX_RESTS = 20;

    private final ConfigSearch search;
    private final Consumer<HostConfig> listener;
    private final Duration rest;
    private final Duration look;
    private final WatchService watcher;
    private final Thread thread;
    private final Set<Path> watched = new HashSet<>(); // used by the thread alone, after it has begun
    private HostConfig current; // used by the thread alone, after it has begun
    private List<String> stamps; // used by the thread alone, after it has begun

    private ConfigWatch(
            ConfigSearch search, HostConfig first, Consumer<HostConfig> listener, Duration rest, Duration look) {
        this.search = search;
        this.current = first;
        this.listener = listener;
        this.rest = rest;
        this.look = look;
        try {
            this.watcher = FileSystems.getDefault().newWatchService();
        } catch (IOException e) {
            throw new UncheckedIOException("the system cannot watch files", e);
        }
        register();
        this.stamps = stamps();
        this.thread = Thread.ofVirtual().name("config-watch").unstarted(this::run);
    }

    /**
     * Begins to watch.
     *
     * @param first what was read before, which counts until something changes
     * @param listener gets what is configured after a change; a slow one delays only further news
     */
    public static ConfigWatch start(ConfigSearch search, HostConfig first, Consumer<HostConfig> listener) {
        return start(search, first, listener, USUAL_REST, USUAL_LOOK);
    }

    static ConfigWatch start(
            ConfigSearch search, HostConfig first, Consumer<HostConfig> listener, Duration rest, Duration look) {
        var watch = new ConfigWatch(search, first, listener, rest, look);
        watch.thread.start();
        return watch;
    }

    /** Ends the watch; a listener that is being told may still finish. */
    @Override
    public void close() {
        try {
            watcher.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the watch of files could not be ended", e);
        }
    }

    private void run() {
        try {
            // Something may have changed between the first reading and the first watch.
            boolean due = true;
            while (true) {
                due = !round(due);
            }
        } catch (ClosedWatchServiceException e) {
            // Somebody has closed the watch, and nobody waits for more.
            watched.clear();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Looks once; tells whether that went well. A defect in it is told, and the next look may do better.
     *
     * @param due whether to read the files whatever their stamps say
     */
    private boolean round(boolean due) throws InterruptedException {
        try {
            // A folder that is watched only now may have changed just before.
            if (due || !stamps().equals(stamps) || heard(look) || !stamps().equals(stamps)) {
                settle();
                reload();
            }
            register();
            return true;
        } catch (ClosedWatchServiceException closed) {
            throw closed;
        } catch (RuntimeException | Error defect) {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, defect);
            boolean ignored = heard(look);
            return false;
        }
    }

    /** Waits for news of the system; tells whether there are any. */
    private boolean heard(Duration patience) throws InterruptedException {
        var key = watcher.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (key == null) {
            return false;
        }
        key.pollEvents();
        if (!key.reset() && key.watchable() instanceof Path folder) {
            watched.remove(folder);
        }
        return true;
    }

    /** Editors write in several steps; their result is of interest, not the steps. */
    private void settle() throws InterruptedException {
        int rests = 0;
        boolean busy = true;
        while (busy && rests < MAX_RESTS) {
            busy = heard(rest);
            rests++;
        }
    }

    private void reload() {
        stamps = stamps();
        var now = search.load(current);
        if (!digests(now).equals(digests(current))) {
            current = now;
            tell(now);
        }
    }

    /** A listener that fails has failed alone: the next news may do better. */
    private void tell(HostConfig now) {
        try {
            listener.accept(now);
        } catch (RuntimeException | Error e) {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }

    private static List<String> digests(HostConfig config) {
        return config.files().stream()
                .map(file -> file.file() + " " + file.sound() + " " + file.digest())
                .toList();
    }

    private List<String> stamps() {
        return search.places().stream().map(place -> stamp(place.file())).toList();
    }

    private static String stamp(Path file) {
        try {
            return "%s %s %s".formatted(file, Files.getLastModifiedTime(file), Files.size(file));
        } catch (IOException e) {
            return file + " is not there";
        }
    }

    /** Watches the folders of the files; where one is missing, the nearest above it that is there. */
    private void register() {
        var folders = new LinkedHashSet<Path>();
        for (var place : search.places()) {
            nearest(place.file(), folders);
            if (Files.isSymbolicLink(place.file())) {
                real(place.file(), folders);
            }
        }
        for (var folder : folders) {
            if (!watched.contains(folder)) {
                watch(folder);
            }
        }
    }

    private static void nearest(Path file, Set<Path> folders) {
        @Nullable Path folder = file.toAbsolutePath().getParent();
        while (folder != null && !Files.isDirectory(folder)) {
            folder = folder.getParent();
        }
        if (folder != null) {
            folders.add(folder);
        }
    }

    private static void real(Path link, Set<Path> folders) {
        try {
            nearest(link.toRealPath(), folders);
        } catch (IOException e) {
            // The link leads nowhere yet; its own folder is watched, and the next look tries again.
            nearest(link, folders);
        }
    }

    private void watch(Path folder) {
        try {
            folder.register(
                    watcher,
                    StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY,
                    StandardWatchEventKinds.ENTRY_DELETE);
            watched.add(folder);
        } catch (IOException e) {
            // Gone since, or too many are watched: the look at the stamps still finds changes.
            watched.remove(folder);
        }
    }
}
