package dev.fairlead.client.opening;

import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.RpcError;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** What happened when a server was asked {@code server/discover}. */
public sealed interface ProbeOutcome {

    /** It answered with a result, whatever that is. */
    record Answered(JsonNode result) implements ProbeOutcome {}

    /** It answered with an error. */
    record Refused(RpcError error) implements ProbeOutcome {}

    /** It answered with something unreadable. */
    record Garbled(String problem) implements ProbeOutcome {}

    /** It did not answer in time. */
    record Silent(Duration waited) implements ProbeOutcome {}

    /** It turned the question away before reading it, or it was not there. */
    record Rejected(McpException why) implements ProbeOutcome {}

    /** It ended the connection. */
    record HungUp(String detail) implements ProbeOutcome {}
}
