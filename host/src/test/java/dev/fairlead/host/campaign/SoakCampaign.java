package dev.fairlead.host.campaign;

import dev.fairlead.host.Host;
import dev.fairlead.host.HostCallOptions;
import dev.fairlead.host.HostResult;
import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.wire.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** A hundred calls in every second, for minutes or days, while one server after the other is harmed in some way. */
final class SoakCampaign {
    static final int PER_SECOND = 100;
    /** How long a call may take in a campaign; builds run on machines that have other things to do. */
    static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** One for each call that may be under way, four streams for news, and a few that are being opened. */
    private static final int MOST_CONNECTIONS = 4 * (ServerConfig.USUAL_CONCURRENCY + 8);

    private static final int LONGEST = 50; // milliseconds that a tool works
    private static final int MOST_FAULTS = 100; // What goes wrong all the time must not be what fills the memory.

    private final Duration length;
    private final Duration every;
    private final Duration hold;
    private final Duration look;
    private final long seed;
    private final boolean thorough;
    private final HostCallOptions limited;
    private final AtomicInteger next = new AtomicInteger();
    private final SoakTimes times = new SoakTimes();
    private final SoakWindows windows = new SoakWindows(SoakStage.SERVERS);
    private final AtomicInteger connections = new AtomicInteger(); // the most there were
    private final List<Vitals> samples = new CopyOnWriteArrayList<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();

    /**
     * Prepares a campaign.
     *
     * @param length how long it is at least; it goes on until everything was done once
     * @param every the time from one harm to the next, unless the server takes longer to come back
     * @param thorough whether it is long enough for silences that make the host give up a server, and to be strict
     */
    SoakCampaign(Duration length, Duration every, boolean thorough, long seed) {
        this.length = length;
        this.every = every;
        this.hold = every.dividedBy(6);
        this.look = thorough ? length.dividedBy(120) : Duration.ofSeconds(1);
        this.thorough = thorough;
        this.limited = HostCallOptions.within(thorough ? LIMIT : PATIENCE);
        this.seed = seed;
    }

    /** Runs all of it, and says what came out. */
    SoakReport run() throws IOException, InterruptedException {
        var empty = Vitals.atRest().withWatchdog();
        Vitals before;
        Vitals after;
        SoakNemesis nemesis;
        long nanos;
        try (var stage = new SoakStage()) {
            try (var host = stage.open()) {
                awaitReady(host);
                tryEach(host, stage, "before");
                before = stage.withoutConnections(Vitals.atRest());
                nemesis = new SoakNemesis(host, stage, windows, hold, thorough, seed);
                long start = System.nanoTime();
                load(host, stage, nemesis);
                nanos = System.nanoTime() - start;
                awaitReady(host);
                tryEach(host, stage, "after");
                after = stage.withoutConnections(Vitals.settling(before));
            }
        }
        // Connections that served the last calls are kept for some seconds.
        long mostDescriptors = empty.descriptors() + SoakReport.BAND;
        var left = Vitals.settling(empty, mostDescriptors);
        faults.addAll(nemesis.faults());
        if (!left.within(empty) || left.descriptors() > mostDescriptors) {
            fault("left after the end: %s, and before it there were %s".formatted(left, empty));
        }
        if (connections.get() > MOST_CONNECTIONS) {
            fault("there were %s connections, and calls for %s at once".formatted(connections, MOST_CONNECTIONS));
        }
        if (!nemesis.didAll()) {
            fault("not everything was done: " + nemesis.done());
        }
        return new SoakReport(
                seed,
                thorough,
                Duration.ofNanos(nanos),
                next.get(),
                times,
                windows,
                nemesis.done(),
                connections.get(),
                samples,
                before,
                after,
                faults);
    }

    private static void awaitReady(Host host) {
        Awaitility.await().atMost(PATIENCE).until(() -> host.servers().stream().allMatch(server -> server.ready()));
    }

