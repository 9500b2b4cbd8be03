package dev.fairlead.testkit;

import dev.fairlead.protocol.ReadResourceResult;

/** How a resource of a {@link FakeServer}, or a family of them, is read. */
@FunctionalInterface
public interface ResourceReader {

    /** Reads what is at this URI. */
    ReadResourceResult read(String uri, ServerCall call) throws Exception;
}
