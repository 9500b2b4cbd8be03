package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.Visit;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.ConnectTimeoutException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.error.VersionException;
import java.util.stream.Collectors;

/** Explains why a server that was reached could not be spoken with. */
final class Handshake {
    private Handshake() {}

    /** Says what went wrong. */
    static Check failed(Visit visit, RuntimeException problem) {
        if (problem instanceof VersionException || problem instanceof UnsupportedFeatureException) {
            return Check.failed(
                    ServiceExam.REVISION,
                    String.valueOf(problem.getMessage()),
                    "drop --protocol if you typed it; else update the server, which has to speak one of "
                            + ProtocolVersion.newestFirst().stream()
                                    .map(ProtocolVersion::id)
                                    .collect(Collectors.joining(", ")),
                    visit.judgeOpening(problem));
        }
        var judged = visit.judgeOpening(problem);
        if (problem instanceof ConnectTimeoutException) {
            return Check.failed(
                    ServiceExam.HANDSHAKE,
                    judged.message(),
                    "give it longer with --timeout, see what it waits for in its log, or check that it is a server of"
                            + " MCP",
                    judged);
        }
        return Check.failed(
                ServiceExam.HANDSHAKE, judged.message(), "check that it is a server of MCP, and update it", judged);
    }
}
