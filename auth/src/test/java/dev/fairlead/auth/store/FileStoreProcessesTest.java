package dev.fairlead.auth.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.store.ProcessesContract;
import dev.fairlead.store.Store;
import dev.fairlead.store.Store.Entry;
import dev.fairlead.store.StoreContract;
import dev.fairlead.testkit.Verifies;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store in a file that several processes use at once. */
@Timeout(180)
@Verifies("F-43")
@Tag("thorough")
final class FileStoreProcessesTest implements ProcessesContract {
    @TempDir
    private Path temporary;

    @Override
    public Store open() {
        return FileStore.at(file());
    }

    @Override
    public String address() {
        return file().toString();
    }

    @Override
    public Class<?> worker() {
        return FileStoreWorker.class;
    }

    @Test
    void whoeverIsKilledWhileWritingLeavesNothingBehind() throws Exception {
        var worker = FileStoreWorker.after(List.of(), "increment", address(), "1000000")
                .start();
        try {
            while (open().read("counter").isEmpty()) {
                assertThat(worker.isAlive()).isTrue();
                Thread.onSpinWait();
            }
        } finally {
            worker.destroyForcibly().waitFor();
        }
        StoreContract.increment(open(), "counter");

        try (var files = Files.list(file().getParent())) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("credentials.json", "credentials.json-lock");
        }
    }

    @Test
    void aFullDiskLeavesTheOldFile() throws Exception {
        var store = open();
        store.replace("kept", Entry.ABSENT, "secret");
        // Blocks of 512 bytes; what a process writes beyond fails as on a full disk.
        var limited = List.of("sh", "-c", "ulimit -f 1000; exec \"$@\"", "sh");
        var old = Files.readString(file());
        var worker =
                FileStoreWorker.after(limited, "fill", address(), "1000000").start();
        try {
            assertThat(Workers.line(worker))
                    .contains("credentials.json could not be written, and keeps what it had")
                    .contains("space")
                    .doesNotContain("xxx");
            assertThat(worker.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            worker.destroyForcibly();
        }

        assertThat(Files.readString(file())).isEqualTo(old);
        assertThat(file().resolveSibling("credentials.json.tmp")).doesNotExist();
        assertThat(store.replace("big", Entry.ABSENT, "x".repeat(1_000_000))).isTrue();
    }

    private Path file() {
        return temporary.resolve("store").resolve("credentials.json");
    }
}
