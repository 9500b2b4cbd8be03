package dev.fairlead.auth.real;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.auth.OAuth;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.EraMemory;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.testkit.auth.HttpUserAgent;
import dev.fairlead.wire.http.HttpTransport;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The connections of one test to protected servers, closed when it is over. */
final class Reach implements AfterEachCallback {
    static final String REDIRECT = "http://127.0.0.1:33999/callback";

    private final List<McpClient> open = new ArrayList<>();

    /** Connects, if that is possible without anybody. */
    McpClient connect(String server, OAuth oauth) {
        return connect(server, oauth, ClientProfile.builder());
    }

    McpClient connect(String server, OAuth oauth, ClientProfile.Builder profile) {
        profile.eraMemory(new EraMemory(InstantSource.system()));
        var client = McpClient.connect(HttpTransport.to(server).withAuthorizer(oauth), profile.build());
        open.add(client);
        return client;
    }

    /** Connects after somebody has logged in, which has to be necessary. */
    McpClient connect(String server, OAuth oauth, HttpUserAgent person) throws IOException, InterruptedException {
        login(demanded(() -> connect(server, oauth)), oauth, person);
        return connect(server, oauth);
    }

    /** Does what needs a person to log in, and returns how that is said. */
    static AuthorizationRequiredException demanded(ThrowingCallable attempt) {
        var demanded = catchThrowableOfType(AuthorizationRequiredException.class, attempt);
        if (demanded == null) {
            throw new AssertionError("nobody had to log in");
        }
        return demanded;
    }

    static void login(AuthorizationRequiredException demanded, OAuth oauth, HttpUserAgent person)
            throws IOException, InterruptedException {
        oauth.finish(demanded.pending(), person.stopBefore(REDIRECT, demanded.url()));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        open.forEach(McpClient::close);
    }
}
