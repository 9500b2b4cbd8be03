package dev.fairlead.console.keep;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.parts.FileLocks;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Has a folder for one console at a time: two of them would write over each other's files. */
public final class FolderLock implements AutoCloseable {
    private static final String NAME = "running";
    private static final String LOCK = "console";

    private final Keep keep;
    private final FileLocks locks;

    private FolderLock(Keep keep, FileLocks locks) {
        this.keep = keep;
        this.locks = locks;
    }

    /**
     * Takes a folder.
     *
     * @throws IOException if another console has it, with words on where that is and what to do
     */
    public static FolderLock of(Keep keep) throws IOException {
        var locks = new FileLocks(() -> keep.folder().resolve("lock"), UncheckedIOException::new);
        try {
            if (locks.tryLock(LOCK)) {
                return new FolderLock(keep, locks);
            }
        } catch (UncheckedIOException failure) {
            throw new IOException("the folder %s cannot be locked".formatted(keep.folder()), failure.getCause());
        }
        throw new IOException(inUse(keep));
    }

    private static String inUse(Keep keep) {
        var other = keep.read(NAME).orElseGet(Json::object);
        var url = other.path("url").asString("");
        return "another console%s runs in %s%s; use that one (%s), or set FAIRLEAD_HOME to another folder for this one"
                .formatted(
                        other.has("process")
                                ? " (process %s)"
                                        .formatted(other.path("process").asLong(0))
                                : "",
                        keep.folder(),
                        url.isEmpty() ? "" : ", at " + url,
                        "its terminal shows the address with the token");
    }

    /** Notes where the console of this folder is reached, for whoever comes second; without its token. */
    public void at(String url) {
        keep.write(
                NAME,
                Json.object()
                        .put("url", url)
                        .put("process", ProcessHandle.current().pid()));
    }

    @Override
    public void close() {
        try {
            keep.remove(NAME);
        } finally {
            locks.unlock(LOCK);
        }
    }
}
