package dev.fairlead.host.campaign;

import dev.fairlead.host.HostCallOptions;
import java.util.Map;
import java.util.Random;

/**
 * One call of the campaign: what the seed and its number make of it.
 *
 * @param repeatable whether it does no harm to carry it out twice
 * @param allowed whether it is the caller who says so, and not the tool
 * @param before milliseconds before it is carried out
 * @param after milliseconds from there to the answer
 */
record Errand(int number, int server, String tool, boolean repeatable, boolean allowed, int before, int after) {
    static final String WRITE = "write";
    static final String NOTE = "note";
    static final String READ = "read";

    private static final int LONGEST = 150;

    static Errand of(long seed, int number, int servers) {
        var luck = new Random(seed * 1_000_003 + number);
        luck.nextInt(); // Neighbours are alike in the first number.
        int server = luck.nextInt(servers);
        int sort = luck.nextInt(10);
        var tool = sort == 0 ? NOTE : sort == 1 ? READ : WRITE;
        boolean allowed = sort == 2;
        return new Errand(number, server, tool, sort <= 2, allowed, luck.nextInt(LONGEST), luck.nextInt(LONGEST));
    }

    /** Returns by what the ledger knows it. */
    String id() {
        return Integer.toString(number);
    }

    Map<String, Object> arguments() {
        return Map.of("id", id(), "before", before, "after", after);
    }

    HostCallOptions options() {
        return allowed ? HostCallOptions.usual().allowRepeating() : HostCallOptions.usual();
    }
}
