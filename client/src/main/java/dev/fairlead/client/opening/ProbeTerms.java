package dev.fairlead.client.opening;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What we offer to speak.
 *
 * @param server how texts name the server
 * @param allowed the revisions we may use, best first
 * @param multiplexed whether the line is a pipe, on which silence has another meaning than on a network
 */
public record ProbeTerms(String server, List<ProtocolVersion> allowed, boolean multiplexed) {

    /** Returns the best revision that both sides speak. */
    public Optional<ProtocolVersion> bestOf(Collection<String> offered) {
        return allowed.stream()
                .filter(version -> offered.contains(version.id()))
                .findFirst();
    }

    /** Returns the best revision of an era that we may use. */
    public Optional<ProtocolVersion> best(Era era) {
        return allowed.stream().filter(version -> version.era() == era).findFirst();
    }

    /** Returns the revisions we may use, as they are written. */
    public List<String> ids() {
        return allowed.stream().map(ProtocolVersion::id).toList();
    }
}
