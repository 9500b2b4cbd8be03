package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.auth.store.Keyring;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.HttpFront;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a server was given is neither recorded nor told, wherever and however the server repeats it. */
@Timeout(300)
@Tag("thorough")
final class DiscretionTest {
    private static final String KEPT = "kept \"in\" a keychain/+";
    private static final String NAMED = "swordfish";
    private static final String ORDINARY_NAME = "three-ordinary-words";
    private static final String PASSWORD = "pa55/word+";
    private static final String ARGUMENT = "argumentative";

    @TempDir
    Path folder;

    private Path tape() {
        return folder.resolve("traffic.ndjson");
    }

    private void hides(Shell.Run run, List<String> secrets) throws Exception {
        var told = new ArrayList<>(List.of(run.err()));
        if (Files.exists(tape())) {
            told.add(Files.readString(tape()));
        }
        for (var text : told) {
            assertThat(text).contains("[hidden]");
            for (var secret : secrets) {
                assertThat(text).doesNotContain(secret).doesNotContain(inBase64(secret));
            }
        }
    }

    /** Returns what a secret looks like in Base64 after the four characters that the server puts before it. */
    private static String inBase64(String secret) {
        var encoded =
                Base64.getEncoder().withoutPadding().encodeToString(("you:" + secret).getBytes(StandardCharsets.UTF_8));
        return encoded.substring(6, encoded.length() - 1);
    }

    @Nested
    final class OfACommand {
        private final List<String> secrets = List.of(KEPT, NAMED, ORDINARY_NAME, PASSWORD, ARGUMENT);

        private Shell shell(Era era) throws Exception {
            var home = folder.resolve("home");
            var words = new ArrayList<>(TellingServer.command(era, "V", "MY_TOKEN", "PLACE", "DATABASE", "NODE_ENV"));
            words.addAll(List.of("--api-key", ARGUMENT));
            var servers = Json.object();
            servers.set("gossip", ServersTest.command(words));
            servers.withObject("/gossip")
                    .putObject("env")
                    .put("V", "${keychain:it}")
                    .put("MY_TOKEN", NAMED)
                    .put("PLACE", ORDINARY_NAME)
                    .put(
                            "DATABASE",
                            "postgres://me:%s@db.example/x"
                                    .formatted(PASSWORD.replace("/", "%2F").replace("+", "%2B")))
                    .put("NODE_ENV", "production");
            ServersTest.write(home.resolve("fairlead.json"), servers);
            return new Shell().home(home).keyring(new Pocket());
        }

        @EachEra
        void isHiddenByVerbs(Era era) throws Exception {
            for (var tool : List.of("tell", "refuse")) {
                var run = shell(era).run("call", "gossip", tool, "-v", "--debug", "--record", tape().toString());

                assertThat(run.code()).as(run.err()).isEqualTo(tool.equals("tell") ? 0 : 5);
                assertThat(run.err()).contains("[stderr] gossip: ", "[received] ", "everything");
                hides(run, secrets);
                // A hole in every message that uses the word would protect nothing.
                assertThat(run.err()).contains("production");
                assertThat(Files.readString(tape())).contains("production");
                if (tool.equals("tell")) {
                    assertThat(run.out()).contains(KEPT, NAMED, ORDINARY_NAME, ARGUMENT);
                }
            }
        }

        @EachEra
        void isHiddenInTheShell(Era era) throws Exception {
            var lines = "call gossip tell\ncall gossip tell -v\ncall gossip tell --record '%s'\ncall gossip refuse\n"
                    .formatted(tape());
            var run = shell(era).input(lines).run("shell", "--keep-going");

            assertThat(run.code()).isEqualTo(5);
            hides(run, secrets);
        }

        @EachEra
        void isHiddenByWhatStandsBetween(Era era) throws Exception {
            var run =
                    shell(era).converse(RelayTest.talk(era, "tell"), "\"id\":7", "record", tape().toString(), "gossip");

            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.err()).contains("stderr: gossip: ");
            assertThat(run.out()).contains(NAMED); // Nothing is hidden from the client.
            hides(run, secrets);
            assertThat(Files.readString(tape())).contains("everything", "production");
        }

        @Test
        void isHiddenInWhatWentWrong() throws Exception {
            var run = shell(Era.MODERN).run("call", "gossip", "refuse", "--json");

            assertThat(run.code()).isEqualTo(5);
            assertThat(run.out())
                    .contains("everything", "[hidden]", "production")
                    .doesNotContain(secrets);
        }

