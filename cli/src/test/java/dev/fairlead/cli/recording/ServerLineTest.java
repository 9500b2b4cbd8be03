package dev.fairlead.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The line to a server, when it is replaced and when it ends. */
@Timeout(60)
final class ServerLineTest {
    private final FakeServer first = FakeServer.named("first").build();
    private final FakeServer second = FakeServer.named("second").build();
    private final ArrayList<Wire> opened = new ArrayList<>();

    private ServerLine line() {
        return new ServerLine(first.transport(), new ProgressTokens(), new Deaf(), opened::add);
    }

    @Test
    void leadsElsewhereOnceAnotherWayIsTaken() {
        try (var line = line()) {
            line.take(second.transport());

            assertThat(opened).hasSize(2).last().isSameAs(line.wire());
        }
    }

    @Test
    void isNeverOpenedAgainOnceItIsClosed() {
        var line = line();
        line.close();

        assertThatThrownBy(() -> line.take(second.transport())).isInstanceOf(ClientClosedException.class);

        assertThat(opened).hasSize(1);
        assertThat(second.connections()).isZero();
    }

    private static final class Deaf implements WireListener {
        @Override
        public void tolerated(Violation violation) {}

        @Override
        public void stderr(String line) {}
    }
}
