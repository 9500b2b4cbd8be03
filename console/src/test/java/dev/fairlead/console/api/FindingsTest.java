package dev.fairlead.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FindingsTest {
    private final AtomicInteger looks = new AtomicInteger();
    private final Findings findings = new Findings(tool -> {
        looks.incrementAndGet();
        return List.of("about " + tool.name());
    });

    private static Tool tool(int number) {
        return Tool.of("t" + number, null, Json.object().put("type", "object"));
    }

    private List<List<String>> all(int count, Deadline time) {
        return IntStream.range(0, count)
                .mapToObj(FindingsTest::tool)
                .flatMap(tool -> findings.of(ToolDefinition.of(tool), time).stream())
                .toList();
    }

    @Test
    void asManyToolsAsAServerMayListAreLookedAtOnce() {
        var first = all(10_000, Deadline.never());

        assertThat(first).hasSize(10_000);
        assertThat(all(10_000, Deadline.never())).isEqualTo(first);
        assertThat(looks).hasValue(10_000);
    }

    @Test
    void whenTheTimeIsOverOnlyWhatIsKnownIsTold() {
        var over = Deadline.after(Duration.ZERO);
        assertThat(all(3, over)).isEmpty();
        assertThat(looks).hasValue(0);

        all(2, Deadline.never());

        assertThat(all(3, over)).containsExactly(List.of("about t0"), List.of("about t1"));
    }
}
