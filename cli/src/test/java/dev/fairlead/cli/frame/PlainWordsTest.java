package dev.fairlead.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.cli.frame.Failure.Phase;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.protocol.error.UnavailableException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people are told of failures, who know nothing of single requests. */
final class PlainWordsTest {
    private static String opening(McpException failure) {
        return Failure.of(failure, Phase.CONNECTING).message();
    }

    private static String calling(McpException failure) {
        return Failure.of(failure, Phase.CALLING).message();
    }

    @Test
    void connectingIsNoRequest() {
        assertThat(opening(new UnavailableException("server/discover", "files", "nobody answers", null)))
                .isEqualTo("connecting to 'files': nobody answers");
        assertThat(opening(new ServerExitedException("initialize", "files", 3, List.of("no key"), false)))
                .isEqualTo("server 'files' exited with code 3 before it was ready; its last words on stderr: no key");
    }

    @Test
    void whetherItWasDoneMattersForTools() {
        assertThat(calling(new ConnectionLostException("tools/call add", "files", "it hung up", true, null)))
                .isEqualTo("tools/call add on server 'files': connection lost, it hung up; the tool may have run");
        assertThat(calling(new ConnectionLostException("tools/call add", "files", "it hung up", false, null)))
                .endsWith("; the tool did not run");
        assertThat(calling(new ConnectionLostException("tools/list", "files", "it hung up", true, null)))
                .isEqualTo("tools/list on server 'files': connection lost, it hung up");
    }
}
