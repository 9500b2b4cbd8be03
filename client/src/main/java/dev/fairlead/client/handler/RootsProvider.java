package dev.fairlead.client.handler;

import dev.fairlead.protocol.Root;
import java.util.List;

/** Tells servers which folders they may work in. */
@FunctionalInterface
public interface RootsProvider {

    /** Returns the folders as they are now. */
    List<Root> roots();
}
