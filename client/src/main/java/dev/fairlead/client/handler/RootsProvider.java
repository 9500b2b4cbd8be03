package dev.fairlead.client.handler;

import dev.fairlead.protocol.Root;
import java.util.List;

/** Tells servers which folders they may work in. */
@FunctionalInterface
public interface RootsProvider {

    /** Returns the folders as they are now. */
    List<Root> roots();

    /** Returns the folders that whoever asks may know of; the same for everybody unless somebody decides otherwise. */
    default List<Root> roots(Asking asking) throws InterruptedException {
        return roots();
    }
}
