package dev.fairlead.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/** Measures calls over HTTP, answered by JSON and by a stream of events, all contenders in each round. */
public final class HttpBench {
    private static final int WARM_UP = 6_000;
    // Places in the list of contenders.
    private static final int BARE_MODERN = 1;
    private static final int BARE_LEGACY = 3;
    private static final int SDK = 5;

    private HttpBench() {}

    private record Mode(String name, int width, ThreadFactory threads, int calls) {
        static List<Mode> usual() {
            return List.of(
                    new Mode(
                            "1 caller on a platform thread",
                            1,
                            Thread.ofPlatform().factory(),
                            3_000),
                    new Mode(
                            "64 callers on virtual threads",
                            64,
                            Thread.ofVirtual().factory(),
                            6_000));
        }

        static List<Mode> others() {
            return List.of(
                    new Mode(
                            "1 caller on a virtual thread",
                            1,
                            Thread.ofVirtual().factory(),
                            3_000),
                    new Mode(
                            "64 callers on platform threads",
                            64,
                            Thread.ofPlatform().factory(),
                            6_000));
        }
    }

    /** Runs {@code args[0]} rounds, seven unless told otherwise; with {@code all} after it, from every kind of thread. */
    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
        var modes = new ArrayList<>(Mode.usual());
        if (args.length > 1 && args[1].equals("all")) {
            modes.addAll(Mode.others());
        }
        try (var server = HttpEchoProcess.start()) {
            measure(server, "JSON", "/json", "\"isError\":false}}", modes, rounds);
            measure(server, "a stream of events", "/sse", "0\r\n\r\n", modes, rounds);
        }
    }

    private static void measure(
            HttpEchoProcess server, String kind, String path, String end, List<Mode> modes, int rounds)
            throws Exception {
        var legacyPath = "/legacy" + path;
        var modern = HttpCall.modern(path);
        var legacy = HttpCall.legacy(legacyPath);
        var last = end.getBytes(StandardCharsets.US_ASCII);
        try (var raw = new RawSocket("raw socket, modern", modern, server.port(), last);
                var bareModern = new BareOkHttp("bare OkHttp, modern", modern, server.url(path));
                var fairleadModern = FairleadClient.overHttp("Fairlead, modern", server.url(path));
                var bareLegacy = new BareOkHttp("bare OkHttp, legacy", legacy, server.url(legacyPath));
                var fairleadLegacy = FairleadClient.overHttp("Fairlead, legacy", server.url(legacyPath));
                var sdk = OfficialSdk.overHttp("official SDK, legacy", server.url(legacyPath))) {
            var contenders = List.<Contender>of(raw, bareModern, fairleadModern, bareLegacy, fairleadLegacy, sdk);
            for (var mode : modes) {
                for (var contender : contenders) {
                    var ignored = Sample.of(contender, WARM_UP, mode.width(), mode.threads());
                }
            }
            for (var mode : modes) {
                System.out.printf("%n%s, answered by %s%n", mode.name(), kind);
                print(contenders, rounds(contenders, mode, rounds));
            }
            if (sdk.failures() > 0) {
                System.out.printf("calls of the SDK that failed and were made again: %d%n", sdk.failures());
            }
        }
    }

    private static List<Sample> rounds(List<Contender> contenders, Mode mode, int rounds) throws Exception {
        var samples = contenders.stream().map(c -> new ArrayList<Sample>()).toList();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < contenders.size(); i++) {
                // Nobody always comes after the same one.
                int turn = (i + round) % contenders.size();
                samples.get(turn).add(Sample.of(contenders.get(turn), mode.calls(), mode.width(), mode.threads()));
            }
        }
        return samples.stream().map(Sample::median).toList();
    }

    private static void print(List<Contender> contenders, List<Sample> samples) {
        System.out.printf(
                "%-22s %9s %9s %9s %9s %9s %9s %11s %11s %10s %10s%n",
                "",
                "p50 us",
                "p90 us",
                "p99 us",
                "calls/s",
                "CPU us",
                "KiB",
                "p50 x bare",
                "CPU x bare",
                "rate/bare",
                "rate/SDK");
        for (int i = 0; i < contenders.size(); i++) {
            var sample = samples.get(i);
            var bare = samples.get(i < BARE_LEGACY ? BARE_MODERN : BARE_LEGACY);
            System.out.printf(
                    "%-22s %9.1f %9.1f %9.1f %9.0f %9.1f %9.1f %11.2f %11.2f %10.2f %10.2f%n",
                    contenders.get(i).name(),
                    sample.p50(),
                    sample.p90(),
                    sample.p99(),
                    sample.callsPerSecond(),
                    sample.cpu(),
                    sample.allocated() / 1024,
                    sample.p50() / bare.p50(),
                    sample.cpu() / bare.cpu(),
                    sample.callsPerSecond() / bare.callsPerSecond(),
                    sample.callsPerSecond() / samples.get(SDK).callsPerSecond());
        }
    }
}
