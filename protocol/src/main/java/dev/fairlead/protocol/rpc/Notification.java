package dev.fairlead.protocol.rpc;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A statement that nobody answers. */
public record Notification(String method, @Nullable ObjectNode params) implements Message {}
