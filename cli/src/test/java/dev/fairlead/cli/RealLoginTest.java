package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.real.OidcProvider;
import dev.fairlead.testkit.real.Real;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The command as people run it, before an authorization server that others wrote; all of them are processes. */
@Real
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there the browser is not chosen by a variable")
@Tag("thorough")
final class RealLoginTest {
    private static final Pattern SECRET = Pattern.compile("(?:access|refresh)\\W+([\\w.~+/=-]{20,})");
    private static OidcProvider server;

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();
    private final TreeSet<String> secrets = new TreeSet<>();
    private final StringBuilder printed = new StringBuilder();

    @BeforeAll
    static void start() {
        server = OidcProvider.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void installBrowser() throws IOException {
        var java = CommandProcess.java(List.of(), PersonAtABrowser.class).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        Files.writeString(
                browser(),
                "#!/bin/sh\nprintf '%%s\\n' \"$1\" >>'%s'\nexec %s \"$1\" >'%s' 2>&1\n"
                        .formatted(folder.resolve("opened"), java, folder.resolve("browser.log")));
        Files.setPosixFilePermissions(browser(), PosixFilePermissions.fromString("rwx------"));
    }

    @AfterEach
    void endWhatIsLeft() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    @Test
    @Timeout(400)
    @Verifies({"F-33", "K-13"})
    void somebodyLogsInCallsAgreesToMoreAndLogsOut() throws Exception {
        int revoked = server.seen().path("revoked").asInt();
        assertThat(run("call", "whoami")).isEqualTo(refusal("log in", ""));

        var login = run("login", "-v", "--debug");

        assertThat(login.code()).as(login + browserLog()).isZero();
        assertThat(login.err()).contains("\n  " + server.issuer() + "/auth?", "Waiting up to 5 minutes for that");
        assertThat(login.out()).contains("logged in to  " + server.mcp(), "by            " + server.issuer());
        assertThat(run("whoami").out()).contains(server.mcp(), server.issuer(), "mcp:read", "renewed by itself");
        assertThat(run("call", "whoami")).isEqualTo(new Shell.Run(0, "alice\n", ""));
        assertThat(run("call", "note", "words=hi"))
                .isEqualTo(refusal("agree to more", " --scope mcp:read --scope mcp:write"));

        var more = run("login", "--scope", "mcp:write");

        assertThat(more.code()).as(more + browserLog()).isZero();
        assertThat(run("call", "note", "words=hi")).isEqualTo(new Shell.Run(0, "noted: hi\n", ""));
        assertThat(run("login").err()).startsWith("fairlead: already logged in to " + server.mcp());

        assertThat(run("logout").out())
                .isEqualTo("logged out of %s; %s took the tokens back\n".formatted(server.mcp(), server.issuer()));
        assertThat(server.seen().path("revoked").asInt()).isGreaterThan(revoked);
        assertThat(run("call", "whoami", "-v", "--debug").code()).isEqualTo(ExitCode.LOGIN_NEEDED.code());
        assertThat(run("call", "whoami")).isEqualTo(refusal("log in", ""));
        assertThat(run("whoami").code()).isEqualTo(ExitCode.LOGIN_NEEDED.code());

        assertThat(Files.readAllLines(folder.resolve("opened")))
                .hasSize(2)
                .allMatch(page -> page.matches("file:///.*/fairlead-open-[0-9a-f]{16}/open\\.html"));
        try (var left = Files.list(folder)) {
            assertThat(left).noneMatch(file -> file.getFileName().toString().startsWith("fairlead-open-"));
        }
        nothingSecretWasPrinted();
    }

    @Test
    @Timeout(400)
    void programsAreToldTheSame() throws Exception {
        var login = document(run("login", "--json"));
        assertThat(login.path("success").booleanValue()).as(browserLog()).isTrue();
        assertThat(login.path("account").path("issuer").stringValue()).isEqualTo(server.issuer());
        assertThat(login.path("already").booleanValue(true)).isFalse();

        var call = document(run("call", "whoami", "--json"));
        assertThat(call.path("content").path(0).path("text").stringValue()).isEqualTo("alice");

        var refused = run("call", "note", "words=hi", "--json");
        assertThat(refused.code()).isEqualTo(ExitCode.LOGIN_NEEDED.code());
        var error = document(refused).path("error");
        assertThat(error.path("type").stringValue()).isEqualTo("authorization-required");
        assertThat(error.path("status").intValue()).isEqualTo(403);
        assertThat(error.path("scopes")).isEqualTo(Json.parse("[\"mcp:read\",\"mcp:write\",\"offline_access\"]"));

        for (boolean already : new boolean[] {false, true}) {
            var more = document(run("login", "--json", "--scope", "mcp:write", "--scope", "offline_access"));
            assertThat(more.path("already").booleanValue(!already)).isEqualTo(already);
        }

        assertThat(document(run("logout", "--json")).path("takenBack").booleanValue())
                .isTrue();
        var after = document(run("call", "whoami", "--json")).path("error");
        assertThat(after.path("type").stringValue()).isEqualTo("authorization-required");
        assertThat(after.path("status").intValue()).isEqualTo(401);
        nothingSecretWasPrinted();
    }

    private Shell.Run refusal(String what, String options) {
        return new Shell.Run(
                ExitCode.LOGIN_NEEDED.code(),
                "",
                "fairlead: a person has to %s at %s first; run 'fairlead login %s%s'\n"
                        .formatted(what, server.issuer(), server.mcp(), options));
    }

    /** Runs a verb at the server, and notes what is secret from then on. */
    private Shell.Run run(String verb, String... more) throws Exception {
        var command = CommandProcess.of(
                List.of(),
                Stream.concat(Stream.of(verb, server.mcp()), Stream.of(more)).toArray(String[]::new));
        var environment = command.environment();
        environment.keySet().removeIf(name -> name.toUpperCase(Locale.ROOT).endsWith("_PROXY"));
        environment.keySet().removeIf(name -> name.startsWith("FAIRLEAD_"));
        environment.put("FAIRLEAD_HOME", folder.resolve("kept").toString());
        environment.put("FAIRLEAD_KEYRING", "off");
        environment.put("HOME", folder.toString());
        environment.put("BROWSER", browser().toString());
        var process = command.start();
        started.add(process);
        var run = CommandProcess.finish(process);
        printed.append(run.out()).append(run.err());
        noteSecrets();
        return run;
    }

    private void noteSecrets() throws IOException {
        var file = folder.resolve("kept").resolve("credentials.json");
        if (Files.exists(file)) {
            SECRET.matcher(Files.readString(file)).results().forEach(found -> secrets.add(found.group(1)));
        }
    }

    private void nothingSecretWasPrinted() {
        assertThat(secrets).hasSizeGreaterThanOrEqualTo(2);
        assertThat(printed).doesNotContain(secrets);
    }

    private Path browser() {
        return folder.resolve("browser");
    }

    private String browserLog() throws IOException {
        var log = folder.resolve("browser.log");
        return Files.exists(log) ? Files.readString(log) : "(no browser was started)";
    }

    private static JsonNode document(Shell.Run run) {
        assertThat(run.out()).hasLineCount(1);
        return Json.parse(run.out());
    }
}
