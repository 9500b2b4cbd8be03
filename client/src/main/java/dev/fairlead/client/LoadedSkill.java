package dev.fairlead.client;

import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.Skill;
import dev.fairlead.protocol.SkillResource;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.rpc.Excerpt;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A skill in use: its instructions, and its files on demand, all of them as the entry says from which it was loaded.
 *
 * <p>Files are read from the server that the skill came from, and from no other. Each reading is a new one and is
 * compared with the size and the SHA-256 digest in the entry; nothing is kept here. The files of a dynamic skill have
 * neither, and of them no more than 16 MiB are read in all.
 */
public final class LoadedSkill {
    private final String server;
    private final Skill skill;
    private final SkillFiles files;
    private final Function<String, ReadResourceResult> fetch;
    private final AtomicLong fetched = new AtomicLong();
    private final String text;

    /** Reads {@code SKILL.md} and compares it with the entry. */
    LoadedSkill(String server, Skill skill, Function<String, ReadResourceResult> fetch) {
        this.server = server;
        this.skill = skill;
        this.fetch = fetch;
        this.files = SkillFiles.of(skill, server);
        this.text = readText(SkillFiles.MAIN);
        var differences = SkillFrontMatter.differences(text, skill.frontmatter());
        if (!differences.isEmpty()) {
            throw mismatch(skill.uri(), String.join("; ", differences));
        }
    }

    /** Returns the name that this side gave to the server that the skill came from, to tell the model and the user. */
    public String server() {
        return server;
    }

    /** Returns the entry from which it was loaded. */
    public Skill skill() {
        return skill;
    }

    /** Returns the text of {@code SKILL.md}, front matter included. */
    public String text() {
        return text;
    }

    /** Lists the paths of its files, relative to the folder of {@code SKILL.md}; none where the skill is dynamic. */
    public List<String> paths() {
        return files.paths();
    }

    /**
     * Reads a file.
     *
     * @param path relative to the folder of {@code SKILL.md}, with slashes
     * @throws UnsupportedFeatureException if the entry lists no such file; nothing was sent
     * @throws ProtocolViolationException if the file is not what the entry says; see {@link Skills#load}
     */
    public byte[] read(String path) {
        var file = files.find(path);
        if (file == null) {
            throw new UnsupportedFeatureException(
                    "reading %s of skill %s".formatted(Excerpt.of(path), Excerpt.of(skill.uri())),
                    server,
                    "the skill has no such file");
        }
        var bytes = bytes(file.uri());
        var problem = problem(bytes, file.announced());
        if (problem != null) {
            throw mismatch(file.uri(), problem);
        }
        return bytes;
    }

    /** Reads a file that is text in UTF-8, as {@link #read} does. */
    public String readText(String path) {
        var bytes = read(path);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw new ProtocolViolationException(
                    "reading %s of skill %s on server '%s': not UTF-8"
                            .formatted(Excerpt.of(path), Excerpt.of(skill.uri()), server),
                    notText);
        }
    }

    private byte[] bytes(String uri) {
        var contents = fetch.apply(uri).contents();
        if (contents.size() != 1) {
            throw mismatch(uri, "%s contents instead of one".formatted(contents.size()));
        }
        try {
            return switch (contents.getFirst()) {
                case ResourceContents.Text written -> written.text().getBytes(StandardCharsets.UTF_8);
                case ResourceContents.Blob raw -> raw.bytes();
            };
        } catch (BadShape notBase64) {
            throw mismatch(uri, String.valueOf(notBase64.getMessage()));
        }
    }

    private @Nullable String problem(byte[] bytes, @Nullable SkillResource announced) {
        if (announced == null) {
            return fetched.addAndGet(bytes.length) > SkillFiles.MAX_BYTES
                    ? "more than %s bytes in all".formatted(SkillFiles.MAX_BYTES)
                    : null;
        }
        if (bytes.length != announced.size()) {
            return "%s bytes instead of %s".formatted(bytes.length, announced.size());
        }
        var digest = digest(bytes);
        return digest.equals(announced.digest()) ? null : "its digest is %s".formatted(digest);
    }

    private static String digest(byte[] bytes) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java has SHA-256", impossible);
        }
    }

    private ProtocolViolationException mismatch(String uri, String how) {
        return new ProtocolViolationException(
                "resources/read %s on server '%s': not what the entry of the skill says, so it must not be used: %s"
                        .formatted(Excerpt.of(uri), server, how));
    }
}
