package dev.fairlead.host.supervision;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.McpClient;
import dev.fairlead.host.catalog.Listing;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Lists everything that a server offers. */
final class Lists {
    private Lists() {}

    /**
     * Lists everything. A server without its tools is of no use; what else it fails to list is only missing.
     *
     * @param remarks who is told what is missing
     */
    static Listing all(McpClient client, Consumer<String> remarks) {
        return new Listing(
                client.listToolsAnew(CallOptions.usual()),
                tolerant("prompts", client::listPrompts, remarks),
                tolerant("resources", client::listResources, remarks),
                tolerant("resource templates", client::listResourceTemplates, remarks));
    }

    /** Lists the tools alone, within a limit, and takes the rest from an earlier listing. */
    static Listing tools(McpClient client, Duration limit, Listing before) {
        var tools = client.listToolsAnew(CallOptions.within(limit.plusMillis(1)));
        return new Listing(tools, before.prompts(), before.resources(), before.templates());
    }

    private static <T> List<T> tolerant(String what, Supplier<List<T>> list, Consumer<String> remarks) {
        try {
            return list.get();
        } catch (ServerErrorException
                | ProtocolViolationException
                | UnsupportedFeatureException
                | CallTimeoutException failed) {
            remarks.accept("its %s are left out: %s".formatted(what, failed.getMessage()));
            return List.of();
        }
    }
}
