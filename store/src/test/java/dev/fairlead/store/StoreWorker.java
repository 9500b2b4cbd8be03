package dev.fairlead.store;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** A process of its own that uses a store. */
public final class StoreWorker {
    private StoreWorker() {}

    /** Returns what starts one with these classes. */
    static ProcessBuilder with(String classPath, String... arguments) {
        return with(StoreWorker.class, classPath, arguments);
    }

    /** Returns what starts a program of one's own that {@linkplain #work works}. */
    public static ProcessBuilder with(Class<?> program, String classPath, String... arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath));
        command.add(program.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** Works with one of the stores of this module. */
    public static void main(String[] arguments) throws Exception {
        work(arguments, StoreWorker::open);
    }

    /** Does what the first argument says with the store that the second one names. */
    public static void work(String[] arguments, Function<String, Store> opening) throws Exception {
        try (var store = opening.apply(arguments[1])) {
            switch (arguments[0]) {
                case "increment" -> increment(store, Integer.parseInt(arguments[2]));
                case "visit" -> visit(store, Path.of(arguments[2]), Integer.parseInt(arguments[3]));
                case "hold" -> hold(store);
                case "fill" -> fill(store, Integer.parseInt(arguments[2]));
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        } catch (StoreException failure) {
            System.out.println(failure.getMessage());
            System.exit(1);
        }
    }

    private static Store open(String address) {
        if (address.startsWith("jdbc:")) {
            return Stores.postgresql(address);
        }
        if (address.startsWith("redis:")) {
            var parts = address.split("#", 2);
            return Stores.redis(URI.create(parts[0]), parts[1]);
        }
        return Stores.sqlite(Path.of(address));
    }

    private static void increment(Store store, int times) throws Exception {
        StoreContract.inParallel(4, () -> {
            for (int i = 0; i < times; i++) {
                StoreContract.increment(store, "counter");
            }
            return true;
        });
    }

    /** Under the lease, makes a file that must not be there, and takes it away again. */
    private static void visit(Store store, Path mark, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            try (var lease = store.lease("place", Duration.ofSeconds(100))) {
                Files.write(mark, new byte[0], StandardOpenOption.CREATE_NEW);
                Thread.onSpinWait();
                Files.delete(mark);
            }
        }
    }

    /** Takes a lease, says so, and keeps it until killed. */
    private static void hold(Store store) throws Exception {
        try (var lease = store.lease("place", Duration.ofSeconds(60))) {
            System.out.println("held");
            new CountDownLatch(1).await();
        }
    }

    /** Keeps more and more until it does not fit any more. */
    private static void fill(Store store, int size) {
        for (int i = 0; i < 1000; i++) {
            store.replace("big " + i, "", "x".repeat(size));
        }
    }
}
