package dev.fairlead.host.recording;

/** Hears what goes over a line. Called from the threads that use it, so it must return soon and never throw. */
@FunctionalInterface
public interface Tap {

    /** Takes note of something. */
    void heard(Traffic traffic);
}
