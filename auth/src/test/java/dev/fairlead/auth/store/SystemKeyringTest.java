package dev.fairlead.auth.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.testkit.Verifies;
import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The keyring of the operating system, each time as a process of its own meets it. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
@Tag("thorough")
final class SystemKeyringTest {
    @TempDir
    private Path home;

    @Test
    void withoutTheLibraryThereIsNone() throws Exception {
        var others = Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(entry -> !entry.contains("java-keyring"))
                .collect(Collectors.joining(File.pathSeparator));

        assertThat(outputOf(FileStoreWorker.on(others, List.of(), "keyring", "0")))
                .startsWith("none: com.github.javakeyring:java-keyring is not installed");
    }

    @Test
    void withoutASessionThereIsNone() throws Exception {
        assertThat(outputOf(FileStoreWorker.after(List.of(), "keyring", "0")))
                .isEqualTo(
                        "none: The keyring of this system could not be used: there is none, or it cannot be reached");
    }

    @Test
    void aKeyringThatNeverAnswersIsGivenUp() throws Exception {
        var socket = home.resolve("bus");
        try (var silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            silent.bind(UnixDomainSocketAddress.of(socket));
            var worker = FileStoreWorker.after(List.of(), "keyring", "1000");
            worker.environment().put("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + socket);

            assertThat(outputOf(worker, false)).startsWith("none: The keyring of this system could not be used:");
        }
    }

    /** GNOME's keyring in a session of its own. */
    @Nested
    @ExtendWith(NeedsGnomeKeyring.class)
    class Gnome {
        private static final String UNLOCKED =
                "printf password | gnome-keyring-daemon --unlock --components=secrets >keyring.log 2>&1; exec \"$@\"";
        private static final String LOCKED =
                "gnome-keyring-daemon --start --components=secrets >keyring.log 2>&1; exec \"$@\"";

        @Test
        @Verifies("K-10")
        void keepsReplacesAndForgetsSecrets() throws Exception {
            assertThat(outputOf(in(UNLOCKED, "keyring", "0")).lines())
                    .containsExactly("Optional.empty", "Optional[second ž🐎]", "Optional.empty", "Optional.empty");
        }

        @Test
        @Verifies({"F-43", "K-10"})
        void keepsTheKeyOfAStore() throws Exception {
            var file = home.resolve("store").resolve("credentials.json");

            assertThat(outputOf(in(UNLOCKED, "keyring-store", file.toString())).lines())
                    .containsExactly("true", "canary-51c0");

            assertThat(Files.readString(file)).contains("sealed").doesNotContain("canary");
        }

        @Test
        void isNotUsedWhileItIsLocked() throws Exception {
            assertThat(outputOf(in(UNLOCKED, "keyring", "0")).lines()).hasSize(4);

            assertThat(outputOf(in(LOCKED, "keyring", "5000")))
                    .startsWith("none: ")
                    .contains("it may be locked");
        }

        private ProcessBuilder in(String session, String... arguments) {
            return FileStoreWorker.after(List.of("dbus-run-session", "--", "sh", "-c", session, "sh"), arguments);
        }
    }

    private String outputOf(ProcessBuilder worker) throws IOException, InterruptedException {
        return outputOf(worker, true);
    }

    private String outputOf(ProcessBuilder worker, boolean withoutBus) throws IOException, InterruptedException {
        var output = home.resolve("output");
        var environment = worker.environment();
        List.of("HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME").forEach(name -> environment.put(name, home.toString()));
        List.of("DISPLAY", "WAYLAND_DISPLAY", "GNOME_KEYRING_CONTROL").forEach(environment::remove);
        if (withoutBus) {
            environment.remove("DBUS_SESSION_BUS_ADDRESS");
        }
        // A file, because a daemon that outlives the worker would keep a pipe open.
        var process = worker.directory(home.toFile())
                .redirectOutput(output.toFile())
                .redirectError(home.resolve("errors").toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output).strip();
    }
}
