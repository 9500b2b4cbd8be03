package dev.fairlead.protocol.rpc;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A question that expects exactly one response with the same id. */
public record Request(RequestId id, String method, @Nullable ObjectNode params) implements Message {}
