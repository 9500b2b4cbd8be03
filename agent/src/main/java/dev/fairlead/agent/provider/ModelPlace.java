package dev.fairlead.agent.provider;

/**
 * Where models of a provider that can be asked are, or could be.
 *
 * @param provider its name
 * @param address where it is asked, without what may be secret
 * @param addressFrom the variable that says so; empty for the usual address
 * @param keyFrom the variable that holds the key; empty where it is configured or kept elsewhere
 * @param key whether there is one
 */
public record ModelPlace(String provider, String address, String addressFrom, String keyFrom, Key key) {
    /** Whether there is a key. */
    public enum Key {
        /** There is one. */
        THERE,
        /** There is none. */
        NONE,
        /** A keyring may have one, and was not asked: somebody may have to unlock it. */
        UNASKED
    }

    /** Tells whether it can be asked, as far as that is known without asking a keyring. */
    public boolean isReady() {
        return key == Key.THERE || !addressFrom.isEmpty();
    }
}
