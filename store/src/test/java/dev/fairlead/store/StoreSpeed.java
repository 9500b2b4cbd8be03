package dev.fairlead.store;

import dev.fairlead.store.Store.Entry;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * A program that compares stores: how many reads, replacements (each with the read before it) and leases one thread
 * gets done in a second, each beside SQLite, which is 1.
 */
final class StoreSpeed {
    private static final int ROUNDS = 25;
    private static final Duration TIME = Duration.ofMillis(200);

    private StoreSpeed() {}

    public static void main(String[] arguments) throws Exception {
        var folder = Files.createTempDirectory("fairlead-speed");
        var stores = new LinkedHashMap<String, Store>();
        stores.put("SQLite", Stores.sqlite(folder.resolve("store.db")));
        stores.put("PostgreSQL", Stores.postgresql(PostgresServer.running().emptySchema()));
        stores.put("Redis", Stores.redis(RedisServer.running().uri()));
        stores.put("memory", Stores.memory());
        stores.values().forEach(StoreSpeed::warmUp);
        report("read", stores, store -> store.read("key"));
        report("replace", stores, StoreSpeed::replace);
        report("lease", stores, StoreSpeed::lease);
        stores.values().forEach(Store::close);
        Folders.delete(folder);
    }

    private static void warmUp(Store store) {
        store.replace("key", Entry.ABSENT, "x".repeat(1000));
        for (int i = 0; i < 300; i++) {
            replace(store);
            lease(store);
        }
    }

    private static void replace(Store store) {
        var seen = store.read("key").orElseThrow().version();
        if (!store.replace("key", seen, "x".repeat(1000))) {
            throw new IllegalStateException("nobody else is there");
        }
    }

    private static void lease(Store store) {
        try {
            store.lease("key", Duration.ofSeconds(10)).close();
        } catch (InterruptedException | TimeoutException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void report(String what, Map<String, Store> stores, Deed deed) {
        // In turns, and the middle of many, since other work goes on beside this.
        var rates = new LinkedHashMap<String, List<Double>>();
        for (int round = 0; round < ROUNDS; round++) {
            stores.forEach((name, store) ->
                    rates.computeIfAbsent(name, unused -> new ArrayList<>()).add(rate(store, deed)));
        }
        var line = new StringBuilder(what);
        rates.forEach((name, found) -> line.append(
                " | %s %.0f/s = %.2f".formatted(name, middle(found), middle(found) / middle(rates.get("SQLite")))));
        System.out.println(line);
    }

    private static double middle(List<Double> rates) {
        return rates.stream().sorted().toList().get(rates.size() / 2);
    }

    private static double rate(Store store, Deed deed) {
        var start = System.nanoTime();
        var done = 0;
        while (System.nanoTime() - start < TIME.toNanos()) {
            deed.on(store);
            done++;
        }
        return done * 1e9 / (System.nanoTime() - start);
    }

    private interface Deed {
        void on(Store store);
    }
}
