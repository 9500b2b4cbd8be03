package dev.fairlead.host.people;

import dev.fairlead.store.NeedsServer;
import dev.fairlead.store.PostgresServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NeedsServer.Postgres.class)
@Tag("thorough")
final class HostsOnPostgresTest extends HostNodesContract {
    @Override
    String emptyStore() {
        return PostgresServer.running().emptySchema();
    }
}
