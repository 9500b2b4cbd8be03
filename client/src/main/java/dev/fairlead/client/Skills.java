package dev.fairlead.client;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.client.peer.CallScope;
import dev.fairlead.client.peer.Invocation;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.ServerCapabilities;
import dev.fairlead.protocol.Skill;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The skills of one server, which offers them under the extension {@value #EXTENSION}.
 *
 * <p>Nothing is read ahead of need: listing reads no file, {@link #load} reads {@code SKILL.md} alone, and every other
 * file is read when it is asked for. What a skill says comes from the server and is as trustworthy as the server is; its
 * digests do not make it more so. To ask the user, and to ask again when the files of a skill have changed, is up to the
 * application.
 */
public final class Skills {
    /** The extension under which a server offers skills. Clients do not declare it. */
    public static final String EXTENSION = "io.modelcontextprotocol/skills";

    private final String server;
    private final ServerCapabilities capabilities;
    private final Limits limits;
    private final Pager pager;
    private final BiFunction<Invocation, CallScope, ObjectNode> cached;
    private final BiFunction<Invocation, CallScope, ObjectNode> fresh;

    /**
     * Offers what a server has.
     *
     * @param cached may answer with what the server said earlier
     * @param fresh always asks the server
     */
    Skills(
            String server,
            ServerCapabilities capabilities,
            Limits limits,
            Pager pager,
            BiFunction<Invocation, CallScope, ObjectNode> cached,
            BiFunction<Invocation, CallScope, ObjectNode> fresh) {
        this.server = server;
        this.capabilities = capabilities;
        this.limits = limits;
        this.pager = pager;
        this.cached = cached;
        this.fresh = fresh;
    }

    /** Tells whether the server offers skills at all. */
    public boolean offered() {
        return capabilities.extension(EXTENSION).isPresent();
    }

    /**
     * Lists the skills that the server enumerates. It may have others, which {@link #get} finds by their URI. Names may
     * occur more than once; entries that are not valid are left out and reported.
     */
    public List<Skill> list() {
        require("skills/list");
        var scope = CallScope.within(limits);
        return pager.all("skills/list", "skills", Skill::from, cursor -> {
            var params = Json.object();
            if (cursor != null) {
                params.put("cursor", cursor);
            }
            return cached.apply(looking("skills/list", params, null), scope);
        });
    }

    /** Asks the server for the present entry of a skill, listed or not, by the URI of its {@code SKILL.md}. */
    public Skill get(String uri) {
        var invocation = looking("skills/get", Json.object().put("uri", uri), uri);
        require(invocation.words());
        var skill = read(result -> Skill.from(result.path("skill")), invocation);
        if (!skill.uri().equals(uri)) {
            throw new ProtocolViolationException("%s on server '%s': the entry is one of another skill, %s"
                    .formatted(invocation.words(), server, skill.uri()));
        }
        return skill;
    }

    /**
     * Reads the {@code SKILL.md} of a skill, compares it with the entry, and returns it for use.
     *
     * @throws UnsupportedFeatureException if the skill has more than 512 files or more than 16 MiB; nothing was sent
     * @throws ProtocolViolationException if the entry is invalid, or if the file is not what the entry says. It must not
     *     be used. If the skill has merely changed, {@link #get} brings the present entry; whoever approved of the
     *     former one has to be asked again.
     */
    public LoadedSkill load(Skill skill) {
        require("loading of " + skill.uri());
        return new LoadedSkill(server, skill, this::readFile);
    }

    private ReadResourceResult readFile(String uri) {
        return read(
                ReadResourceResult::from,
                looking("resources/read", Json.object().put("uri", uri), uri));
    }

    private <T> T read(Function<JsonNode, T> shape, Invocation invocation) {
        var result = fresh.apply(invocation, CallScope.within(limits));
        try {
            return shape.apply(result);
        } catch (BadShape unreadable) {
            throw new ProtocolViolationException(
                    "%s on server '%s': %s".formatted(invocation.words(), server, unreadable.getMessage()), unreadable);
        }
    }

    private void require(String attempted) {
        if (!offered()) {
            throw new UnsupportedFeatureException(attempted, server, "the server offers no skills");
        }
    }

    private static Invocation looking(String method, ObjectNode params, @Nullable String subject) {
        return new Invocation(method, params, subject, Map.of(), null, null, true, null);
    }
}
