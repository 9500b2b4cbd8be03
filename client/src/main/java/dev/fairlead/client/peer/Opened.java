package dev.fairlead.client.peer;

import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.wire.Wire;
import java.util.List;
import java.util.function.Consumer;

/**
 * A line on which the server has said what it is.
 *
 * @param ids the numbers of what was asked so far, and of what will be
 * @param early what the server said without being asked
 * @param broke hears why the line ended
 */
public record Opened(
        Wire wire, RequestIds ids, ServerProfile server, List<Message> early, Consumer<McpException> broke) {}
