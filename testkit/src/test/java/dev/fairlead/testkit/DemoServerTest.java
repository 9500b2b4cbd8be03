package dev.fairlead.testkit;

import static dev.fairlead.testkit.RawClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Era;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DemoServerTest {
    private Process process;

    @AfterEach
    void end() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private RawClient start(Era era) throws Exception {
        process = new ProcessBuilder(DemoServer.command("--era", era.name().toLowerCase(Locale.ROOT))).start();
        return RawClient.to(process, era);
    }

    @EachEra
    void addsTwoAndThree(Era era) throws Exception {
        var client = start(era);
        client.open();
        var answer = client.call("add", "{\"a\":2,\"b\":3}");
        assertThat(text(answer)).isEqualTo("5");
        assertThat(answer.at("/result/structuredContent").toString()).isEqualTo("{\"sum\":5}");
        assertThat(text(client.call("add", "{\"a\":0.1,\"b\":0.2}"))).isEqualTo("0.3");
        assertThat(client.call("add", "{\"a\":\"2\",\"b\":3}")
                        .at("/result/isError")
                        .asBoolean())
                .isTrue();
    }

    @EachEra
    void speaksOnlyTheProtocolOnStandardOutputAndEndsWithItsInput(Era era) throws Exception {
        var client = start(era);
        client.open();
        client.close();
        assertThat(client.ended()).isTrue();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("fairlead-demo: ready" + System.lineSeparator());
    }

    @EachEra
    void offersWhatItPromises(Era era) throws Exception {
        var client = start(era);
        client.open();
        var names = client.ask("tools/list", "{}").at("/result/tools").findValuesAsString("name");
        assertThat(names).contains("add", "echo", "weather", "sleep", "fail", "ask", "count", "picture", "link");
        assertThat(client.call("fail", "{}").at("/result/isError").asBoolean()).isTrue();
        var picture = client.call("picture", "{}").at("/result/content/1");
        assertThat(Base64.getDecoder().decode(picture.path("data").asString())).startsWith(0x89, 'P', 'N', 'G');
        assertThat(client.ask("resources/read", "{\"uri\":\"demo://notes/sailing\"}")
                        .at("/result/contents/0/text")
                        .asString())
                .contains("fairleads");
        assertThat(client.ask("prompts/get", "{\"name\":\"greet\",\"arguments\":{\"name\":\"Bo\"}}")
                        .at("/result/messages/0/content/text")
                        .asString())
                .contains("Bo");
        var completion = client.ask(
                "completion/complete",
                "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"review\"},\"argument\":{\"name\":\"style\",\"value\":\"s\"}}");
        assertThat(completion.at("/result/completion/values").toString()).isEqualTo("[\"strict\"]");
        client.ask(
                "tools/call",
                "{\"name\":\"sleep\",\"arguments\":{\"seconds\":0.01,\"steps\":3},"
                        + "\"_meta\":{\"progressToken\":\"t\"}}");
        assertThat(client.passedOver().stream()
                        .filter(message -> message.path("method").asString().equals("notifications/progress"))
                        .count())
                .isEqualTo(3);
    }
}
