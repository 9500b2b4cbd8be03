package dev.fairlead.console.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class StepsTest {
    private static final String SERVER = "s";

    private final ServerOrder order = new ServerOrder(() -> {});
    private final CountDownLatch go = new CountDownLatch(1);

    /** Does what is to be done while somebody looks at what there is, and returns what that one saw before. */
    private Set<String> doneAfterLooking(Set<String> seen) {
        go.countDown();
        await().until(() -> !order.busy(SERVER));
        return seen;
    }

    @ParameterizedTest
    @EnumSource(ServerOrder.Fate.class)
    void whatIsDoneWhileSomebodyLooksIsSeen(ServerOrder.Fate fate) {
        try (order) {
            boolean comes = fate == ServerOrder.Fate.THERE;
            order.then(SERVER, "changing", fate, go::await);
            var names = order.after(() -> doneAfterLooking(comes ? Set.of() : Set.of(SERVER)));
            assertThat(names.contains(SERVER)).isEqualTo(comes);
        }
    }

    @Test
    void whatIsToBeDoneCountsAsDone() {
        try (order) {
            order.then(SERVER, "adding", ServerOrder.Fate.THERE, go::await);
            order.then(SERVER, "removing", ServerOrder.Fate.GONE, go::await);
            assertThat(order.after(() -> Set.of(SERVER, "other"))).containsExactly("other");
            go.countDown();
        }
    }
}
