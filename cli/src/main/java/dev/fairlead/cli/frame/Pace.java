package dev.fairlead.cli.frame;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.handler.Limits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long things may take at a server.
 *
 * @param startup until it is ready; null for as long as usual
 * @param request until it says something about a request; null for as long as usual
 */
public record Pace(@Nullable Duration startup, @Nullable Duration request) {
    static final Pace USUAL = new Pace(null, null);

    /** Has a client obey it. */
    void apply(ClientProfile.Builder profile) {
        if (startup != null) {
            profile.connectTimeout(startup);
        }
        if (request != null) {
            profile.limits(Limits.USUAL.withIdle(request));
        }
    }
}
