package dev.fairlead.host.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What the servers carried out, as their files say afterwards, against what callers were told. */
final class Ledgers {
    private final long seed;
    private final int servers;
    private final Outcomes outcomes;
    private final int[] lines;
    private final List<String> faults = new ArrayList<>();
    private final TreeMap<String, Integer> counts = new TreeMap<>();

    private Ledgers(long seed, int servers, Outcomes outcomes) {
        this.seed = seed;
        this.servers = servers;
        this.outcomes = outcomes;
        this.lines = new int[outcomes.calls()];
    }

    /** What was found. */
    record Findings(List<String> faults, TreeMap<String, Integer> counts) {}

    /** Compares; the files are in the order of the servers. */
    static Findings check(List<Path> files, Outcomes outcomes, long seed) throws IOException {
        var ledgers = new Ledgers(seed, files.size(), outcomes);
        for (int server = 0; server < files.size(); server++) {
            for (var line : Files.readAllLines(files.get(server))) {
                ledgers.read(line, server);
            }
        }
        for (int call = 0; call < outcomes.calls(); call++) {
            ledgers.judge(call);
        }
        return new Findings(ledgers.faults, ledgers.counts);
    }

    private void read(String line, int server) {
        if (!line.matches("\\d{1,9}") || Integer.parseInt(line) >= lines.length) {
            faults.add("server %d carried out what nobody asked for: %s".formatted(server, line));
            return;
        }
        int call = Integer.parseInt(line);
        lines[call]++;
        if (errand(call).server() != server) {
            faults.add("server %d carried out call %d, which was meant for another".formatted(server, call));
        }
    }

    private void judge(int call) {
        if (!outcomes.ended(call)) {
            faults.add("call %d has no outcome".formatted(call));
            return;
        }
        var errand = errand(call);
        boolean success = outcomes.success(call);
        boolean unknown = outcomes.unknown(call);
        int most = !success && !unknown ? 0 : errand.repeatable() ? outcomes.attempts(call) : 1;
        int least = success ? 1 : 0;
        if (lines[call] < least || lines[call] > most) {
            faults.add("call %d (%s, %s, unknown %s, %d attempts) was carried out %d times"
                    .formatted(call, errand, outcomes.ending(call), unknown, outcomes.attempts(call), lines[call]));
        }
        count(success, unknown, call, errand);
    }

    private void count(boolean success, boolean unknown, int call, Errand errand) {
        var sort = success
                ? outcomes.attempts(call) > 1 ? "success after a retry" : "success at once"
                : unknown ? lines[call] == 0 ? "unknown, had not run" : "unknown, had run" : "failed, surely not run";
        counts.merge(sort, 1, Integer::sum);
        if (lines[call] > 1) {
            counts.merge("ran twice, as was allowed", 1, Integer::sum);
        }
        if (!errand.repeatable()) {
            counts.merge("of all: not to be repeated", 1, Integer::sum);
        }
    }

    private Errand errand(int call) {
        return Errand.of(seed, call, servers);
    }
}
