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
    record Modern(ProtocolVersion version, ObjectNode discovery) implements ProbeVerdict {}

    /** It is modern, and wants to be asked again in this revision. */
    record AskAgain(ProtocolVersion version) implements ProbeVerdict {}

    /**
     * It wants a handshake.
     *
     * @param offer the revision to offer in it
     */
    record Legacy(ProtocolVersion offer, String because) implements ProbeVerdict {}

    /** There is no way to speak with it. */
    record Fail(McpException error) implements ProbeVerdict {}

    /** How servers that do not know the question turn it away before reading it. */
    Set<Integer> NOT_UNDERSTOOD = Set.of(400, 404, 405, 406, 415, 422);

    /** Returns what was found out, in words. */
    default String words() {
        return switch (this) {
            case Modern found -> "it speaks " + found.version().id();
            case AskAgain other -> "it wants to be asked in " + other.version().id();
            case Legacy old -> "no modern server, " + old.because();
            case Fail failed -> String.valueOf(failed.error().getMessage());
        };
    }

    /** Judges. */
    static ProbeVerdict of(ProbeOutcome outcome, ProbeTerms terms) {
        return switch (outcome) {
            case ProbeOutcome.Answered(var result) -> answered(result, terms);
            case ProbeOutcome.Refused(var error) -> refused(error, terms);
            case ProbeOutcome.Garbled(var problem) -> legacy("an unreadable answer, " + problem, terms);
            // Old servers meet an unknown request with silence or by leaving.
            case ProbeOutcome.Silent(var waited) -> legacy("silent for " + Durations.words(waited), terms);
            case ProbeOutcome.HungUp(var detail) -> legacy(detail, terms);
            case ProbeOutcome.Rejected(var why) -> rejected(why, terms);
        };
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
            case ErrorCode.UNSUPPORTED_VERSION -> {
                var data = error.data();
                var versions =
                        versions(data == null ? null : data.get("supported")).orElse(List.of());
                yield choose(versions, terms, AskAgain::new);
            }
            // Only a modern server knows these errors, and a handshake would not cure them.
            case ErrorCode.HEADER_MISMATCH, ErrorCode.MISSING_CAPABILITY ->
                new Fail(new ServerErrorException("server/discover", terms.server(), error));
            // No single code marks a legacy server.
            default -> legacy("error %d (%s)".formatted(error.code(), Excerpt.of(error.message())), terms);
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
                        "it does not speak %s (%s), and no older revision is allowed"
                                .formatted(String.join(", ", terms.ids()), because))));
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
