package dev.fairlead.auth.store;

/** The store in memory keeps the promises of a store. */
final class MemoryTokenStoreTest implements TokenStoreContract {
    private final MemoryTokenStore store = new MemoryTokenStore();

    @Override
    public TokenStore open() {
        return store;
    }
}
