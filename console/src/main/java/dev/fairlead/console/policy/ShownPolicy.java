package dev.fairlead.console.policy;

import java.util.List;

/**
 * One of the ten policies.
 *
 * @param number from 1 to 10
 * @param name one word for programs, which stays
 * @param title the same for people
 * @param facts what holds now
 * @param change how to change that
 */
public record ShownPolicy(int number, String name, String title, List<PolicyFact> facts, List<String> change) {
    /** Copies the lists. */
    public ShownPolicy {
        facts = List.copyOf(facts);
        change = List.copyOf(change);
    }
}
