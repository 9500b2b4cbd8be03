package dev.fairlead.client;

import dev.fairlead.protocol.Skill;
import dev.fairlead.protocol.SkillResource;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.rpc.Excerpt;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files of a skill by their paths, once it is certain that every one of them lies within its folder. */
final class SkillFiles {
    /** The file that every skill has. */
    static final String MAIN = "SKILL.md";

    /** The most that all files of a skill may have. */
    static final long MAX_BYTES = 16L << 20;

    private static final int MAX_FILES = 512;

    private final String folder;
    private final boolean dynamic;
    private final Map<String, SkillResource> byPath;

    /**
     * A file to read.
     *
     * @param announced what the entry says of it; null if the skill is dynamic
     */
    record Found(String uri, @Nullable SkillResource announced) {}

    private SkillFiles(String folder, boolean dynamic, Map<String, SkillResource> byPath) {
        this.folder = folder;
        this.dynamic = dynamic;
        this.byPath = byPath;
    }

    /** Checks an entry; throws what {@link Skills#load} says. */
    static SkillFiles of(Skill skill, String server) {
        var tooLarge = tooLarge(skill);
        if (tooLarge != null) {
            throw new UnsupportedFeatureException("loading of " + Excerpt.of(skill.uri()), server, tooLarge);
        }
        var folder = folder(skill, server);
        var byPath = new LinkedHashMap<String, SkillResource>();
        for (var file : skill.resources()) {
            var path = path(folder, file.uri());
            if (path == null) {
                throw invalid(skill, server, "a file outside of its folder, " + Excerpt.of(file.uri()));
            }
            if (byPath.put(path, file) != null) {
                throw invalid(skill, server, "two files at " + Excerpt.of(path));
            }
        }
        var main = byPath.get(MAIN);
        if (!skill.dynamic() && (main == null || !main.uri().equals(skill.uri()))) {
            throw invalid(skill, server, "no SKILL.md among its files");
        }
        return new SkillFiles(folder, skill.dynamic(), byPath);
    }

    List<String> paths() {
        return List.copyOf(byPath.keySet());
    }

    /** Returns the file at a path; null if there is none, or the path leads out of the folder. */
    @Nullable
    Found find(String path) {
        var direct = direct(path);
        if (direct == null) {
            return null;
        }
        if (dynamic) {
            var encoded = encode(direct);
            return encoded == null ? null : new Found(folder + encoded, null);
        }
        var file = byPath.get(direct);
        return file == null ? null : new Found(file.uri(), file);
    }

    private static @Nullable String tooLarge(Skill skill) {
        if (skill.resources().size() > MAX_FILES) {
            return "the skill has %s files, more than %s"
                    .formatted(skill.resources().size(), MAX_FILES);
        }
        long left = MAX_BYTES;
        for (var file : skill.resources()) {
            if (file.size() > left) {
                return "the files of the skill have more than %s bytes".formatted(MAX_BYTES);
            }
            left -= file.size();
        }
        return null;
    }

    /** Returns what the URIs of all files begin with: a folder that bears the name of the skill. */
    private static String folder(Skill skill, String server) {
        if (!skill.uri().endsWith("/" + skill.name() + "/" + MAIN)) {
            throw invalid(skill, server, "a URI that does not end with its name and SKILL.md");
        }
        return skill.uri().substring(0, skill.uri().length() - MAIN.length());
    }

    /** Returns the path of a file within the folder; null if its URI is anything but plainly that. */
    private static @Nullable String path(String folder, String uri) {
        if (!uri.startsWith(folder) || uri.indexOf('?') >= 0 || uri.indexOf('#') >= 0) {
            return null;
        }
        var written = uri.substring(folder.length());
        var decoded = decode(written);
        // A slash that was encoded is part of a name, which no file system would agree to.
        return decoded != null && slashes(decoded) == slashes(written) && decoded.equals(direct(decoded))
                ? decoded
                : null;
    }

    private static long slashes(String path) {
        return path.chars().filter(sign -> sign == '/').count();
    }

    private static @Nullable String decode(String written) {
        try {
            return URLDecoder.decode(written.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException badlyEncoded) {
            return null;
        }
    }

    private static @Nullable String encode(String path) {
        try {
            return new URI(null, null, "/" + path, null).toASCIIString().substring(1);
        } catch (URISyntaxException unfit) {
            return null;
        }
    }

    /** Returns a path without detours, as a file system resolves it; null if it leads out, or to no file. */
    private static @Nullable String direct(String path) {
        if (path.chars().anyMatch(sign -> sign == '\\' || Character.isISOControl(sign))) {
            return null;
        }
        var steps = new ArrayDeque<String>();
        for (var step : path.split("/", -1)) {
            if (step.isEmpty() || (step.equals("..") && steps.pollLast() == null)) {
                return null;
            }
            if (!step.equals(".") && !step.equals("..")) {
                steps.addLast(step);
            }
        }
        boolean file = !path.endsWith("/.") && !path.endsWith("/..") && !steps.isEmpty();
        return file ? String.join("/", steps) : null;
    }

    private static ProtocolViolationException invalid(Skill skill, String server, String what) {
        return new ProtocolViolationException("loading of %s on server '%s': the entry of the skill is invalid: %s"
                .formatted(Excerpt.of(skill.uri()), server, what));
    }
}
