package dev.fairlead.bench.report;

/** What a contender is in the comparison. */
public enum Role {
    /** Bytes only: nothing can be faster. */
    FLOOR,
    /** The HTTP library below Fairlead, alone. */
    ENGINE,
    /** Something else that could be there. */
    CANDIDATE,
    OURS,
    PEER
}
