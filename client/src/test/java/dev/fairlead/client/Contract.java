package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.handler.Elicitor;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.Root;
import dev.fairlead.protocol.SamplingResult;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;

/** Holds one connection per way for all tests of a class, with handlers whose answers each test may choose. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Contract {
    private static final Elicitor<InputRequest.Form> CANCELLING = (form, asking) -> InputResponse.cancel();

    private final Map<Way, McpClient> clients = new EnumMap<>(Way.class);
    private final Map<Way, Recording> recordings = new EnumMap<>(Way.class);
    final AtomicReference<Elicitor<InputRequest.Form>> person = new AtomicReference<>(CANCELLING);

    McpClient client(Way way) {
        return clients.computeIfAbsent(way, one -> {
            var recording = new Recording();
            recordings.put(one, recording);
            return one.connect(ClientProfile.builder()
                    .listener(recording)
                    .handlers(InputHandlers.none()
                            .onForm((form, asking) -> person.get().ask(form, asking))
                            .onSampling((request, asking) -> Optional.of(SamplingResult.ofText("tiny", "42")))
                            .onRoots(() ->
                                    List.of(Root.of(Path.of("/tmp/one"), "one"), Root.of(Path.of("/tmp/two"), "two"))))
                    .build());
        });
    }

    Recording heard(Way way) {
        return recordings.get(way);
    }

    @AfterEach
    void nothingWasSentThatTheProtocolForbids() {
        person.set(CANCELLING);
        for (var way : Way.values()) {
            assertThat(way.inMemory().complaints()).isEmpty();
        }
    }

    @AfterAll
    void closeAll() {
        clients.values().forEach(McpClient::close);
    }
}
