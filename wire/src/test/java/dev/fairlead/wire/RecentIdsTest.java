package dev.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.RequestId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RecentIdsTest {
    private static final int CAPACITY = 4096;
    private final RecentIds ids = new RecentIds();

    @Test
    void anIdIsRememberedUntilItIsRemoved() {
        ids.add(RequestId.of("a"));
        assertThat(ids.contains(RequestId.of("a"))).isTrue();
        assertThat(ids.contains(RequestId.of("b"))).isFalse();
        assertThat(ids.remove(RequestId.of("b"))).isFalse();
        assertThat(ids.remove(RequestId.of("a"))).isTrue();
        assertThat(ids.remove(RequestId.of("a"))).isFalse();
        assertThat(ids.contains(RequestId.of("a"))).isFalse();
    }

    @Test
    void theOldestIsForgottenWhenThereAreTooMany() {
        for (int i = 0; i < CAPACITY; i++) {
            ids.add(RequestId.of(i));
        }
        assertThat(ids.contains(RequestId.of(0))).isTrue();
        ids.add(RequestId.of(CAPACITY));
        assertThat(ids.contains(RequestId.of(0))).isFalse();
        assertThat(ids.contains(RequestId.of(1))).isTrue();
        assertThat(ids.contains(RequestId.of(CAPACITY))).isTrue();
    }

    @Test
    void noneKeepsAnotherThreadFromIt() throws Exception {
        ids.add(RequestId.of(1));
        assertThat(ids.contains(RequestId.of(1))).isTrue();
        assertThat(ids.remove(RequestId.of(1))).isTrue();
        var seen = new CompletableFuture<Boolean>();
        Thread.ofPlatform().daemon().start(() -> {
            ids.add(RequestId.of(2));
            seen.complete(ids.contains(RequestId.of(2)) && ids.remove(RequestId.of(2)));
        });
        assertThat(seen.get(30, TimeUnit.SECONDS)).isTrue();
    }
}
