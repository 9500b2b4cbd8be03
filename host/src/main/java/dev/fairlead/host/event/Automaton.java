package dev.fairlead.host.event;

import java.util.Arrays;
import java.util.Collection;

/** Finds any of many words in a text, in time that depends on the text alone (Aho and Corasick, 1975). Immutable. */
final class Automaton {
    private static final int CHAR_BITS = 16;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** Where something was found, in the order of the ends. */
    interface Finds {
        /** Takes one find; the end is exclusive. */
        void add(int start, int end);
    }

    // A state is a beginning of one or more words; 0 is the empty one.
    private int states = 1;
    private int[] depth;
    private int[] parent;
    private char[] last;
    private int[] longest; // the longest word that ends in this state, 0 where none does
    private int[] fallback = new int[0];

    // Transitions, by state and character, with open addressing; a key is never 0. Those to the state that was made
    // right
    // after another, which most have and no other, are not among them.
    private long[] keys = new long[128];
    private int[] targets = new int[128];
    private int transitions;

    private Automaton(int mostStates) {
        depth = new int[mostStates];
        parent = new int[mostStates];
        last = new char[mostStates];
        longest = new int[mostStates];
    }

    /** Returns an automaton that finds these words. */
    static Automaton of(Collection<String> words) {
        long mostStates = 1 + words.stream().mapToLong(String::length).sum();
        var automaton = new Automaton(Math.toIntExact(mostStates));
        words.forEach(automaton::add);
        automaton.trim();
        automaton.link();
        return automaton;
    }

    /** Returns how many beginnings of words there are. */
    int size() {
        return states;
    }

    /**
     * Finds every word in a text, and at its end the beginning of a word, if the text is known to have been cut there.
     *
     * @param shortest how much of a word makes a beginning worth finding; so does an ellipsis, which ends an excerpt
     */
    void find(CharSequence text, boolean cut, int shortest, Finds finds) {
        int state = 0;
        int length = text.length();
        for (int at = 0; at < length; at++) {
            char next = text.charAt(at);
            if (next == '…' && depth[state] >= shortest) {
                finds.add(at - depth[state], at);
            }
            state = step(state, next);
            if (longest[state] > 0) {
                finds.add(at + 1 - longest[state], at + 1);
            }
        }
        if (cut && depth[state] >= shortest) {
            finds.add(length - depth[state], length);
        }
    }

    private int step(int from, char next) {
        int state = from;
        int target = target(state, next);
        while (target == 0 && state != 0) {
            state = fallback[state];
            target = target(state, next);
        }
        return target;
    }

    private void add(String word) {
        int state = 0;
        for (int at = 0; at < word.length(); at++) {
            int target = target(state, word.charAt(at));
            state = target == 0 ? grow(state, word.charAt(at)) : target;
        }
        longest[state] = word.length();
    }

    private int grow(int from, char by) {
        int grown = states++;
        depth[grown] = depth[from] + 1;
        parent[grown] = from;
        last[grown] = by;
        if (grown != from + 1) {
            connect(key(from, by), grown);
        }
        return grown;
    }

    private void trim() {
        depth = Arrays.copyOf(depth, states);
        parent = Arrays.copyOf(parent, states);
        last = Arrays.copyOf(last, states);
        longest = Arrays.copyOf(longest, states);
    }

    /** Finds for each state the longest other one that it ends with, shallow states first. */
    private void link() {
        fallback = new int[states];
        for (int state : byDepth()) {
            int above = fallback[parent[state]];
            fallback[state] = depth[state] == 1 ? 0 : step(above, last[state]);
            longest[state] = Math.max(longest[state], longest[fallback[state]]);
        }
    }

    private int[] byDepth() {
        int deepest = Arrays.stream(depth, 0, states).max().orElse(0);
        int[] place = new int[deepest + 2];
        for (int state = 1; state < states; state++) {
            place[depth[state] + 1]++;
        }
        for (int level = 1; level < place.length; level++) {
            place[level] += place[level - 1];
        }
        int[] order = new int[states - 1];
        for (int state = 1; state < states; state++) {
            order[place[depth[state]]++] = state;
        }
        return order;
    }

    private int target(int state, char by) {
        int next = state + 1;
        if (next < states && parent[next] == state && last[next] == by) {
            return next;
        }
        long key = key(state, by);
        for (int slot = slot(key, keys.length); keys[slot] != 0; slot = (slot + 1) & (keys.length - 1)) {
            if (keys[slot] == key) {
                return targets[slot];
            }
        }
        return 0;
    }

    private void connect(long key, int target) {
        if (transitions * 2 >= keys.length) {
            rehash();
        }
        int slot = slot(key, keys.length);
        while (keys[slot] != 0) {
            slot = (slot + 1) & (keys.length - 1);
        }
        keys[slot] = key;
        targets[slot] = target;
        transitions++;
    }

    private void rehash() {
        var oldKeys = keys;
        var oldTargets = targets;
        keys = new long[oldKeys.length * 2];
        targets = new int[oldKeys.length * 2];
        transitions = 0;
        for (int slot = 0; slot < oldKeys.length; slot++) {
            if (oldKeys[slot] != 0) {
                connect(oldKeys[slot], oldTargets[slot]);
            }
        }
    }

    private static long key(int state, char by) {
        return ((long) state << CHAR_BITS | by) + 1;
    }

    private static int slot(long key, int length) {
        return (int) ((key * SPREAD) >>> (Long.SIZE - Integer.numberOfTrailingZeros(length)));
    }
}
