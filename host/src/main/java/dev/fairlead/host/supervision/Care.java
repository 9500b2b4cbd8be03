package dev.fairlead.host.supervision;

import java.time.Duration;
import java.time.InstantSource;

/**
 * How connections are cared for.
 *
 * @param idle after which time of silence a server is asked for a sign of life
 * @param check how long the sign of life may take
 * @param drain how long calls under way may take to finish when a connection is ended gently
 * @param clock what time it is
 */
public record Care(
        RestartPolicy process,
        RestartPolicy remote,
        Duration idle,
        Duration check,
        Duration drain,
        InstantSource clock) {

    /** The usual care. */
    public static final Care USUAL = new Care(
            RestartPolicy.PROCESS,
            RestartPolicy.REMOTE,
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            InstantSource.system());
}
