package dev.fairlead.cli.text;

/** Numbers of things, as people write them. */
public final class Count {
    private Count() {}

    /** Returns for instance {@code 1 server} or {@code 2 servers}. */
    public static String of(long number, String one) {
        return of(number, one, one + "s");
    }

    /** Returns for instance {@code 1 entry} or {@code 2 entries}. */
    public static String of(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
