package dev.fairlead.conformance;

import dev.fairlead.auth.OAuth;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.VersionPolicy;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.util.List;

/** The program that the suite starts once per scenario. */
public final class ConformanceClient {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private ConformanceClient() {}

    /** Plays the scenario; fails with exit status 1. */
    public static void main(String[] arguments) {
        try {
            play(Assignment.from(List.of(arguments), System.getenv()));
        } catch (RuntimeException failure) {
            failure.printStackTrace();
            System.exit(1);
        }
        // It ends by itself: a thread that the library left behind would show.
    }

    /** Connects, does what the scenario asks for, and disconnects. */
    static void play(Assignment assignment) {
        var oauth = Credentials.of(assignment);
        var transport = HttpTransport.to(assignment.url()).withAuthorizer(oauth);
        try (var client = McpClient.connect(transport, profile(assignment, oauth))) {
            Scenarios.named(assignment.scenario()).play(client, assignment.context());
        }
    }

    private static ClientProfile profile(Assignment assignment, OAuth oauth) {
        return ClientProfile.builder()
                .versions(versions(assignment.version()))
                .handlers(Answers.handlers())
                .login(Credentials.login(oauth)::login)
                .connectTimeout(PATIENCE)
                .limits(Limits.within(PATIENCE))
                // This one asks for an argument that the tool's own schema forbids, to see what becomes of a null.
                .checkArguments(!assignment.scenario().equals("http-custom-headers"))
                .build();
    }

    /** Lets the client find out by itself, but not hold an older server for one of a newer revision. */
    static VersionPolicy versions(String asked) {
        return ProtocolVersion.of(asked).map(VersionPolicy::upTo).orElseGet(VersionPolicy::automatic);
    }
}
