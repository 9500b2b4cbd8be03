package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** The files, pipes and sockets that this program had open at one moment, where the system tells how many they are. */
record OpenFiles(long count) {
    private static final int SLACK = 2;

    static OpenFiles now() {
        return new OpenFiles(
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        ? unix.getOpenFileDescriptorCount()
                        : 0);
    }

    /** Waits until there are no more than there were. */
    void awaitNoMore(Duration patience) {
        await().atMost(patience)
                .untilAsserted(() -> assertThat(now().count()).as("open files").isLessThanOrEqualTo(count + SLACK));
    }
}
