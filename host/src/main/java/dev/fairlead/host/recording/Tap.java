package dev.fairlead.host.recording;

/** Hears what goes over a line. Called from the threads that use it, so it must return soon, never throw, and not use that line. */
@FunctionalInterface
public interface Tap {

    /** Takes note of something. */
    void heard(Traffic traffic);
}
