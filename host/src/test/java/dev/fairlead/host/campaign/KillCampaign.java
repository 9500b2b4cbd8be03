package dev.fairlead.host.campaign;

import dev.fairlead.host.Host;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.Era;
import dev.fairlead.wire.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** Servers that are killed at random while calls are made, a hundred in every second. */
final class KillCampaign {
    static final int SERVERS = 8;
    static final int PER_SECOND = 100;

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SAMPLES = 30;

    private final Path folder;
    private final Duration length;
    private final Duration between;
    private final long seed;
    private final Outcomes outcomes;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReferenceArray<Instant> answered = new AtomicReferenceArray<>(SERVERS);
    private final Recoveries recoveries = new Recoveries();
    private final List<Vitals> samples = new CopyOnWriteArrayList<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();

    /**
     * Prepares a campaign.
     *
     * @param folder for what the servers write down
     * @param between the time from one kill to the next
     */
    KillCampaign(Path folder, Duration length, Duration between, long seed) {
        this.folder = folder;
        this.length = length;
        this.between = between;
        this.seed = seed;
        this.outcomes = new Outcomes((int) (length.toMillis() * PER_SECOND / 1_000));
    }

    static String name(int server) {
        return "s" + server;
    }

    /** Runs all of it, and says what came out. */
    KillReport run() throws IOException, InterruptedException {
        var empty = Vitals.atRest().withWatchdog();
        Vitals before;
        Vitals after;
        List<Nemesis.Kill> kills;
        var host = open();
        try (host;
                var listening = host.events().listen(recoveries)) {
            awaitReady(host);
            tryEach(host, "before");
            before = Vitals.atRest();
            var nemesis = new Nemesis(host, files("pid"), this::used, seed);
            load(host, nemesis);
            kills = nemesis.kills();
            awaitReady(host);
            tryEach(host, "after");
            after = Vitals.settling(before);
        }
        var left = Vitals.settling(empty);
        var ledger = Ledgers.check(files("ledger"), outcomes, seed);
        faults.addAll(ledger.faults());
        if (!left.within(empty)) {
            faults.add("left after the end: %s, and before it there were %s".formatted(left, empty));
        }
        return new KillReport(
                length, seed, outcomes, ledger.counts(), kills, recoveries, samples, before, after, faults);
    }

    private Host open() {
        var builder = Host.builder();
        var ledgers = files("ledger");
        var pids = files("pid");
        for (int server = 0; server < SERVERS; server++) {
            var era = server % 2 == 0 ? Era.MODERN : Era.LEGACY;
            builder.server(
                    ServerConfig.of(name(server), LedgerServer.command(ledgers.get(server), pids.get(server), era)));
        }
        return builder.open();
    }

    private List<Path> files(String ending) {
        return IntStream.range(0, SERVERS)
                .mapToObj(server -> folder.resolve(name(server) + "." + ending))
                .toList();
    }

    private static void awaitReady(Host host) {
        Awaitility.await().atMost(PATIENCE).until(() -> host.servers().stream().allMatch(server -> server.ready()));
    }

    /** Calls every server once, so that each of them has been used. */
    private void tryEach(Host host, String when) {
        for (int server = 0; server < SERVERS; server++) {
            var result = host.call(name(server) + "__echo", Map.of("text", when));
            if (!result.text().equals(when)) {
                faults.add("%s the campaign %s cannot be used: %s".formatted(when, name(server), result.error()));
            }
        }
    }

    private void load(Host host, Nemesis nemesis) throws InterruptedException {
        try (var clock = Executors.newScheduledThreadPool(
                        1, Thread.ofPlatform().name("clock").factory());
                var chores = Executors.newScheduledThreadPool(
                        1, Thread.ofPlatform().name("chores").factory());
                var callers = Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("caller-", 0).factory())) {
            every(clock, Duration.ofMillis(1_000 / PER_SECOND), () -> send(host, callers));
            every(chores, between, nemesis::strike);
            every(chores, length.dividedBy(SAMPLES), () -> samples.add(Vitals.now()));
            Deadline.after(length).await();
            chores.shutdown(); // What it is about may end.
            Awaitility.await().atMost(PATIENCE).until(() -> next.get() >= outcomes.calls());
            clock.shutdown();
            callers.shutdown();
            if (!callers.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                faults.add("calls are still under way");
                callers.shutdownNow();
            }
        }
    }

    private void every(ScheduledExecutorService chores, Duration pause, Runnable chore) {
        var ignored = chores.scheduleAtFixedRate(
                () -> {
                    try {
                        chore.run();
                    } catch (RuntimeException defect) {
                        faults.add("the campaign itself failed: " + defect);
                    }
                },
                pause.toMillis(),
                pause.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private void send(Host host, ExecutorService callers) {
        int number = next.getAndIncrement();
        if (number < outcomes.calls()) {
            callers.execute(() -> call(host, Errand.of(seed, number, SERVERS)));
        }
    }

    private void call(Host host, Errand errand) {
        try {
            var result = host.call(name(errand.server()) + "__" + errand.tool(), errand.arguments(), errand.options());
            outcomes.add(errand.number(), result);
            if (result.success()) {
                answered.set(errand.server(), Instant.now());
                if (!result.text().equals(errand.id())) {
                    faults.add("%s got the answer of another: %s".formatted(errand, result.text()));
                }
            }
        } catch (RuntimeException defect) {
            faults.add("%s ended with %s".formatted(errand, defect));
        }
    }

    private boolean used(String server) {
        var last = answered.get(Integer.parseInt(server.substring(1)));
        return last != null && last.isAfter(recoveries.lastReady(server));
    }
}