        @Test
        void isHiddenWhereTheCommandIsTyped() throws Exception {
            var words = new ArrayList<>(List.of("call", "tell", "-v", "--record", tape().toString(), "--"));
            words.addAll(TellingServer.command(Era.MODERN, "HOME"));
            words.add("--password=" + NAMED);
            var run = new Shell().run(words.toArray(String[]::new));

            assertThat(run.code()).as(run.err()).isZero();
            hides(run, List.of(NAMED));
        }
    }

    @Nested
    final class OfAnAddress {
        private static final String HEADER = "header value of 1 person";
        private static final String BEARER = "bearertokenwithoutdigits";
        private static final String QUERY = "q7 value/with=signs";

        private final List<String> secrets = List.of(HEADER, BEARER, NAMED, QUERY, PASSWORD);

        private List<String> words(HttpFront front, String... words) {
            return Stream.of(
                            List.of(words),
                            List.of("--header", "X-Own: " + HEADER, "--header-env", "Authorization=WHO"),
                            List.of("--header", "X-Environment: production"))
                    .flatMap(List::stream)
                    .map(word ->
                            word.replace("URL", front.url() + "?api_key=" + NAMED + "&w=q7%20value%2Fwith%3Dsigns"))
                    .toList();
        }

        private HttpFront front(Era era) {
            var given = Stream.concat(secrets.stream(), Stream.of("production")).toList();
            return HttpFront.serving(TellingServer.script(() -> given)
                    .era(era)
                    .instructions(given.toString())
                    .build());
        }

        private Shell shell() {
            return new Shell().variable("WHO", "Bearer " + BEARER);
        }

        @EachEra
        void isHiddenByVerbs(Era era) throws Exception {
            try (var front = front(era)) {
                var hidden = secrets.stream()
                        .filter(secret -> !secret.equals(PASSWORD))
                        .toList();
                for (var tool : List.of("tell", "refuse")) {
                    var words = words(front, "call", "URL", tool, "-v", "--debug", "--record", tape().toString());
                    var run = shell().run(words.toArray(String[]::new));

                    assertThat(run.code()).as(run.err()).isEqualTo(tool.equals("tell") ? 0 : 5);
                    hides(run, hidden);
                    assertThat(run.err()).contains("production");
                }
            }
        }

        @EachEra
        void isHiddenWhereItNamesAUser(Era era) throws Exception {
            try (var front = front(era)) {
                var url = front.url().replace("//", "//me:pa55%2Fword%2B@");
                var run = shell().run("call", url, "tell", "-v", "--record", tape().toString());

                assertThat(run.code()).as(run.err()).isZero();
                hides(run, List.of(PASSWORD));
            }
        }

        @EachEra
        void isHiddenInTheShellAndByWhatStandsBetween(Era era) throws Exception {
            try (var front = front(era)) {
                var url = front.url().replace("//", "//" + BEARER + "@");
                var lines = "call %s tell -v --record '%s'\n".formatted(url, tape());
                hides(shell().input(lines).run("shell"), List.of(BEARER));
                Files.delete(tape());

                var command = CommandProcess.java(List.of(), Main.class);
                command.addAll(List.of("record", tape().toString(), url));
                command.addAll(0, List.of("call", "tell", "-v", "--"));
                var run = shell().run(command.toArray(String[]::new));
                assertThat(run.code()).as(run.err()).isZero();
                assertThat(run.out()).contains(BEARER);
                assertThat(Files.readString(tape())).contains("everything").doesNotContain(BEARER, inBase64(BEARER));
            }
        }

        @EachEra
        void isHiddenAsConfigured(Era era) throws Exception {
            try (var front = front(era)) {
                var servers = Json.object();
                servers.putObject("far")
                        .put("url", words(front, "URL").getFirst())
                        .putObject("headers")
                        .put("X-Own", HEADER)
                        .put("Authorization", "Bearer " + BEARER);
                ServersTest.write(folder.resolve("home/fairlead.json"), servers);

                var run = new Shell()
                        .home(folder.resolve("home"))
                        .run("call", "far", "tell", "-v", "--record", tape().toString());

                assertThat(run.code()).as(run.err()).isZero();
                hides(
                        run,
                        secrets.stream()
                                .filter(secret -> !secret.equals(PASSWORD))
                                .toList());
            }
        }
    }

    @Nested
    final class OfALogin {
        private final Set<String> used = new HashSet<>();

        @EachEra
        void isHiddenBeforeAndAfterItIsRenewed(Era era) throws Exception {
            try (var scene = new LoginScene(
                    ServersTest.ownFolder(folder.resolve("kept")),
                    grantor -> TellingServer.script(grantor::tokens).era(era).build())) {
                scene.login();
                for (int renewals = 0; renewals < 2; renewals++) {
                    var run = scene.run(scene.shell(), "call", "tell", "-v", "--record", tape().toString());

                    assertThat(run.code()).as(run.err()).isZero();
                    hides(run, fresh(scene));
                    scene.grantor().expireAll();
                }
                assertThat(scene.grantor().tokenRequests("refresh_token")).isEqualTo(1);

                var run = scene.shell().run("call", scene.url(), "refuse");
                assertThat(run.code()).isEqualTo(5);
                hides(run, fresh(scene));
                assertThat(scene.grantor().tokenRequests("refresh_token")).isEqualTo(2);
            }
        }

        /** Returns what can still be used; what was used up before is no secret any more. */
        private List<String> fresh(LoginScene scene) {
            var fresh = scene.grantor().tokens().stream().filter(used::add).toList();
            assertThat(fresh).hasSize(2);
            return fresh;
        }
    }

    /** A keychain with one thing in it. */
    private static final class Pocket implements Keyring {
        @Override
        public Optional<String> read(String service, String account) {
            return account.equals("it") ? Optional.of(KEPT) : Optional.empty();
        }

        @Override
        public void write(String service, String account, String secret) {
            throw new UnsupportedOperationException("it is full");
        }

        @Override
        public void delete(String service, String account) {
            throw new UnsupportedOperationException("it is sewn up");
        }
    }
}
