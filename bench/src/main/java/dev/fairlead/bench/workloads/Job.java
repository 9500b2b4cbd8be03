package dev.fairlead.bench.workloads;

/** What a contender does in its turn. */
public sealed interface Job {

    /** Makes calls, so many under way at a time. */
    record Calls(int width) implements Job {}

    /** Lists the tools. */
    record Lists() implements Job {}

    /** Lists the tools and looks into every schema. */
    record Schemas() implements Job {}

    /** Connects and lists the tools. */
    record Connects() implements Job {}

    /** Opens connections and keeps them. */
    record Many(int count) implements Job {}

    /**
     * Starts as a new process and makes one call.
     *
     * @param prepared whether what the platform can keep from an earlier run is there: the JVM's cache of loaded and
     *     linked classes, Node's of compiled code
     */
    record First(boolean prepared) implements Job {}

    /** Returns the command for a turn that lasts some time, where it does. */
    default String command(long millis) {
        return switch (this) {
            case Calls calls -> "calls " + millis + " " + calls.width();
            case Lists lists -> "lists " + millis;
            case Schemas schemas -> "schemas " + millis;
            case Connects connects -> "connects " + millis;
            case Many many -> "many " + many.count();
            case First first -> "first";
        };
    }
}
