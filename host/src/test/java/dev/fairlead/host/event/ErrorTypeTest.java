package dev.fairlead.host.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.protocol.error.StartRefusedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.error.VersionException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorTypeTest {
    @Test
    void failuresThatAskForDifferentThingsHaveDifferentNames() {
        var failures = List.of(
                new UnavailableException("x", "s", "busy", null),
                new StartRefusedException("s", "no"),
                new VersionException("s", List.of("x"), List.of("y")),
                ConfigurationException.unusable("s", "url", "is no address", null));

        assertThat(failures.stream().map(ErrorType::of))
                .containsExactly("unavailable", "start_refused", "version", "configuration");
        assertThat(ErrorType.of(new IllegalStateException())).isEqualTo(ErrorType.OTHER);
    }
}
