package dev.fairlead.bench.contenders;

import java.util.Locale;

/** What is measured; times in microseconds and sizes in KiB unless said otherwise. */
public enum Figure {
    P50,
    P90,
    P99,
    /** How many in a second. */
    RATE,
    /** Processor time of all threads, for each. */
    CPU,
    /** Bytes allocated by all threads, for each. */
    ALLOCATED,
    /** How many failed; they are not among the others. */
    FAILED,
    /** For how much of the time the JVM's compilers were at work, one after the other; 1 is all of it. */
    COMPILING,
    /** Platform threads for each connection. */
    THREADS,
    /** Resident memory for each connection. */
    RSS,
    /** Live heap for each connection. */
    HEAP;

    /** Returns how answers and results name it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
