package dev.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.fairlead.store.Store.Entry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What every store promises that several processes share. A test of a store implements this. */
@Timeout(180)
public interface ProcessesContract {

    /** Opens the store under test, once more if it is open. */
    Store open();

    /** Returns how a worker opens it. */
    String address();

    /** Returns the program that opens it so. */
    default Class<?> worker() {
        return StoreWorker.class;
    }

    @Test
    default void noIncrementIsLostAmongProcesses() throws Exception {
        try (var workers = new Workers(worker())) {
            for (int i = 0; i < 3; i++) {
                workers.start("increment", address(), "50");
            }
            workers.finish();
        }
        assertThat(open().read("counter")).map(Entry::value).contains("600");
    }

    @Test
    default void onlyOneProcessHoldsALease(@TempDir Path temporary) throws Exception {
        try (var workers = new Workers(worker())) {
            for (int i = 0; i < 3; i++) {
                workers.start("visit", address(), temporary.resolve("mark").toString(), "100");
            }
            // Somebody who saw the mark of another fails.
            workers.finish();
        }
    }

    @Test
    default void whoeverIsKilledHoldsNothing() throws Exception {
        try (var workers = new Workers(worker())) {
            var holder = workers.start("hold", address());
            assertThat(Workers.line(holder)).isEqualTo("held");
            var store = open();
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> store.lease("place", Duration.ofMillis(50)));

            holder.destroyForcibly().waitFor();

            store.lease("place", LeaseContract.LONG).close();
        }
    }

    @Test
    default void aProcessThatWaitsGetsItsTurnHoweverBusyAnotherIs(@TempDir Path temporary) throws Exception {
        var store = open();
        var busy = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            busy.add(Thread.ofVirtual().start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    try (var lease = store.lease("place", LeaseContract.LONG)) {
                        Thread.onSpinWait();
                    } catch (InterruptedException | TimeoutException over) {
                        return;
                    }
                }
            }));
        }
        try (var workers = new Workers(worker())) {
            workers.start("visit", address(), temporary.resolve("mark").toString(), "20");
            workers.finish();
        }
        for (var thread : busy) {
            thread.interrupt();
            thread.join();
        }
    }

    @Test
    default void whoeverIsKilledWhileWritingLeavesAllWhole() throws Exception {
        var store = open();
        store.replace("kept", Entry.ABSENT, "secret");
        for (int i = 0; i < 3; i++) {
            var before = count(store);
            try (var workers = new Workers(worker())) {
                var worker = workers.start("increment", address(), "1000000");
                while (count(store) < before + 10) {
                    assertThat(worker.isAlive()).isTrue();
                    Thread.onSpinWait();
                }
                worker.destroyForcibly().waitFor();
            }
            assertThat(store.read("kept")).map(Entry::value).contains("secret");
            StoreContract.increment(store, "counter");
            assertThat(count(store)).isGreaterThan(before + 10);
        }
    }

    private static int count(Store store) {
        return store.read("counter")
                .map(entry -> Integer.parseInt(entry.value()))
                .orElse(0);
    }

    /** Processes that end with a test. */
    final class Workers implements AutoCloseable {
        private final Class<?> program;
        private final List<Process> started = new ArrayList<>();

        Workers(Class<?> program) {
            this.program = program;
        }

        Process start(String... arguments) throws IOException {
            var worker = StoreWorker.with(program, System.getProperty("java.class.path"), arguments)
                    .start();
            started.add(worker);
            return worker;
        }

        void finish() throws InterruptedException {
            for (var worker : started) {
                assertThat(worker.waitFor(150, TimeUnit.SECONDS)).isTrue();
                assertThat(worker.exitValue()).isZero();
            }
        }

        @Override
        public void close() {
            started.forEach(Process::destroyForcibly);
        }

        /** Returns the first line that a worker says. */
        public static String line(Process worker) throws IOException {
            try (var reader = worker.inputReader(StandardCharsets.UTF_8)) {
                return String.valueOf(reader.readLine());
            }
        }
    }
}
