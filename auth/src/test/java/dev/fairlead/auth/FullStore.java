package dev.fairlead.auth;

import dev.fairlead.store.ForwardingStore;
import dev.fairlead.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A store that can at times not be written, or not even be read. */
final class FullStore extends ForwardingStore {
    private final AtomicReference<Runnable> afterRead = new AtomicReference<>(() -> {});
    private volatile Mode mode = Mode.WRITABLE;
    private final AtomicReference<Runnable> beforeWrite = new AtomicReference<>(() -> {});
    private final AtomicReference<Runnable> late = new AtomicReference<>(() -> {});
    private volatile CountDownLatch answers = new CountDownLatch(0);

    /** What becomes of what is written. */
    enum Mode {
        /** It is kept. */
        WRITABLE,
        /** It is refused. */
        FULL,
        /** It is refused for good. */
        CLOSED,
        /** It is kept, but not before there is another mode. */
        SILENT,
        /** It is kept, and nobody hears of that. */
        UNHEARD,
        /** It is refused, and so is whoever reads. */
        AWAY,
        /** It is refused, and kept all the same, just before something else is written. */
        LATE
    }

    void is(Mode next) {
        mode = next;
        answers.countDown();
        answers = new CountDownLatch(next == Mode.SILENT ? 1 : 0);
    }

    /** Does something once, between the next time that it is read and the answer. */
    void onceAfterRead(Runnable meanwhile) {
        afterRead.set(meanwhile);
    }

    /** Does something once, before the next time that it is written. */
    void onceBeforeWrite(Runnable meanwhile) {
        beforeWrite.set(meanwhile);
    }

    @Override
    public Optional<Entry> read(String key) {
        if (mode == Mode.AWAY) {
            throw new StoreException("the network is down", null);
        }
        var found = super.read(key);
        afterRead.getAndSet(() -> {}).run();
        return found;
    }

    @Override
    public boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life) {
        beforeWrite.getAndSet(() -> {}).run();
        late.getAndSet(() -> {}).run();
        if (mode == Mode.LATE) {
            late.set(() -> {
                boolean ignored = super.replace(key, seen, value, life);
            });
        }
        if (mode == Mode.FULL || mode == Mode.AWAY || mode == Mode.LATE) {
            throw new StoreException("the disk is full", null);
        }
        if (mode == Mode.CLOSED) {
            throw new IllegalStateException("the store is closed");
        }
        try {
            answers.await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts a test", impossible);
        }
        boolean kept = super.replace(key, seen, value, life);
        if (mode == Mode.UNHEARD) {
            throw new StoreException("the connection is lost", null);
        }
        return kept;
    }
}