    /** Calls every server once, so that each of them has been used. */
    private void tryEach(Host host, SoakStage stage, String when) {
        for (int server = 0; server < SoakStage.SERVERS; server++) {
            var name = SoakStage.name(server);
            var result = host.call(name + "__" + SoakServer.TOOL, Map.of("id", when));
            if (!result.text().equals(when + " " + stage.desk().approved(name))) {
                fault("%s the soak %s cannot be used: %s".formatted(when, name, result));
            }
        }
    }

    private void load(Host host, SoakStage stage, SoakNemesis nemesis) throws InterruptedException {
        try (var clock = alone("clock");
                var harms = alone("harms");
                var looks = alone("looks");
                var callers = Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("caller-", 0).factory())) {
            every(clock, Duration.ofMillis(1_000 / PER_SECOND), () -> send(host, stage, callers));
            every(looks, look, () -> look(stage));
            var harming = harms.scheduleAtFixedRate(
                    () -> guarded(nemesis::strike), every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
            Deadline.after(length).await();
            var limit = Deadline.after(PATIENCE);
            while (!nemesis.didAll() && !limit.passed()) {
                Deadline.after(Duration.ofMillis(100)).await();
            }
            harming.cancel(false); // What it is about may end.
            harms.shutdown();
            if (!harms.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                fault("what is done to a server does not end");
                harms.shutdownNow();
            }
            looks.shutdown();
            clock.shutdown();
            clock.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            callers.shutdown();
            if (!callers.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                fault("calls are still under way");
                callers.shutdownNow();
            }
        }
    }

    private void look(SoakStage stage) {
        samples.add(stage.withoutConnections(Vitals.now()));
        connections.accumulateAndGet(stage.connections(), Math::max);
    }

    private static ScheduledExecutorService alone(String name) {
        return Executors.newScheduledThreadPool(
                1, Thread.ofPlatform().name(name).factory());
    }

    private void every(ScheduledExecutorService on, Duration pause, Runnable chore) {
        var ignored =
                on.scheduleAtFixedRate(() -> guarded(chore), pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void guarded(Runnable chore) {
        try {
            chore.run();
        } catch (RuntimeException defect) {
            fault("the soak itself failed: " + defect);
        }
    }

    private void fault(String text) {
        if (faults.size() < MOST_FAULTS) {
            faults.add(text);
        }
    }

    private void send(Host host, SoakStage stage, ExecutorService callers) {
        int number = next.getAndIncrement();
        callers.execute(() -> guarded(() -> call(host, stage, number)));
    }

    private void call(Host host, SoakStage stage, int number) {
        var luck = new Random(seed * 1_000_003 + number);
        luck.nextInt(); // Neighbours are alike in the first number.
        int server = luck.nextInt(SoakStage.SERVERS);
        var name = SoakStage.name(server);
        long sent = System.nanoTime();
        var result = host.call(
                name + "__" + SoakServer.TOOL,
                Map.of("id", Integer.toString(number), "ms", luck.nextInt(LONGEST)),
                limited);
        times.add(System.nanoTime() - sent, result.success(), windows.harmed(server, sent));
        if (!result.success()) {
            failed(server, sent, result);
            return;
        }
        var words = result.text().split(" ", 2);
        if (words.length != 2 || !words[0].equals(Integer.toString(number))) {
            fault("call %s of %s got the answer of another: %s".formatted(number, name, result.text()));
            return;
        }
        var wrong = windows.answered(
                server, sent, Integer.parseInt(words[1]), stage.desk().approved(name));
        if (wrong != null) {
            fault("%s: %s".formatted(name, wrong));
        }
    }

    private void failed(int server, long sent, HostResult result) {
        times.error(String.valueOf(result.error()));
        if (!windows.failed(server, sent, result.ending() == Ending.REFUSED)) {
            fault("a call of %s failed while nothing was done to it, after %s ms: %s"
                    .formatted(SoakStage.name(server), (System.nanoTime() - sent) / 1_000_000, result.error()));
        }
    }
}
