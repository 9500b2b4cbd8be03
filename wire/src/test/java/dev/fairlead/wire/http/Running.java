package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Something that runs beside a test. */
record Running<T>(Thread thread, FutureTask<T> task, AtomicBoolean flag) {

    static <T> Running<T> run(boolean virtual, Callable<T> work) {
        var flag = new AtomicBoolean();
        var task = new FutureTask<>(() -> {
            try {
                return work.call();
            } finally {
                flag.set(Thread.currentThread().isInterrupted());
            }
        });
        var thread = virtual
                ? Thread.ofVirtual().start(task)
                : Thread.ofPlatform().daemon().start(task);
        return new Running<>(thread, task, flag);
    }

    T result() throws Exception {
        return task.get(60, TimeUnit.SECONDS);
    }

    Throwable failure() {
        return catchThrowable(this::result).getCause();
    }

    /** Sees that it failed because of an interrupt and that its thread still knows of the interrupt. */
    void assertInterrupted() {
        assertThat(failure())
                .isExactlyInstanceOf(InterruptedIOException.class)
                .hasMessageMatching("interrupted before [^ ]+ answered");
        assertThat(flag).isTrue();
    }
}
