package dev.fairlead.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;

/**
 * What is different in two files that ought to be the same; entry by entry, where they are jars. Depends on no other class
 * here, so that {@code build/reproducible} can run this file as it is.
 */
final class Difference {

    /** A mistake in how a jar is written is in all its entries, and the first few tell it. */
    private static final int SHOWN = 8;

    private static final int EXCERPT = 60;

    private Difference() {}

    /** Says what is different in two files, one line for each difference. */
    public static void main(String[] args) throws IOException {
        var found = between(Path.of(args[0]), Path.of(args[1]));
        found.stream().limit(SHOWN).forEach(System.out::println);
        if (found.size() > SHOWN) {
            System.out.println("and " + (found.size() - SHOWN) + " more");
        }
    }

    /** Returns what is different, nothing only if the files are the same byte by byte. */
    static List<String> between(Path one, Path other) throws IOException {
        var bytes = contents(Files.readAllBytes(one), Files.readAllBytes(other));
        if (bytes.isEmpty() || !one.toString().endsWith(".jar")) {
            return bytes;
        }
        var found = betweenEntries(entries(one), entries(other));
        return found.isEmpty() ? List.of("the same entries, packed differently: " + bytes.getFirst()) : found;
    }

    private static List<String> betweenEntries(Map<String, Entry> one, Map<String, Entry> other) {
        var found = new ArrayList<String>();
        if (one.keySet().equals(other.keySet()) && !List.copyOf(one.keySet()).equals(List.copyOf(other.keySet()))) {
            found.add("another order of entries");
        }
        var names = new LinkedHashSet<>(one.keySet());
        names.addAll(other.keySet());
        for (var name : names) {
            var first = one.get(name);
            var second = other.get(name);
            if (first == null || second == null) {
                found.add(name + ": only in the " + (second == null ? "first" : "second"));
            } else {
                first.differences(second).forEach(difference -> found.add(name + ": " + difference));
            }
        }
        return found;
    }

    /** Returns the entries of a jar in their order. */
    private static Map<String, Entry> entries(Path jar) throws IOException {
        var entries = new LinkedHashMap<String, Entry>();
        // A jar seen as files tells of permissions, but not of the order.
        try (var zip = new ZipFile(jar.toFile());
                var files = FileSystems.newFileSystem(jar)) {
            for (var entry : Collections.list(zip.entries())) {
                var file = files.getPath("/" + entry.getName());
                try (var content = zip.getInputStream(entry)) {
                    entries.put(
                            entry.getName(),
                            new Entry(
                                    permissions(Files.getAttribute(file, "zip:permissions")),
                                    // As it is written, whatever the time zone.
                                    entry.getTimeLocal().toString(),
                                    content.readAllBytes()));
                }
            }
        }
        return entries;
    }

    private static String permissions(Object attribute) {
        if (!(attribute instanceof Collection<?> permissions)) {
            return "none";
        }
        var set = EnumSet.noneOf(PosixFilePermission.class);
        permissions.forEach(permission -> set.add((PosixFilePermission) permission));
        return PosixFilePermissions.toString(set);
    }

    /** Returns one line for contents that differ, none for the same. */
    private static List<String> contents(byte[] one, byte[] other) {
        var at = Arrays.mismatch(one, other);
        return at < 0
                ? List.of()
                : List.of("content from byte " + at + " on: " + excerpt(one, at) + ", then " + excerpt(other, at));
    }

    private static String excerpt(byte[] content, int at) {
        // What stands before it tells what it is.
        var from = Math.max(0, at - EXCERPT / 2);
        var text = new String(content, from, Math.min(EXCERPT, content.length - from), StandardCharsets.ISO_8859_1);
        return '"' + text.replaceAll("\\s+", " ").replaceAll("[^ -~]", ".") + '"';
    }

    /** An entry of a jar, in words, and its content. */
    private static final class Entry {
        private final String permissions;
        private final String time;
        private final byte[] content;

        Entry(String permissions, String time, byte[] content) {
            this.permissions = permissions;
            this.time = time;
            this.content = content;
        }

        List<String> differences(Entry other) {
            var found = new ArrayList<String>();
            if (!permissions.equals(other.permissions)) {
                found.add("permissions " + permissions + ", then " + other.permissions);
            }
            if (!time.equals(other.time)) {
                found.add("time " + time + ", then " + other.time);
            }
            found.addAll(contents(content, other.content));
            return found;
        }
    }
}
