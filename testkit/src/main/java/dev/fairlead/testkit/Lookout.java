package dev.fairlead.testkit;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Looks for secrets in all that anybody could read: what is logged at any level and printed while it is there, files, the
 * list of processes, and every text that it is shown. It knows them as they are, and in the forms in which they travel.
 */
public final class Lookout implements AutoCloseable {
    private static final int SHORTEST = 16;
    private static final long LARGEST_FILE = 8 << 20;

    private final Map<String, Set<String>> secrets = new ConcurrentSkipListMap<>();
    private final Map<String, Set<String>> texts = new ConcurrentSkipListMap<>();
    private final Overheard overheard;

    /** Hears everything that is logged and printed from now on. */
    public Lookout() {
        overheard = new Overheard((logger, text) -> read("log of " + logger, text));
    }

    /** Looks for this secret. */
    public void hold(String kind, String value) {
        if (value.length() < SHORTEST) {
            throw new IllegalArgumentException("too short to be looked for: " + kind);
        }
        secrets.computeIfAbsent(kind, unused -> ConcurrentHashMap.newKeySet()).add(value);
    }

    /** Reads a text. */
    public void read(String place, String text) {
        texts.computeIfAbsent(place, unused -> ConcurrentHashMap.newKeySet()).add(text);
    }

    /** Reads what an exception says, with everything that caused it or was suppressed by it. */
    public void read(Throwable failure) {
        var trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        read("text of " + failure.getClass().getSimpleName(), trace.toString());
    }

    /** Reads every file in a folder, and looks whether it is for its owner alone; returns those that are not. */
    public List<Path> readFiles(Path folder) throws IOException {
        var open = new ArrayList<Path>();
        try (var all = Files.walk(folder)) {
            for (var path : all.toList()) {
                var wanted = Files.isDirectory(path) ? "rwx------" : "rw-------";
                if (!PosixFilePermissions.toString(Files.getPosixFilePermissions(path))
                        .equals(wanted)) {
                    open.add(path);
                }
                if (Files.isRegularFile(path) && Files.size(path) < LARGEST_FILE) {
                    read("file " + folder.relativize(path), Files.readString(path, StandardCharsets.ISO_8859_1));
                }
            }
        }
        return open;
    }

    /** Reads with which words the programs of this machine were started. */
    public void readProcesses() {
        ProcessHandle.allProcesses()
                .forEach(process -> process.info().commandLine().ifPresent(line -> read("list of processes", line)));
    }

    /** Returns how many texts were read at places whose name begins so. */
    public int seen(String place) {
        return texts.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(place))
                .mapToInt(entry -> entry.getValue().size())
                .sum();
    }

    /** Lists which kind of secret was found where, as {@code kind in place: words around it}. */
    public List<String> leaks() {
        read("standard output or error", overheard.printed());
        var leaks = new ArrayList<String>();
        secrets.forEach((kind, values) -> values.forEach(value -> {
            for (var form : forms(value)) {
                texts.forEach((place, said) -> said.forEach(text -> {
                    int at = text.indexOf(form);
                    if (at >= 0) {
                        var around = text.substring(Math.max(0, at - 60), at).replace('\n', ' ');
                        leaks.add("%s in %s: ...%s".formatted(kind, place, around));
                    }
                }));
            }
        }));
        return leaks;
    }

    /** Says how much was looked at. */
    public String extent() {
        return "%s secrets looked for in %s texts from %s places"
                .formatted(
                        secrets.values().stream().mapToInt(Set::size).sum(),
                        texts.values().stream().mapToInt(Set::size).sum(),
                        texts.size());
    }

    @Override
    public void close() {
        overheard.close();
    }

    /** Returns the beginnings of a secret as it is, in a URL, in hexadecimal digits, and in Base64 behind anything. */
    private static List<String> forms(String secret) {
        var forms = new ArrayList<String>();
        for (var text : List.of(secret, URLEncoder.encode(secret, StandardCharsets.UTF_8))) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            forms.add(text.substring(0, SHORTEST));
            forms.add(HexFormat.of().formatHex(bytes).substring(0, SHORTEST));
            for (int before = 0; before < 3; before++) {
                var shifted = new byte[bytes.length + before];
                System.arraycopy(bytes, 0, shifted, before, bytes.length);
                var inside = Base64.getUrlEncoder().encodeToString(shifted).substring(before == 0 ? 0 : before + 1);
                forms.add(inside.substring(0, SHORTEST));
                forms.add(inside.substring(0, SHORTEST).replace('-', '+').replace('_', '/'));
            }
        }
        return forms.stream().distinct().toList();
    }
}
