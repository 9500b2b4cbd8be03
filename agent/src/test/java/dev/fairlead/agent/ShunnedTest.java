package dev.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.tool.LeftOutTool;
import dev.fairlead.agent.tool.LeftOutTool.Cause;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShunnedTest {
    private static LeftOutTool left(String server, String name, Cause cause) {
        var tool = Tool.of(name, null, Json.object().put("type", "object"));
        return new LeftOutTool(new OfferedTool(server + "__" + name, server, tool, true, null), cause, "So it is.");
    }

    @Test
    void ofToolsThatAreLeftOutOneLineIsToldForEachServerAndOnce() {
        var shunned = new Shunned();
        var many = IntStream.range(0, 1_500).mapToObj(i -> left("evil", "t" + i, Cause.TOO_MANY));
        var all = Stream.concat(
                        many, Stream.of(left("files", "read", Cause.UNFIT), left("files", "off", Cause.DISABLED)))
                .toList();

        assertThat(shunned.news(all))
                .containsExactly(
                        new AgentEvent.ToolLeftOut("evil__t0", "So it is. Of the same server 1,499 more are left out."),
                        new AgentEvent.ToolLeftOut("files__read", "So it is."));
        assertThat(shunned.news(all)).isEmpty();
        assertThat(shunned.news(List.of(left("files", "new", Cause.UNFIT)))).hasSize(1);
    }
}
