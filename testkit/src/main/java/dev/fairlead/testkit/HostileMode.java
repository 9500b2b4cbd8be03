package dev.fairlead.testkit;

/** One way to misbehave. */
@FunctionalInterface
interface HostileMode {

    /** Changes what happens on the stage, before anything has happened. */
    void play(HostileStage stage) throws Exception;
}
