package dev.fairlead.auth;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.EraMemory;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.client.handler.LoginHandler;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.MemoryStore;
import dev.fairlead.store.Store;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthScene;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.HttpUserAgent;
import dev.fairlead.testkit.auth.ProtectedMcp;
import dev.fairlead.wire.http.HttpTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/** A protected server, its authorization server, and a person who logs in when asked to. */
final class Stage implements AutoCloseable {
    static final String REDIRECT = "https://app.example.com/callback";

    final AuthScene scene;
    final Store store = new MemoryStore();
    final AtomicInteger logins = new AtomicInteger();

    private Stage(Era era) {
        scene = AuthScene.with(FakeServer.named("protected")
                .era(era)
                .tool(
                        Tool.of("echo", null, Json.object().put("type", "object")),
                        call -> CallToolResult.ofText(call.text("text", "nothing")))
                .build());
    }

    static Stage of(Era era) {
        return new Stage(era);
    }

    AuthServer grantor() {
        return scene.authServer();
    }

    ProtectedMcp mcp() {
        return scene.mcp();
    }

    /** Starts the settings of an application that people come back to by https, so that nobody listens here. */
    OAuth.Builder settings() {
        return OAuth.builder().store(store).redirectUri(REDIRECT).trustingServers();
    }

    /** Returns a person who goes where they are sent and brings back what they are given. */
    LoginHandler person(OAuth oauth) {
        return required -> {
            logins.incrementAndGet();
            try {
                oauth.finish(required.pending(), comeBack(required));
            } catch (InterruptedException impossible) {
                throw new IllegalStateException("nobody interrupts a test", impossible);
            }
        };
    }

    /** Goes where somebody is sent; returns the address to which they are sent back. */
    static String comeBack(AuthorizationRequiredException required) {
        try {
            return new HttpUserAgent().stopBefore(required.pending().redirectUri(), required.url());
        } catch (IOException lost) {
            throw new UncheckedIOException(lost);
        }
    }

    McpClient connect(OAuth oauth) {
        return connect(oauth, profile().login(person(oauth)));
    }

    McpClient connect(OAuth oauth, ClientProfile.Builder profile) {
        return McpClient.connect(HttpTransport.to(mcp().url()).withAuthorizer(oauth), profile.build());
    }

    static ClientProfile.Builder profile() {
        return ClientProfile.builder()
                .eraMemory(new EraMemory(InstantSource.system()))
                .connectTimeout(Duration.ofSeconds(40))
                .limits(Limits.within(Duration.ofSeconds(40)));
    }

    static String echo(McpClient client) {
        return client.callTool("echo", null).text();
    }

    @Override
    public void close() {
        scene.close();
    }
}
