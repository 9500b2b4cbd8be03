package dev.fairlead.testkit;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ways to be a bad process. */
final class HostileProcess {
    private HostileProcess() {}

    static void addTo(Map<String, HostileMode> modes) {
        modes.put("exit-mid-call", stage -> stage.onCall(call -> exit(stage)));
        modes.put(
                "exit-after",
                stage -> stage.onCall(call -> {
                    stage.note(call.arguments().path("key").asString("-"));
                    exit(stage);
                }));
        modes.put("crash-half", stage -> stage.onCall(call -> dieHalfway(stage, call, "half of this")));
        modes.put("crash-start", HostileProcess::exit);
        modes.put("slow-start", stage -> pause(stage.options().number("ms", 3000)));
        modes.put("ignore-term", HostileProcess::ignoreTerm);
        modes.put("fork-orphan", HostileProcess::forkOrphan);
        modes.put("env", stage -> {
            stage.tools(HostileStage.tool("env", "{\"type\":\"object\"}"));
            stage.onCall(call -> stage.answer(
                    call, String.join("\n", new TreeSet<>(System.getenv().keySet()))));
        });
        modes.put("stdin-stop", HostileProcess::stopReading);
        modes.put(
                "slow-drain",
                stage -> stage.input(in -> new Drip(
                        in,
                        stage.options().number("bytes", 4096),
                        stage.options().number("ms", 10))));
        modes.put("stderr-flood", HostileProcess::stderrFlood);
    }

    /** Writes half of an answer and no more. */
    static void dieHalfway(HostileStage stage, Incoming call, String text) throws IOException {
        var answer = stage.answerText(call, text);
        stage.raw(answer.substring(0, answer.length() / 2).getBytes(StandardCharsets.UTF_8));
        killSelf();
    }

    static void exit(HostileStage stage) {
        stage.log("starting the engine");
        stage.log("fatal: the engine is on fire");
        System.exit(stage.options().number("code", 3));
    }

    static void killSelf() throws IOException {
        var self = Long.toString(ProcessHandle.current().pid());
        new ProcessBuilder("kill", "-9", self).inheritIO().start();
        pause(10_000);
        Runtime.getRuntime().halt(137);
    }

    private static void ignoreTerm(HostileStage stage) throws IOException, ReflectiveOperationException {
        tellPids(stage, List.of(Long.toString(ProcessHandle.current().pid())));
        // By reflection, because the compiler warns of these classes and cannot be told not to.
        var signal = Class.forName("sun.misc.Signal");
        var handler = Class.forName("sun.misc.SignalHandler");
        var term = signal.getConstructor(String.class).newInstance("TERM");
        signal.getMethod("handle", signal, handler)
                .invoke(null, term, handler.getField("SIG_IGN").get(null));
        stage.onEnd(end -> {
            stage.log("end of input ignored");
            pause(Integer.MAX_VALUE);
        });
    }

    private static void forkOrphan(HostileStage stage) throws IOException {
        var pids = new ArrayList<String>();
        for (int i = stage.options().number("n", 2); i > 0; i--) {
            pids.add(Long.toString(new ProcessBuilder("sleep", "300").start().pid()));
        }
        var shell = new ProcessBuilder("sh", "-c", "sleep 300 >/dev/null 2>&1 & echo $!").start();
        pids.add(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
        pids.addAll(inSessionOfItsOwn(stage));
        tellPids(stage, pids);
        stage.onCall(call -> stage.answer(call, String.join(" ", pids)));
    }

    /** Starts a grandchild that no signal to our process group reaches, and whose parent has gone; none where that cannot be done. */
    private static List<String> inSessionOfItsOwn(HostileStage stage) throws IOException {
        // The outer shell stays until it has the number: what is written after its end is not read any more.
        var shell = new ProcessBuilder(
                        "sh",
                        "-c",
                        "command -v setsid >/dev/null || exit 0;"
                                + " echo \"$(setsid sh -c 'echo $$; exec sleep 300 >/dev/null 2>&1' &)\"")
                .start();
        var pid = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (pid.isEmpty()) {
            stage.log("this system has no setsid: no grandchild in a session of its own");
        }
        return pid.isEmpty() ? List.of() : List.of(pid);
    }

    private static void tellPids(HostileStage stage, List<String> pids) throws IOException {
        var file = stage.options().text("pidfile", "");
        if (!file.isEmpty()) {
            Files.write(Path.of(file), pids);
        }
    }

    private static void stopReading(HostileStage stage) {
        stage.on("notifications/initialized", message -> stage.stopReading());
        if (stage.modern()) {
            stage.on("server/discover", message -> {
                stage.discover(message);
                stage.stopReading();
            });
        }
    }

    private static void stderrFlood(HostileStage stage) {
        int mb = stage.options().number("mb", 256);
        var line = ("e".repeat(1023) + "\n").getBytes(StandardCharsets.UTF_8);
        stage.onCall(call -> {
            for (int i = 0; i < mb * 1024; i++) {
                System.err.write(line);
            }
            stage.log("the last line");
            stage.echo(call);
        });
    }

    private static void pause(int millis) {
        try {
            if (new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("nobody opens this");
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** A stream that gives away little at a time, and pauses before. */
    private static final class Drip extends FilterInputStream {
        private final int bytes;
        private final int millis;
        private int left;

        Drip(InputStream in, int bytes, int millis) {
            super(in);
            this.bytes = bytes;
            this.millis = millis;
        }

        @Override
        public int read() throws IOException {
            if (left-- <= 0) {
                pause(millis);
                left = bytes;
            }
            return in.read();
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int one = read();
            if (one < 0) {
                return -1;
            }
            buffer[offset] = (byte) one;
            return 1;
        }
    }
}
