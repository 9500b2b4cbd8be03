package dev.fairlead.store;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Finds what programs add themselves, because not every program needs it. */
final class Drivers {
    private Drivers() {}

    /** Returns the driver that understands such a URL. */
    static Driver of(String url, String product, String artifact) {
        return loaders()
                .map(loader -> find(loader, url))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> missing(product, artifact));
    }

    /** Checks that a class is there. */
    static void need(String type, String product, String artifact) {
        try {
            Class.forName(type, false, Drivers.class.getClassLoader());
        } catch (ClassNotFoundException absent) {
            var failure = missing(product, artifact);
            failure.addSuppressed(absent);
            throw failure;
        }
    }

    private static Stream<ClassLoader> loaders() {
        return Stream.of(Drivers.class.getClassLoader(), Thread.currentThread().getContextClassLoader())
                .filter(Objects::nonNull)
                .distinct();
    }

    private static Optional<Driver> find(ClassLoader loader, String url) {
        return ServiceLoader.load(Driver.class, loader).stream()
                .map(ServiceLoader.Provider::get)
                .filter(driver -> accepts(driver, url))
                .findFirst();
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException failure) {
            throw new StoreException("A database driver does not work: " + driver.getClass(), Plain.of(failure));
        }
    }

    private static StoreException missing(String product, String artifact) {
        return new StoreException(
                "The driver for %s is missing; add the library %s to the program".formatted(product, artifact), null);
    }
}
