package dev.fairlead.auth;

import dev.fairlead.auth.store.FileStore;
import dev.fairlead.auth.store.StoreKey;
import dev.fairlead.client.McpClient;
import dev.fairlead.store.Store;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.http.HttpTarget;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;

/** What all stories share: who reads along, where things are kept, and with which key. */
final class Trial {
    static final Duration SHORT = Duration.ofSeconds(2);

    private final Evidence evidence;
    private final Path folder;
    private final StoreKey key;

    /** A story in which secrets come up. */
    @FunctionalInterface
    interface Story {
        void play() throws Exception;
    }

    Trial(Evidence evidence, Path folder) {
        this.evidence = evidence;
        this.folder = folder;
        var bytes = UUID.randomUUID().toString().substring(0, 32).getBytes(StandardCharsets.US_ASCII);
        var text = Base64.getEncoder().encodeToString(bytes);
        this.key = StoreKey.fromText(text);
        evidence.hold(Secret.STORE_KEY, text);
        evidence.hold(Secret.STORE_KEY, new String(bytes, StandardCharsets.US_ASCII));
    }

    /** Returns all stories by name, in the order in which they are to be played. */
    Map<String, Story> stories() {
        var all = new LinkedHashMap<String, Story>();
        all.putAll(new PeopleStories(this).all());
        all.putAll(new MachineStories(this).all());
        all.putAll(new HostileStories(this).all());
        return all;
    }

    Evidence evidence() {
        return evidence;
    }

    Path folder() {
        return folder;
    }

    StoreKey key() {
        return key;
    }

    FileStore store(String name) {
        return FileStore.at(folder.resolve(name).resolve("credentials.json")).encryptedWith(key);
    }

    /** Shows whatever a program could show of an authorization. */
    void show(Stage stage, OAuth oauth, Store store, McpClient client) throws InterruptedException {
        var url = stage.mcp().url();
        var target = new HttpTarget(url, "a server", "POST", url);
        evidence.show(oauth, oauth.account(url), oauth.servers(), target, key);
        evidence.show(oauth.credential(target, Deadline.after(SHORT)));
        evidence.show(client, client.opening(), client.state(), client.violations(), client.server());
        evidence.hold(store);
        for (var entry : store.keys("")) {
            if (entry.startsWith("token/grant|")) {
                evidence.show(Held.from(store.read(entry).orElseThrow().value()));
            }
        }
    }

    /** Does something that may well fail, and reads what is said of it. */
    void tell(Callable<?> action) {
        try {
            evidence.read("result", String.valueOf(action.call()));
        } catch (Exception failure) {
            evidence.read(failure);
        }
    }

    static String freeRedirect() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://127.0.0.1:" + free.getLocalPort() + "/callback";
        }
    }
}
