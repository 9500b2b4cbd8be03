package dev.fairlead.host.campaign;

import dev.fairlead.host.Host;
import dev.fairlead.host.campaign.SoakServer.Way;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.protocol.Era;
import dev.fairlead.wire.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Does one server harm after the other, in all ways there are before any of them comes again, and sees that it comes back. */
final class SoakNemesis {
    /** A back-off step that a few failures in a row led to, and a process that starts on a machine with much to do. */
    private static final Duration BACK = Duration.ofSeconds(45);

    private static final Duration HEARD = Duration.ofSeconds(30);
    private static final Duration AGAIN = Duration.ofMillis(50);
    /** Longer than a call may take. */
    private static final Duration SILENCE = SoakCampaign.LIMIT.plusSeconds(5);
    /** Longer than the host puts up with from a server that has calls to answer. */
    private static final Duration LONG_SILENCE = Duration.ofSeconds(60);

    private final Host host;
    private final SoakStage stage;
    private final SoakWindows windows;
    private final Duration hold;
    private final boolean thorough;
    private final Random luck;
    private final List<Blow> deck = new ArrayList<>();
    private final Map<Harm, Integer> done = new ConcurrentSkipListMap<>();
    private final Map<String, Integer> versions = new HashMap<>(); // of definitions ever offered
    private final List<String> faults = new CopyOnWriteArrayList<>();

    /** What is done to whom. */
    private record Blow(Harm harm, int server) {}

    /**
     * Harms nobody yet.
     *
     * @param hold how long what lasts for a while lasts
     * @param thorough whether silences last until calls fail, and one in four until the host takes the server for lost
     */
    SoakNemesis(Host host, SoakStage stage, SoakWindows windows, Duration hold, boolean thorough, long seed) {
        this.host = host;
        this.stage = stage;
        this.windows = windows;
        this.hold = hold;
        this.thorough = thorough;
        this.luck = new Random(seed);
        deck.addAll(oneOfEach());
    }

    private List<Blow> oneOfEach() {
        var all = everything();
        var first = new ArrayList<Blow>();
        for (var harm : Harm.values()) {
            var chosen =
                    all.stream().filter(blow -> blow.harm() == harm).findFirst().orElseThrow();
            // Once around the servers, where possible.
            all.removeIf(blow -> blow.server() == chosen.server()
                    && all.stream().anyMatch(other -> other.harm() == blow.harm() && other.server() != blow.server()));
            first.add(chosen);
        }
        return first;
    }

    private List<Blow> everything() {
        var all = new ArrayList<Blow>();
        for (int server = 0; server < SoakStage.SERVERS; server++) {
            for (var harm : possible(SoakStage.way(server), SoakStage.era(server))) {
                all.add(new Blow(harm, server));
            }
        }
        Collections.shuffle(all, luck);
        return all;
    }

    private static EnumSet<Harm> possible(Way way, Era era) {
        var harms = EnumSet.of(Harm.SILENCE, Harm.RUG_PULL);
        if (way != Way.STDIO) {
            harms.add(Harm.RESET);
        }
        if (way != Way.STDIO && era == Era.LEGACY) {
            harms.add(Harm.FORGET);
        }
        // Who is killed forgets its authorization server, which no server on a network takes with it.
        harms.add(way == Way.PROTECTED ? Harm.EXPIRE : Harm.KILL);
        return harms;
    }

    /** Tells whether everything was done at least once. */
    boolean didAll() {
        return done().keySet().containsAll(EnumSet.allOf(Harm.class));
    }

    /** Returns what was done, and how often. */
    Map<Harm, Integer> done() {
        return new TreeMap<>(done);
    }

    List<String> faults() {
        return faults;
    }

    /** Does the next thing, and waits until the server is as before. */
    void strike() {
        if (deck.isEmpty()) {
            deck.addAll(everything());
        }
        var blow = deck.removeFirst();
        var name = SoakStage.name(blow.server());
        try {
            harm(blow);
            if (blow.harm() != Harm.EXPIRE) {
                windows.over(blow.server());
                if (!windows.awaitBack(blow.server(), BACK)) {
                    faults.add("%s does not answer %s after the end of: %s; it is %s"
                            .formatted(
                                    name, BACK, blow.harm(), host.server(name).orElseThrow()));
                }
            }
            done.merge(blow.harm(), 1, Integer::sum);
        } catch (IOException unable) {
            faults.add("the soak cannot do %s to %s: %s".formatted(blow.harm(), name, unable));
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private void harm(Blow blow) throws IOException, InterruptedException {
        int server = blow.server();
        var name = SoakStage.name(server);
        switch (blow.harm()) {
            case KILL -> {
                windows.begin(server, Harm.KILL);
                stage.kill(server);
                if (SoakStage.way(server) != Way.STDIO) {
                    Deadline.after(hold).await();
                    stage.startAgain(server);
                }
            }
            case RESET -> {
                windows.begin(server, Harm.RESET);
                stage.proxy(server).resetAnswers(true);
                Deadline.after(hold).await();
                stage.proxy(server).clear();
                stage.proxy(server).reset();
            }
            case SILENCE -> {
                windows.begin(server, Harm.SILENCE);
                silence(server, !thorough ? hold : luck.nextInt(4) == 0 ? LONG_SILENCE : SILENCE);
            }
            case EXPIRE -> expire(name);
            case FORGET -> {
                windows.begin(server, Harm.FORGET);
                stage.desk().tell(name, "forget");
            }
            case RUG_PULL -> pull(server, name);
        }
    }

    private void silence(int server, Duration length) throws IOException, InterruptedException {
        if (SoakStage.way(server) == Way.STDIO) {
            var process = stage.desk().process(SoakStage.name(server));
            stage.signal(process, "-STOP");
            Deadline.after(length).await();
            stage.signal(process, "-CONT"); // The host may have put another in its place.
        } else {
            stage.proxy(server).blackhole(true);
            Deadline.after(length).await();
            stage.proxy(server).clear();
            stage.proxy(server).reset(); // What was swallowed would come again from a network, and does not from us.
        }
    }

    private void expire(String name) throws InterruptedException {
        long before = Long.parseLong(stage.desk().tell(name, "tokens"));
        stage.desk().tell(name, "expire");
        var limit = Deadline.after(HEARD);
        while (Long.parseLong(stage.desk().tell(name, "tokens")) == before) {
            if (limit.passed()) {
                faults.add("the token for %s ended, and nobody asked for another".formatted(name));
                return;
            }
            Deadline.after(AGAIN).await();
        }
    }

    private void pull(int server, String name) throws InterruptedException {
        int version = versions.merge(name, 1, Integer::sum) + 1;
        windows.begin(server, Harm.RUG_PULL, version);
        stage.desk().tell(name, "offer " + version);
        if (!windows.awaitRefused(server, HEARD)) {
            faults.add("the tool of %s became another, and no call of it was refused".formatted(name));
        }
        Deadline.after(hold).await();
        if (luck.nextBoolean()) {
            stage.desk().tell(name, "offer " + stage.desk().approved(name));
            return;
        }
        var seen = host.catalog()
                .tool(name + "__" + SoakServer.TOOL)
                .map(OfferedTool::definition)
                .map(ToolDefinition::of)
                .orElseThrow();
        stage.desk().approve(name, version);
        windows.over(server);
        if (!host.gate().accept(null, name, seen, seen.hash())) {
            faults.add("the new definition of %s cannot be accepted".formatted(name));
        }
    }
}
