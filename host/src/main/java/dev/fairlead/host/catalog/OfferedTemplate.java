package dev.fairlead.host.catalog;

import dev.fairlead.protocol.ResourceTemplate;

/**
 * A template of resources of a connected server.
 *
 * @param server the configured name of its server
 */
public record OfferedTemplate(String server, ResourceTemplate definition) {}
