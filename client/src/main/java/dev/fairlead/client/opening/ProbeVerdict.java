package dev.fairlead.client.opening;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.Durations;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.RpcError;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The era of a server, judged from one probe: a pure function whose table of cases is its test. */
public sealed interface ProbeVerdict {

    /** It speaks the modern era. */
    record Modern(ProtocolVersion version, ObjectNode discovery) implements ProbeVerdict {
        @Override
        public String words() {
            return "it speaks " + version.id();
        }
    }

    /** It is modern, and wants to be asked again in this revision. */
    record AskAgain(ProtocolVersion version) implements ProbeVerdict {
        @Override
        public String words() {
            return "it wants to be asked in " + version.id();
        }
    }

    /**
     * It wants a handshake.
     *
     * @param offer the revision to offer in it
     */
    record Legacy(ProtocolVersion offer, String because) implements ProbeVerdict {
        @Override
        public String words() {
            return "no modern server, " + because;
        }
    }

    /** There is no way to speak with it. */
    record Fail(McpException error) implements ProbeVerdict {
        @Override
        public String words() {
            return String.valueOf(error.getMessage());
        }
    }

    /** How servers that do not know the question turn it away before reading it. */
    Set<Integer> NOT_UNDERSTOOD = Set.of(400, 404, 405, 406, 415, 422);

    /** Returns what was found out, in words. */
    String words();

    /** Judges. */
    static ProbeVerdict of(ProbeOutcome outcome, ProbeTerms terms) {
        if (outcome instanceof ProbeOutcome.Answered answer) {
            return answered(answer.result(), terms);
        }
        if (outcome instanceof ProbeOutcome.Refused refusal) {
            return refused(refusal.error(), terms);
        }
        if (outcome instanceof ProbeOutcome.Garbled garbled) {
            return legacy("an unreadable answer, " + garbled.problem(), terms);
        }
        // Old servers meet an unknown request with silence or by leaving.
        if (outcome instanceof ProbeOutcome.Silent silent) {
            return legacy("silent for " + Durations.words(silent.waited()), terms);
        }
        return outcome instanceof ProbeOutcome.HungUp gone
                ? legacy(gone.detail(), terms)
                : rejected(((ProbeOutcome.Rejected) outcome).why(), terms);
    }

    /** Returns the revisions that an error names as those which the server speaks; none if it names none. */
    static List<String> supported(RpcError error) {
        var data = error.data();
        return versions(data == null ? null : data.get("supported")).orElse(List.of());
    }

    private static ProbeVerdict rejected(McpException why, ProbeTerms terms) {
        return switch (why) {
            case HttpStatusException status
            when NOT_UNDERSTOOD.contains(status.status()) -> legacy("HTTP " + status.status(), terms);
            case ProtocolViolationException odd -> legacy(String.valueOf(odd.getMessage()), terms);
            // Whoever demands authorization, is busy, broken or down has said nothing about its era.
            default -> new Fail(why);
        };
    }

    private static ProbeVerdict answered(JsonNode result, ProbeTerms terms) {
        var versions = versions(result.get("supportedVersions"));
        if (versions.isEmpty() || !(result instanceof ObjectNode discovery)) {
            return legacy("an answer that describes no server", terms);
        }
        return choose(versions.get(), terms, best -> new Modern(best, discovery));
    }

    private static ProbeVerdict refused(RpcError error, ProbeTerms terms) {
        return switch (error.code()) {
            case ErrorCode.UNSUPPORTED_VERSION -> choose(supported(error), terms, AskAgain::new);
            // Only a modern server knows these errors, and a handshake would not cure them.
            case ErrorCode.HEADER_MISMATCH, ErrorCode.MISSING_CAPABILITY ->
                new Fail(new ServerErrorException("server/discover", terms.server(), error));
            // No single code marks a legacy server.
            default -> legacy("error " + error.code() + " (" + Excerpt.of(error.message()) + ")", terms);
        };
    }

    private static ProbeVerdict choose(
            List<String> offered, ProbeTerms terms, java.util.function.Function<ProtocolVersion, ProbeVerdict> modern) {
        var best = terms.bestOf(offered);
        if (best.isEmpty()) {
            return new Fail(new VersionException(terms.server(), offered, terms.ids()));
        }
        return best.get().era() == Era.MODERN
                ? modern.apply(best.get())
                : new Legacy(best.get(), "offers " + best.get().id());
    }

    private static ProbeVerdict legacy(String because, ProbeTerms terms) {
        return terms.best(Era.LEGACY)
                .<ProbeVerdict>map(offer -> new Legacy(offer, because))
                .orElseGet(() -> new Fail(new UnsupportedFeatureException(
                        "server/discover",
                        terms.server(),
                        "it does not speak " + String.join(", ", terms.ids()) + " (" + because
                                + "), and no older revision is allowed")));
    }

    private static Optional<List<String>> versions(@Nullable JsonNode list) {
        if (list == null || !list.isArray()) {
            return Optional.empty();
        }
        return Optional.of(list.valueStream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .toList());
    }
}
