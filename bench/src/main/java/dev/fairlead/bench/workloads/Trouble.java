package dev.fairlead.bench.workloads;

/** A contender could not do what it was told. */
final class Trouble extends Exception {
    private static final long serialVersionUID = 1;

    Trouble(String message) {
        super(message);
    }
}
