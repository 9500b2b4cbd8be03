package dev.fairlead.host.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command for campaigns makes of what is typed; in place of Maven stands something that says what it was told. */
@Timeout(60)
@DisabledOnOs(OS.WINDOWS) // It is a script for a shell.
class CampaignScriptTest {
    @TempDir
    Path root;

    private record Said(int code, String text) {}

    @BeforeEach
    void copy() throws IOException {
        Files.createDirectories(root.resolve("host/target/surefire-reports"));
        Files.createDirectories(root.resolve("build"));
        Files.copy(Path.of("campaign"), root.resolve("host/campaign"));
        Files.copy(Path.of("../build/jdk.sh"), root.resolve("build/jdk.sh"));
        var maven = Files.writeString(root.resolve("mvn"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
    }

    private Said campaign(String... words) throws IOException, InterruptedException {
        var command =
                new ArrayList<>(List.of("sh", root.resolve("host/campaign").toString()));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().merge("PATH", root.toString(), (path, own) -> own + File.pathSeparator + path);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        var process = builder.start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        kill 180 8       | -Dtest=KillCampaignTest -Dcampaign.kill=180 -Dcampaign.seed=8
        kill             | -Dtest=KillCampaignTest -Dcampaign.kill=10 -Dcampaign.seed=7
        soak 1440        | -Dtest=SoakTest -Dcampaign.soak=1440 -Dcampaign.seed=7 -Dcampaign.every=30
        soak 30 8 10     | -Dtest=SoakTest -Dcampaign.soak=30 -Dcampaign.seed=8 -Dcampaign.every=10
        neighbours       | -Dtest=NeighbourSpeedTest -Dcampaign.neighbours=1000
        memory           | -Dtest=SmallHeapCrowdTest -Dcampaign.memory=true
        """)
    void passesOnWhatIsAskedForAndEndsNoTrialByTheClock(String typed, String told) throws Exception {
        var said = campaign(typed.split(" "));
        assertThat(said.code()).as(said.text()).isZero();
        assertThat(said.text().lines())
                .contains(told.split(" "))
                .contains("-Djunit.jupiter.execution.timeout.mode=disabled");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        kill 5 8 9      | nothing is known of '9' after kill
        memory 5        | nothing is known of '5' after memory
        kill ten        | minutes are a whole number from 1, not 'ten'
        soak 1234567890 | minutes have at most 9 digits, not '1234567890'
        kill 5 -1       | a seed is a whole number of at most 18 digits, not '-1'
        kill 5 08       | a seed is a whole number of at most 18 digits, not '08'
        kill 5 1234567890123456789 | a seed is a whole number of at most 18 digits, not '1234567890123456789'
        soak            | say for how many minutes
        soak 5 7 0      | seconds between harms are a whole number from 1, not '0'
        soak 5 7 30 1   | nothing is known of '1' after soak
        everything      | there are kill, soak, servers, neighbours and memory to try, not 'everything'
        """)
    void refusesInWordsWhatItDoesNotKnow(String typed, String words) throws Exception {
        var said = campaign(typed.split(" "));
        assertThat(said.code()).as(said.text()).isEqualTo(64);
        assertThat(said.text()).contains(words).doesNotContain("-Dtest");
    }

    @Test
    void triesAllButTheSoakUnlessToldWhat() throws Exception {
        assertThat(campaign().text())
                .contains("-Dtest=KillCampaignTest,TwentyServersTest,NeighbourSpeedTest,SmallHeapCrowdTest");
    }
}
