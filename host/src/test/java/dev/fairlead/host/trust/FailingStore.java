package dev.fairlead.host.trust;

import dev.fairlead.store.ForwardingStore;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;

/** A store that cannot be used. */
public final class FailingStore extends ForwardingStore {
    @Override
    protected Store inner() {
        throw new StoreException("disk on fire", null);
    }
}
