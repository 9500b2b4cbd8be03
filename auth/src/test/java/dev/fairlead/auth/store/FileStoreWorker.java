package dev.fairlead.auth.store;

import dev.fairlead.store.StoreWorker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A process of its own that uses a store in a file, or the keyring of the system. */
final class FileStoreWorker {
    private FileStoreWorker() {}

    /** Returns what starts one, with what is put before the command. */
    static ProcessBuilder after(List<String> before, String... arguments) {
        return on(System.getProperty("java.class.path"), before, arguments);
    }

    /** Returns what starts one with other classes. */
    static ProcessBuilder on(String classPath, List<String> before, String... arguments) {
        var worker = StoreWorker.with(FileStoreWorker.class, classPath, arguments);
        var command = new ArrayList<>(before);
        command.addAll(worker.command());
        return worker.command(command);
    }

    /** Does what the first argument says. */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "keyring" -> keyring(Duration.ofMillis(Long.parseLong(arguments[1])));
            case "keyring-store" -> keyringStore(FileStore.at(Path.of(arguments[1])));
            default -> StoreWorker.work(arguments, path -> FileStore.at(Path.of(path)));
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
    private static void keyringStore(FileStore plain) {
        var keyring = Keyring.system(System.out::println).orElseThrow();
        System.out.println(plain.encryptedWith(keyring).replace("key", "", "canary-51c0"));
        System.out.println(
                plain.encryptedWith(keyring).read("key").orElseThrow().value());
    }
}
