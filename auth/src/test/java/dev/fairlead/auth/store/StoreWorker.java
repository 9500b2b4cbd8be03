package dev.fairlead.auth.store;

import dev.fairlead.wire.Deadline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/** A process of its own that uses a store in a file. */
final class StoreWorker {
    private StoreWorker() {}

    /** Returns what starts one, with what is put before the command. */
    static ProcessBuilder after(List<String> before, String... arguments) {
        return on(System.getProperty("java.class.path"), before, arguments);
    }

    /** Returns what starts one with other classes. */
    static ProcessBuilder on(String classPath, List<String> before, String... arguments) {
        var command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp", classPath));
        command.add(StoreWorker.class.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** Does what the first argument says. */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "increment" -> increment(store(arguments), Integer.parseInt(arguments[2]));
            case "visit" -> visit(store(arguments), Path.of(arguments[2]), Integer.parseInt(arguments[3]));
            case "hold" -> hold(store(arguments));
            case "fill" -> fill(store(arguments), Integer.parseInt(arguments[2]));
            case "keyring" -> keyring(Duration.ofMillis(Long.parseLong(arguments[1])));
            case "keyring-store" -> keyringStore(store(arguments));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static FileTokenStore store(String[] arguments) {
        return FileTokenStore.at(Path.of(arguments[1]));
    }

    private static void increment(TokenStore store, int times) throws Exception {
        Callable<Void> work = () -> {
            for (int i = 0; i < times; i++) {
                TokenStoreContract.increment(store, "counter");
            }
            return null;
        };
        try (var executor = Executors.newFixedThreadPool(8)) {
            for (var done : executor.invokeAll(Collections.nCopies(8, work))) {
                done.get();
            }
        }
    }

    /** Under the lease, makes a file that must not be there, and takes it away again. */
    private static void visit(TokenStore store, Path mark, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            try (var lease = store.lease("place", Deadline.after(Duration.ofSeconds(60)))) {
                Files.write(mark, new byte[0], StandardOpenOption.CREATE_NEW);
                Thread.onSpinWait();
                Files.delete(mark);
            }
        }
    }

    /** Takes a lease, says so, and keeps it until killed. */
    private static void hold(TokenStore store) throws Exception {
        try (var lease = store.lease("place", Deadline.after(Duration.ofSeconds(60)))) {
            System.out.println("held");
            Deadline.never().await();
        }
    }

    /** Tries to keep more than fits; says what happened. */
    private static void fill(TokenStore store, int size) {
        try {
            System.out.println(store.replace("big", "", "x".repeat(size)));
        } catch (StoreException failure) {
            System.out.println(failure.getMessage());
        }
    }

    /** Uses the keyring of the system for all it can do; says what came of it. */
    private static void keyring(Duration patience) {
        var found = patience.isZero()
                ? Keyring.system(why -> System.out.println("none: " + why))
                : SystemKeyring.open(patience, why -> System.out.println("none: " + why));
        found.ifPresent(keyring -> {
            System.out.println(keyring.read("fairlead-test", "me"));
            keyring.write("fairlead-test", "me", "first");
            keyring.write("fairlead-test", "me", "second ž🐎");
            System.out.println(keyring.read("fairlead-test", "me"));
            System.out.println(keyring.read("fairlead-test", "you"));
            keyring.delete("fairlead-test", "me");
            keyring.delete("fairlead-test", "me");
            System.out.println(keyring.read("fairlead-test", "me"));
        });
    }

    /** Keeps something in a store that the keyring's key encrypts, and reads it by a second look at the keyring. */
    private static void keyringStore(FileTokenStore plain) {
        var keyring = Keyring.system(System.out::println).orElseThrow();
        System.out.println(plain.encryptedWith(keyring).replace("key", "", "canary-51c0"));
        System.out.println(
                plain.encryptedWith(keyring).read("key").orElseThrow().value());
    }
}
