package dev.fairlead.auth.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.fairlead.auth.store.TokenStore.Entry;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.Deadline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store in a file that several processes use at once. */
@Timeout(180)
final class FileTokenStoreProcessesTest {
    @TempDir
    private Path temporary;

    private final List<Process> workers = new ArrayList<>();

    @AfterEach
    void nobodyIsLeft() {
        workers.forEach(Process::destroyForcibly);
    }

    @Test
    @Verifies("F-43")
    void noIncrementIsLostAmongProcesses() throws Exception {
        for (int i = 0; i < 2; i++) {
            start("increment", file().toString(), "200");
        }
        finish();

        assertThat(FileTokenStore.at(file()).read("counter")).map(Entry::value).contains("3200");
    }

    @Test
    void onlyOneProcessHoldsALease() throws Exception {
        for (int i = 0; i < 4; i++) {
            start("visit", file().toString(), temporary.resolve("mark").toString(), "200");
        }
        // Somebody who saw the mark of another fails.
        finish();
    }

    @Test
    void whoeverIsKilledHoldsNothing() throws Exception {
        var holder = start("hold", file().toString());
        assertThat(line(holder)).isEqualTo("held");
        var store = FileTokenStore.at(file());
        assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(() -> store.lease("place", Deadline.after(Duration.ofMillis(50))));

        holder.destroyForcibly().waitFor();

        store.lease("place", Deadline.after(Duration.ofSeconds(30))).close();
    }

    @Test
    void aProcessThatWaitsGetsItsTurnHoweverBusyAnotherIs() throws Exception {
        var store = FileTokenStore.at(file());
        var busy = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            busy.add(Thread.ofVirtual().start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    try (var lease = store.lease("place", TokenStoreContract.soon())) {
                        Thread.onSpinWait();
                    } catch (InterruptedException | TimeoutException over) {
                        return;
                    }
                }
            }));
        }
        start("visit", file().toString(), temporary.resolve("mark").toString(), "50");
        finish();
        for (var thread : busy) {
            thread.interrupt();
            thread.join();
        }
    }

    @Test
    @Verifies("F-43")
    void whoeverIsKilledWhileWritingLeavesAWholeFile() throws Exception {
        var store = FileTokenStore.at(file());
        store.replace("kept", Entry.ABSENT, "secret");
        for (int i = 0; i < 5; i++) {
            var before = count(store);
            var worker = start("increment", file().toString(), "1000000");
            while (count(store) < before + 10) {
                assertThat(worker.isAlive()).isTrue();
                Thread.onSpinWait();
            }
            worker.destroyForcibly().waitFor();

            assertThat(store.read("kept")).map(Entry::value).contains("secret");
            TokenStoreContract.increment(store, "counter");
            assertThat(count(store)).isGreaterThan(before + 10);
        }
        try (var files = Files.list(file().getParent())) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("credentials.json", "locks");
        }
    }

    @Test
    void aFullDiskLeavesTheOldFile() throws Exception {
        var store = FileTokenStore.at(file());
        store.replace("kept", Entry.ABSENT, "secret");
        var old = Files.readString(file());
        // Blocks of 512 bytes; what a process writes beyond fails as on a full disk.
        var limited = List.of("sh", "-c", "ulimit -f 1000; exec \"$@\"", "sh");
        var worker =
                StoreWorker.after(limited, "fill", file().toString(), "4000000").start();
        workers.add(worker);

        assertThat(line(worker))
                .contains("credentials.json could not be written, and keeps what it had")
                .contains("space")
                .doesNotContain("xxx");
        finish();

        assertThat(Files.readString(file())).isEqualTo(old);
        assertThat(file().resolveSibling("credentials.json.tmp")).doesNotExist();
        assertThat(store.replace("big", Entry.ABSENT, "x".repeat(4_000_000))).isTrue();
    }

    private static int count(TokenStore store) {
        return store.read("counter")
                .map(entry -> Integer.parseInt(entry.value()))
                .orElse(0);
    }

    private Path file() {
        return temporary.resolve("store").resolve("credentials.json");
    }

    private Process start(String... arguments) throws IOException {
        var worker = StoreWorker.after(List.of(), arguments).start();
        workers.add(worker);
        return worker;
    }

    private void finish() throws InterruptedException {
        for (var worker : workers) {
            assertThat(worker.waitFor(150, TimeUnit.SECONDS)).isTrue();
            assertThat(worker.exitValue()).isZero();
        }
    }

    private static String line(Process worker) throws IOException {
        try (var reader = worker.inputReader(StandardCharsets.UTF_8)) {
            return String.valueOf(reader.readLine());
        }
    }
}
