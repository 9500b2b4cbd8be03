package dev.fairlead.host.people;

import dev.fairlead.store.NeedsServer;
import dev.fairlead.store.RedisServer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NeedsServer.Redis.class)
@Tag("thorough")
final class HostsOnRedisTest extends HostNodesContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    @Override
    String emptyStore() {
        return RedisServer.running().uri() + "#nodes" + NAMESPACES.incrementAndGet();
    }
}
