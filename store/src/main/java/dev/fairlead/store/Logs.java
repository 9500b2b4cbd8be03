package dev.fairlead.store;

/** Where it is said what nobody has to act on at once. */
final class Logs {
    private static final System.Logger LOGGER = System.getLogger(Logs.class.getPackageName());

    private Logs() {}

    static void warn(StoreException failure) {
        LOGGER.log(System.Logger.Level.WARNING, failure.getMessage(), failure);
    }
}
