package dev.fairlead.console.app;

import dev.fairlead.console.event.Sha256;
import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.keep.UnreadException;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.Host;
import dev.fairlead.host.trust.AuditRecord;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The interfaces that servers bring along for their tools, and what somebody agreed to let them do. Thread-safe. */
public final class Apps {
    private static final String NAME = "apps";
    private static final String SCHEME = "ui://";
    private static final String TYPE = "text/html;profile=mcp-app";
    private static final int LARGEST = 5 << 20;

    private final Host host;
    private final Keep keep;
    private final ReentrantLock lock = new ReentrantLock();
    private ObjectNode agreed; // by server, then by address; guarded by lock

    /** Reads what was agreed to. */
    public Apps(Host host, Keep keep) {
        this.host = host;
        this.keep = keep;
        this.agreed = keep.read(NAME)
                .filter(JsonNode::isObject)
                .map(json -> (ObjectNode) json)
                .orElseGet(Json::object);
    }

    /** Returns the rules of an interface that asks for nothing, in the words of browsers. */
    public static String usualRules() {
        return AppDocument.of("", null).csp();
    }

    /** Returns which interfaces of which servers somebody agreed to, by what a folder keeps. */
    public static Map<String, List<String>> agreedIn(Path folder) throws UnreadException {
        var agreed = new TreeMap<String, List<String>>();
        Keep.look(folder, NAME)
                .filter(JsonNode::isObject)
                .ifPresent(all -> all.properties()
                        .forEach(server -> agreed.put(
                                server.getKey(), List.copyOf(server.getValue().propertyNames()))));
        return agreed;
    }

    /** Fetches an interface, checks it, and returns it with the rules that it runs by. */
    public ObjectNode show(String server, String uri) throws InterruptedException {
        var is = identity(server);
        var document = fetch(server, uri, is);
        var json = Json.object().put("html", document.html()).put("csp", document.csp());
        document.permissions().forEach(json.putArray("permissions")::add);
        document.domains().forEach(json.putArray("domains")::add);
        return json.put("prefersBorder", document.prefersBorder())
                .put("seen", seen(is, document))
                .put("agreed", agreed(server, uri, is, document));
    }

    /** Fetches an interface from the server that was there before; what another one of its name answers is not its own. */
    private AppDocument fetch(String server, String uri, String is) throws InterruptedException {
        var document = fetch(server, uri);
        if (!identity(server).equals(is)) {
            throw changed();
        }
        return document;
    }

    private static Refusal changed() {
        return new Refusal(409, "changed", "The interface or its server is another one now; look at it again.");
    }

    private AppDocument fetch(String server, String uri) throws InterruptedException {
        if (!uri.startsWith(SCHEME)) {
            throw Refusal.field("uri", "is not the address of an interface (ui://)");
        }
        try {
            var contents = host.read(server, uri).contents();
            var one = contents.stream()
                    .filter(content -> content.uri().equals(uri))
                    .findFirst()
                    .or(() -> contents.stream().findFirst())
                    .orElseThrow(() -> new Refusal(409, "bad-app", "The server sent nothing for this interface."));
            var type = one.mimeType() == null
                    ? ""
                    : one.mimeType().replace(" ", "").toLowerCase(Locale.ROOT);
            if (!type.equals(TYPE)) {
                throw new Refusal(
                        409,
                        "bad-app",
                        "What the server sent is not an interface: its type is not %s.".formatted(TYPE));
            }
            var html = switch (one) {
                case ResourceContents.Text text -> text.text();
                case ResourceContents.Blob blob -> new String(blob.bytes(), StandardCharsets.UTF_8);
            };
            if (html.length() > LARGEST) {
                throw new Refusal(409, "bad-app", "The interface is larger than %s MB.".formatted(LARGEST >> 20));
            }
            return AppDocument.of(html, said(server, uri, one));
        } catch (McpException failure) {
            throw new Refusal(409, "app-not-read", String.valueOf(failure.getMessage()));
        } catch (BadShape broken) {
            throw new Refusal(409, "bad-app", "The server sent something here that is no base64.");
        }
    }

    /** Returns what the content says of itself; the entry in the list counts where it says nothing, the tool never. */
    private @Nullable JsonNode said(String server, String uri, ResourceContents content) {
        var own = content.meta();
        if (own != null && own.path("ui").isObject()) {
            return own.path("ui");
        }
        return host.catalog().resources().stream()
                .filter(one ->
                        one.server().equals(server) && one.definition().uri().equals(uri))
                .map(one -> one.definition().meta())
                .filter(meta -> meta != null && meta.path("ui").isObject())
                .map(meta -> meta == null ? null : meta.path("ui"))
                .findFirst()
                .orElse(null);
    }

    /**
     * Notes that somebody agreed to have an interface shown, and to let it reach addresses and use the device.
     *
     * @param seen the hash of what somebody looked at
     */
    public void agree(String server, String uri, String seen) throws InterruptedException {
        var is = identity(server);
        if (!seen(is, fetch(server, uri, is)).equals(seen)) {
            throw changed();
        }
        lock.lock();
        try {
            // What cannot be kept does not count either.
            var more = agreed.deepCopy();
            var ofServer = more.path(server) instanceof ObjectNode known ? known : more.putObject(server);
            ofServer.put(uri, seen);
            keep.write(NAME, more);
            agreed = more;
        } finally {
            lock.unlock();
        }
        host.audit().record(AuditRecord.consent(server, "interface %s shown".formatted(uri), Scope.ALWAYS));
    }

    /** Forgets what was agreed to of a server, which is gone or something else now. */
    public void forget(String server) {
        lock.lock();
        try {
            if (agreed.has(server)) {
                var fewer = agreed.deepCopy();
                fewer.remove(server);
                keep.write(NAME, fewer);
                agreed = fewer;
            }
        } finally {
            lock.unlock();
        }
    }

    private String identity(String server) {
        return host.gate().grants().identity(server);
    }

    /** Returns a hash of what is asked for, and by which server: not by whatever comes to be called so. */
    private static String seen(String is, AppDocument document) {
        return Sha256.hex(is + "\n" + document.asked());
    }

    /** Tells whether somebody agreed to just this: also one that asks for nothing draws what it likes in our page. */
    private boolean agreed(String server, String uri, String is, AppDocument document) {
        lock.lock();
        try {
            return agreed.path(server).path(uri).asString("").equals(seen(is, document));
        } finally {
            lock.unlock();
        }
    }
}
