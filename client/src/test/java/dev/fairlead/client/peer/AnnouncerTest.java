package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A listener that is slow hears the end of a flood, and whatever must not be missed. */
@Timeout(60)
final class AnnouncerTest {

    @Test
    void ofAFloodTheEndIsHeardAndWhatIsInsistedOn() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        var begun = new CountDownLatch(1);
        var slow = new CountDownLatch(1);
        var last = new CountDownLatch(1);
        try (var announcer = new Announcer("flood")) {
            announcer.offer(0, () -> {
                begun.countDown();
                try {
                    slow.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            });
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue(); // Before the flood, which would sweep it away.
            announcer.insist(() -> heard.add("state"));
            for (int i = 1; i <= 5_000; i++) {
                var line = "line " + i;
                announcer.offer(0, () -> heard.add(line));
            }
            announcer.insist(last::countDown);
            slow.countDown();
            assertThat(last.await(30, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(heard).startsWith("state").endsWith("line 4999", "line 5000").hasSizeLessThanOrEqualTo(1_002);
    }

    @Test
    void ofAFloodOfHugeNewsAsMuchIsKeptAsFits() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        var begun = new CountDownLatch(1);
        var slow = new CountDownLatch(1);
        try (var announcer = new Announcer("huge")) {
            announcer.insist(() -> {
                begun.countDown();
                try {
                    slow.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            });
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            announcer.insist(() -> heard.add("state"));
            for (int i = 1; i <= 50; i++) {
                var line = "line " + i;
                announcer.offer(4 << 20, () -> heard.add(line));
            }
            slow.countDown();
        }

        assertThat(heard).containsExactly("state", "line 49", "line 50");
    }

    @Test
    void oneThatIsLargerThanAllRoomIsHeardNevertheless() {
        List<String> heard = new CopyOnWriteArrayList<>();
        try (var announcer = new Announcer("whale")) {
            announcer.offer(16 << 20, () -> heard.add("whale"));
        }

        assertThat(heard).containsExactly("whale");
    }

    @Test
    void listenersWhoAlwaysHaveMoreToHearLeaveOthersTheirTurns() throws Exception {
        var over = new AtomicBoolean();
        var others = new CountDownLatch(1);
        var announcers = new ArrayList<Announcer>();
        int cores = Runtime.getRuntime().availableProcessors();
        var busy = new CountDownLatch(cores);
        try {
            for (int i = 0; i < 4 * cores; i++) {
                var announcer = new Announcer("busy");
                announcers.add(announcer);
                announcer.offer(0, new Runnable() {
                    @Override
                    public void run() {
                        busy.countDown();
                        if (!over.get()) {
                            announcer.offer(0, this);
                        }
                    }
                });
            }
            assertThat(busy.await(30, TimeUnit.SECONDS)).isTrue();
            Thread.startVirtualThread(others::countDown);
            assertThat(others.await(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            over.set(true);
            announcers.forEach(Announcer::close);
        }
    }
}
