package dev.fairlead.host;

import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ConnectTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.Durations;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.protocol.error.ToolChangedException;
import dev.fairlead.protocol.rpc.Excerpt;
import java.time.Duration;

/** How failures are told to whoever called a tool. */
final class Endings {
    private static final long SECOND = 1_000;

    private Endings() {}

    static Ending of(McpException failure) {
        return switch (failure) {
            case CallTimeoutException slow -> Ending.TIMEOUT;
            case ConnectTimeoutException slow -> Ending.TIMEOUT;
            case ConnectionLostException gone -> Ending.DISCONNECTED;
            case ServerExitedException gone -> Ending.DISCONNECTED;
            case ClientClosedException gone -> Ending.DISCONNECTED;
            case CallCancelledException stopped -> Ending.CANCELLED;
            case ToolChangedException changed -> Ending.REFUSED;
            default -> Ending.FAILED;
        };
    }

    static String words(McpException failure, Duration elapsed) {
        return words(of(failure), String.valueOf(failure.getMessage()), elapsed);
    }

    static String words(Ending ending, String because, Duration elapsed) {
        return switch (ending) {
            case TIMEOUT -> "Tool execution timeout after %s: %s".formatted(seconds(elapsed), because);
            case DISCONNECTED -> "Server disconnected during execution: " + because;
            case CANCELLED -> "Tool execution cancelled: " + because;
            case REFUSED -> because;
            default -> "Tool execution failed: " + because;
        };
    }

    static String notFound(String name) {
        return "Tool '%s' not found in any connected server".formatted(name);
    }

    static String switchedOff(OfferedTool tool, String name) {
        return "Tool '%s' of server '%s' is switched off in the configuration".formatted(name, tool.server());
    }

    /** Tells a failure that is nobody's but the program's own, or ours. */
    static String defect(RuntimeException defect) {
        return "Tool execution failed: " + Excerpt.of(String.valueOf(defect));
    }

    static String toolError(String text) {
        return "Tool execution failed: " + text;
    }

    /** Returns whole seconds where there are any: nobody set a limit of 30.002 seconds. */
    private static String seconds(Duration elapsed) {
        long millis = elapsed.toMillis();
        return Durations.seconds(millis >= SECOND ? Duration.ofSeconds(Math.round(millis / (double) SECOND)) : elapsed);
    }
}
