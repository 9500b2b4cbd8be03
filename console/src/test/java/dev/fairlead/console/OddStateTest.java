package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Budget;
import dev.fairlead.console.keep.Settings;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever stands in the files of the console, it starts and answers; values that nobody could have set do not count. */
final class OddStateTest {
    private static final List<String> ODD = List.of(
            "-1",
            "9223372036854775807",
            "-9223372036854775808",
            "1e300",
            "0.5",
            "\"x\"",
            "true",
            "null",
            "[]",
            "{}",
            "[1]");

    @TempDir
    private Path home;

    private void keep(String name, String text) throws Exception {
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        var file = home.resolve("console").resolve(name + ".json");
        Files.createDirectories(file.getParent(), owner);
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private void startsAndAnswers(String about) throws Exception {
        try (var page = new Page(home)) {
            for (var path : List.of("/api/state", "/api/policies", "/api/approvals/kept")) {
                assertThat(page.send("GET", path, null).statusCode())
                        .as("%s with %s", path, about)
                        .isEqualTo(200);
            }
            page.get("/api/state")
                    .path("chats")
                    .forEach(chat -> assertThat(page.send(
                                            "GET",
                                            "/api/chats/" + chat.path("id").asString(""),
                                            null)
                                    .statusCode())
                            .as(about)
                            .isEqualTo(200));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"maxSteps\":%s}",
                "{\"callTimeoutMs\":%s}",
                "{\"theme\":%s}",
                "{\"model\":%s}",
            })
    void aSettingThatNobodyCouldHaveMadeDoesNotCount(String settings) throws Exception {
        for (var odd : ODD) {
            if (settings.contains("model") && odd.startsWith("\"")) {
                continue;
            }
            keep("settings", settings.formatted(odd));
            if (settings.contains("maxSteps")) {
                assertThat(Settings.stepsIn(home.resolve("console")))
                        .as(odd)
                        .isEqualTo(new Settings.Steps(Budget.USUAL.steps(), false));
            }
        }
        for (var odd : List.of("-1", "9223372036854775807", "\"x y\"", "[]")) {
            if (settings.contains("model") && odd.startsWith("\"")) {
                continue;
            }
            keep("settings", settings.formatted(odd));
            try (var page = new Page(home)) {
                assertThat(page.get("/api/state").path("settings"))
                        .as(odd)
                        .isEqualTo(
                                Json.parse("{\"model\":null,\"theme\":\"auto\",\"callTimeoutMs\":0,\"maxSteps\":10}"));
                assertThat(page.send("GET", "/api/policies", null).statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void whatElseIsKeptMayBeAnything() throws Exception {
        for (var odd : ODD) {
            keep("settings", odd);
            keep("place", "{\"port\":%s,\"sandboxPort\":%s}".formatted(odd, odd));
            keep(
                    "sessions",
                    "{\"port\":%s,\"sessions\":{\"a\":{\"cookie\":%s,\"key\":%s,\"used\":%s}}}"
                            .formatted(odd, odd, odd, odd));
            keep("saved", "{\"saved\":[%s,{\"id\":%s,\"at\":%s,\"arguments\":%s}]}".formatted(odd, odd, odd, odd));
            keep(
                    "history",
                    "{\"calls\":[%s,{\"id\":\"c\",\"state\":%s,\"at\":%s,\"server\":%s,\"tool\":%s}]}"
                            .formatted(odd, odd, odd, odd, odd));
            keep("apps", "{\"s\":%s,\"t\":{\"ui://x\":%s}}".formatted(odd, odd));
            keep(
                    "servers",
                    "{\"servers\":{\"s\":%s},\"recent\":[%s,{\"text\":%s,\"at\":%s,\"name\":%s}]}"
                            .formatted(odd, odd, odd, odd, odd));
            keep("chats/c-1", """
                {"head":{"title":%s,"at":%s,"model":%s,"servers":%s,"steps":%s,"maxSteps":%s,"tokens":%s,"running":%s},
                "items":[%s,{"id":%s,"type":%s,"at":%s,"call":%s,"level":%s,"text":%s,"callState":%s}]}
                """.replace("%s", odd));
            startsAndAnswers(odd);
        }
    }
}
