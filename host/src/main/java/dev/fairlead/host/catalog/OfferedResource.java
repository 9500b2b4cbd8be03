package dev.fairlead.host.catalog;

import dev.fairlead.protocol.Resource;

/**
 * A resource of a connected server. What identifies it is the server and the URI, never the URI alone.
 *
 * @param server the configured name of its server
 */
public record OfferedResource(String server, Resource definition) {}
