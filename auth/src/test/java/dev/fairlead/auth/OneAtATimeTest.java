package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work that many want and that is done once. */
@Timeout(60)
@Verifies("F-45")
final class OneAtATimeTest {
    private static final Deadline LONG = Deadline.after(Duration.ofSeconds(50));

    private final OneAtATime work = new OneAtATime(Duration.ofSeconds(50));
    private final AtomicInteger runs = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @Test
    void aHundredCallersCauseOneRun() throws Exception {
        for (var answer : together(100, "a", null)) {
            assertThat(answer.get(50, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void everybodyHearsOfTheFailure() throws Exception {
        var failure = new IllegalStateException("broken");
        for (var answer : together(100, "a", failure)) {
            assertThatThrownBy(() -> answer.get(50, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCause(failure);
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void whoeverHasWhatTheyWaitedForNeedNotWaitForTheRest() throws Exception {
        work.run("a", LONG, deadline -> {
            work.letGo();
            mayEnd.await(); // Nobody lets it end before all below is done.
        });
        assertThat(work.busy()).isTrue();
        work.run("a", LONG, deadline -> runs.incrementAndGet());
        assertThat(runs).as("it is the same work").hasValue(0);
        assertThatThrownBy(
                        () -> work.run("b", Deadline.after(Duration.ofMillis(50)), deadline -> runs.incrementAndGet()))
                .as("other work waits for the end")
                .isInstanceOf(TimeoutException.class);
        mayEnd.countDown();
        work.run("b", LONG, deadline -> runs.incrementAndGet());
        assertThat(runs).hasValue(1);
    }

    @Test
    void onlyWhoeverDoesTheWorkLetsOthersGo() {
        work.begin("a", deadline -> slow(null));
        work.letGo();
        assertThatThrownBy(() -> work.run("a", Deadline.after(Duration.ofMillis(50)), deadline -> {}))
                .isInstanceOf(TimeoutException.class);
        mayEnd.countDown();
    }

    private List<Future<Boolean>> together(int callers, String what, @Nullable RuntimeException failure)
            throws Exception {
        var answers = new ArrayList<Future<Boolean>>();
        var waiting = new CopyOnWriteArrayList<Thread>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < callers; i++) {
                answers.add(threads.submit(() -> {
                    waiting.add(Thread.currentThread());
                    work.run(what, LONG, deadline -> slow(failure));
                    return true;
                }));
            }
            begun.await();
            // All of them wait for the one run before it may end.
            await().until(() -> waiting.size() == callers
                    && waiting.stream().allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));
            mayEnd.countDown();
        }
        return answers;
    }

    private void slow(@Nullable RuntimeException failure) throws InterruptedException {
        runs.incrementAndGet();
        begun.countDown();
        mayEnd.await();
        if (failure != null) {
            throw failure;
        }
    }

    @Test
    void anErrorIsHeardOfToo() {
        var defect = new AssertionError("a defect");
        assertThatThrownBy(() -> work.run("a", LONG, deadline -> {
                    throw defect;
                }))
                .isSameAs(defect);
    }

    @Test
    void whereNoThreadCanBeStartedTheNextCallerTriesAgain() throws Exception {
        var refusals = new AtomicInteger(1);
        var work = new OneAtATime(Duration.ofSeconds(50), task -> {
            if (refusals.getAndDecrement() > 0) {
                throw new OutOfMemoryError("no thread");
            }
            Thread.ofVirtual().start(task);
        });
        assertThatThrownBy(() -> work.run("a", LONG, deadline -> runs.incrementAndGet()))
                .isInstanceOf(OutOfMemoryError.class);
        work.run("a", LONG, deadline -> runs.incrementAndGet());
        assertThat(runs).hasValue(1);
    }

    @Test
    void whatNobodyWaitsForIsLeftWhereOtherWorkIsUnderWay() throws Exception {
        work.begin("a", deadline -> slow(null));
        begun.await();
        work.begin("b", deadline -> runs.incrementAndGet());
        mayEnd.countDown();
        work.run("c", LONG, deadline -> runs.incrementAndGet());
        assertThat(runs).hasValue(2);
    }

    @Test
    void whoGivesUpLeavesTheWorkToGoOn() throws Exception {
        var done = new CountDownLatch(1);
        assertThatThrownBy(() -> work.run("a", Deadline.after(Duration.ofMillis(20)), deadline -> {
                    begun.countDown();
                    mayEnd.await();
                    runs.incrementAndGet();
                    done.countDown();
                }))
                .isInstanceOf(TimeoutException.class);
        begun.await();
        assertThat(runs).hasValue(0);
        mayEnd.countDown();
        assertThat(done.await(50, TimeUnit.SECONDS)).isTrue();
        assertThat(runs).hasValue(1);
    }

    @Test
    void whoIsInterruptedLeavesTheWorkToGoOn() throws Exception {
        var done = new CountDownLatch(1);
        var end = new AtomicReference<Throwable>();
        var caller = Thread.ofVirtual().start(() -> {
            try {
                work.run("a", LONG, deadline -> {
                    begun.countDown();
                    mayEnd.await();
                    done.countDown();
                });
            } catch (InterruptedException | TimeoutException | RuntimeException thrown) {
                end.set(thrown);
            }
        });
        begun.await();
        caller.interrupt();
        caller.join();
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        mayEnd.countDown();
        assertThat(done.await(50, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whoComesLaterJoinsWorkThatWasGivenUp() throws Exception {
        assertThatThrownBy(() -> work.run("a", Deadline.after(Duration.ofMillis(20)), deadline -> slow(null)))
                .isInstanceOf(TimeoutException.class);
        begun.await();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var joined = threads.submit(() -> {
                work.run("a", LONG, deadline -> slow(null));
                return true;
            });
            mayEnd.countDown();
            assertThat(joined.get(50, TimeUnit.SECONDS)).isTrue();
        }
        // Whoever came just after the end began anew; nobody ever ran beside another.
        assertThat(runs.get()).isBetween(1, 2);
    }

    @Test
    void otherWorkWaitsItsTurn() throws Exception {
        var order = new CopyOnWriteArrayList<String>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> {
                work.run("a", LONG, deadline -> {
                    begun.countDown();
                    mayEnd.await();
                    order.add("a");
                });
                return true;
            });
            begun.await();
            var second = threads.submit(() -> {
                work.run("b", LONG, deadline -> order.add("b"));
                return true;
            });
            assertThatThrownBy(() -> work.run("c", Deadline.after(Duration.ofMillis(20)), deadline -> order.add("c")))
                    .isInstanceOf(TimeoutException.class);
            mayEnd.countDown();
            assertThat(first.get(50, TimeUnit.SECONDS)).isTrue();
            assertThat(second.get(50, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(order).containsExactly("a", "b");
    }

    @Test
    void aFailureIsNobodyElses() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> {
                work.run("a", LONG, deadline -> slow(new IllegalStateException("broken")));
                return true;
            });
            begun.await();
            var second = threads.submit(() -> {
                work.run("b", LONG, deadline -> runs.incrementAndGet());
                return true;
            });
            mayEnd.countDown();
            assertThatThrownBy(() -> first.get(50, TimeUnit.SECONDS)).hasMessageContaining("broken");
            assertThat(second.get(50, TimeUnit.SECONDS)).isTrue();
        }
        work.run("a", LONG, deadline -> runs.incrementAndGet());
        assertThat(runs).hasValue(3);
    }

    @Test
    void workHasItsOwnLimitWhateverTheCallersHave() throws Exception {
        var left = new AtomicReference<Duration>();
        new OneAtATime(Duration.ofSeconds(7)).run("a", LONG, deadline -> left.set(deadline.remaining()));
        assertThat(left.get()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(7));
    }
}
