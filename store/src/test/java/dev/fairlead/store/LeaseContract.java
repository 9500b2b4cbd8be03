package dev.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.fairlead.store.Store.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every store promises of leases. A test of a store implements this. */
@Timeout(120)
public interface LeaseContract {
    String KEY = "refresh https://mcp.example/ % 🐎";

    /** More than a working store needs. */
    Duration LONG = Duration.ofSeconds(60);

    /** Less than anybody needs who has to wait. */
    Duration SHORT = Duration.ofMillis(30);

    /** Opens the store under test, once more if it is open. */
    Store open();

    @Test
    default void onlyOneHoldsALease() throws Exception {
        var stores = new Store[] {open(), open(), open()};
        var number = new AtomicInteger();
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        var turns = new AtomicInteger();
        StoreContract.inParallel(100, () -> {
            try (var lease = stores[number.getAndIncrement() % 3].lease(KEY, LONG)) {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                Thread.onSpinWait();
                turns.incrementAndGet();
                inside.decrementAndGet();
            }
            return true;
        });

        assertThat(most).hasValue(1);
        assertThat(turns).hasValue(100);
    }

    @Test
    default void leasesOfOtherKeysAreFree() throws Exception {
        var store = open();
        try (var one = store.lease("one", LONG);
                var two = store.lease("two", LONG);
                var three = open().lease("three", LONG)) {
            assertThat(store.replace("one", Entry.ABSENT, "value")).isTrue();
        }
    }

    @Test
    default void manyLeasesAreHeldAtOnce() throws Exception {
        var store = open();
        var leases = new ArrayList<Store.Lease>();
        for (int i = 0; i < 50; i++) {
            leases.add(store.lease("key " + i, LONG));
        }
        assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> open().lease("key 7", SHORT));
        assertThat(store.replace("one", Entry.ABSENT, "value")).isTrue();

        leases.forEach(Store.Lease::close);

        open().lease("key 7", LONG).close();
    }

    @Test
    default void whoeverWaitsTooLongForALeaseIsTold() throws Exception {
        var store = open();
        try (var lease = store.lease(KEY, LONG)) {
            for (var other : new Store[] {store, open()}) {
                for (var patience : new Duration[] {SHORT, Duration.ZERO, SHORT.negated()}) {
                    assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> other.lease(KEY, patience));
                }
            }
        }
        open().lease(KEY, LONG).close();
    }

    @Test
    default void whatIsFreeNeedsNoPatience() throws Exception {
        var store = open();
        store.lease(KEY, Duration.ZERO).close();
        store.lease(KEY, SHORT.negated()).close();
        open().lease(KEY, Duration.ofSeconds(Long.MAX_VALUE)).close();
    }

    @Test
    default void whoeverWaitsForALeaseCanBeInterrupted() throws Exception {
        var holder = open();
        for (var waiting : new Store[] {holder, open()}) {
            var lease = holder.lease(KEY, LONG);
            var thrown = new ArrayList<Throwable>();
            var started = new CountDownLatch(1);
            var waiter = Thread.ofVirtual().start(() -> {
                started.countDown();
                try {
                    waiting.lease(KEY, LONG).close();
                } catch (InterruptedException | TimeoutException failure) {
                    thrown.add(failure);
                }
            });
            started.await();
            waiter.interrupt();
            waiter.join();

            assertThat(thrown).singleElement().isInstanceOf(InterruptedException.class);
            lease.close();
            open().lease(KEY, LONG).close();
        }
    }

    @Test
    default void whoeverIsInterruptedStillEndsALease() throws Exception {
        var store = open();
        var lease = store.lease(KEY, LONG);

        Thread.currentThread().interrupt();
        lease.close();

        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        open().lease(KEY, LONG).close();
    }

    @Test
    default void aLeaseEndsOnceFromAnyThread() throws Exception {
        var lease = open().lease(KEY, LONG);
        Thread.ofVirtual().start(lease::close).join();
        try (var next = open().lease(KEY, LONG)) {
            lease.close();
            assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> open().lease(KEY, SHORT));
        }
    }

    @Test
    default void theNextOneGetsTheLeaseWhenItEnds() throws Exception {
        var lease = open().lease(KEY, LONG);
        var waiting = open();
        var entered = new CountDownLatch(1);
        var waiter = Thread.ofVirtual().start(() -> {
            try (var next = waiting.lease(KEY, LONG)) {
                entered.countDown();
            } catch (InterruptedException | TimeoutException failure) {
                throw new IllegalStateException(failure);
            }
        });
        assertThat(entered.getCount()).isEqualTo(1);
        lease.close();

        waiter.join();
        assertThat(entered.getCount()).isZero();
    }
}
